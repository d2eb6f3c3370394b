import { foldLookAlikes } from './look-alike-letters.js';
import type { TextFindingKind } from './text-findings.js';

/** Longest text looked at, in characters. */
const maxChars = 100_000;

/** How far from an order what makes it one, or makes it innocent, may stand. */
const contextChars = 160;

interface OrderPattern {
  readonly kind: TextFindingKind;
  readonly pattern: RegExp;
  /** A second thing that must stand near it, where the first alone is also said innocently. */
  readonly together?: RegExp;
  /** What makes it innocent after all. */
  readonly except?: RegExp;
}

/** Speaks to the model: an obligation, or a moment before or after other tools are used. */
const addressed =
  /\b(you must|you should|you need to|always|never|secretly|covertly|silently|mandatory|first|before (?:calling|using|invoking|running|executing)|(?:when|whenever|every time|each time|after)\b[^.]{0,20}\b(?:call|use|using|calling|invoke|invoking))\b|<\/?\s*(?:important|system|hidden|secret|instructions?|critical|admin)\s*>/;

const orders: readonly OrderPattern[] = [
  {
    kind: 'override-order',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|discard|drop|stop following)\s(?:(?:all|any|every|the|of|your|my|these|those)\s){0,4}(?:previous|prior|earlier|above|preceding|foregoing|former|initial|original|system|developer|safety|your)\s(?:(?:system|developer|safety|user|given|and)\s){0,2}(?:instructions?|rules?|prompts?|guidelines?|directions?|directives?|orders?|guardrails?|constraints?|polic(?:y|ies)|programming|training)\b/,
  },
  { kind: 'override-order', pattern: /\b(?:new|updated|real|actual) (?:system )?(?:instructions?|prompt)\s?:|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?inst\]|<<\/?sys>>/ },
  { kind: 'override-order', pattern: /ignor[ae]z? (?:todas |toutes )?(?:las |les )?(?:anteriores |previas )?instruc[ct]i?ones?(?: anteriores| previas)|ignorez (?:toutes )?les instructions pr[ée]c[ée]dentes|ignoriere(?:n sie)? (?:alle )?(?:vorherigen|bisherigen|obigen|fr[üu]heren) (?:anweisungen|instruktionen|regeln)/ },
  { kind: 'override-order', pattern: /(?:忽略|无视|無視|忘记|忘掉)[^。]{0,8}(?:之前|以前|以上|先前|前面|上述|所有)[^。]{0,6}(?:指令|指示|规则|規則|提示|说明)|(?:以前|前|上記|上|これまで)の(?:指示|命令|ルール|プロンプト)を(?:すべて|全て)?(?:無視|忘れ)|(?:이전|위의|앞선|기존)\s?(?:모든\s?)?(?:지시|명령|규칙|지침)(?:사항)?(?:을|를)?\s?(?:모두\s?)?무시/ },
  {
    kind: 'secrecy-order',
    pattern:
      /\b(?:do not|don't|never|must not|mustn't|should not|avoid|without)\s(?:ever\s)?(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?|say(?:ing)?|explain(?:ing)?|admit(?:ting)?)\b[^.]{0,60}\b(?:the|a|any|your)?\s?(?:users?|humans?|customers?|operators?|anyone|anybody)\b/,
    together: /\b(?:this|it|that|these|anything|about|call(?:ing|ed)?|tool|step|done|did)\b/,
  },
  { kind: 'secrecy-order', pattern: /\b(?:do not|don't|never|must not) let (?:the |any |your )?(?:users?|humans?|customers?|operators?|anyone|anybody) (?:know|see|notice|find out)\b/ },
  { kind: 'secrecy-order', pattern: /\b(?:keep|hide|conceal) (?:this|it|that|these (?:steps?|instructions?|actions?)|the following) (?:a )?(?:secret|hidden|private|confidential|from (?:the |any |your )?(?:users?|humans?))\b/ },
  { kind: 'secrecy-order', pattern: /\bwithout (?:the )?(?:user|human)(?:'s|s')? (?:knowing|noticing|knowledge|awareness|seeing)\b/, except: /\b(?:never|not|no|don't|cannot)\b[^.]{0,60}\bwithout\b/ },
  { kind: 'secrecy-order', pattern: /(?:不要|别|勿|请勿|切勿)(?:告诉|告知|通知|提及|透露)[^。]{0,8}用户|ユーザー?に(?:は)?(?:言わ|伝え|知らせ|教え)ないで|사용자에게\s?(?:절대\s?)?(?:말하지|알리지|언급하지)/ },
  {
    kind: 'preference-order',
    pattern:
      /\b(?:always|only|exclusively|must)\s(?:use|choose|call|prefer|pick|select|invoke|run)\b[^.]{0,60}\b(?:for (?:every|all|any|each) (?:tasks?|requests?|quer(?:y|ies)|questions?|messages?|prompts?|conversations?|problems?|purposes?)|(?:instead of|over|rather than|before) (?:any|all|every) (?:of the )?others?|no matter what|regardless of (?:the|what))\b/,
  },
  { kind: 'preference-order', pattern: /\b(?:do not|don't|never|must not)\s(?:use|call|choose|select|invoke|consider) (?:any )?(?:of the )?other (?:tools?|functions?|servers?)\b(?! (?:for|to|until|when|while|if|than)\b)/ },
  {
    kind: 'disclosure-order',
    pattern:
      /\b(?:read|open|cat|load|fetch|extract|collect|copy|gather|retrieve|include|pass|send|attach|append|forward|upload|post|provide|paste|put)\b[^.]{0,60}(?:\b(?:private key|ssh keys?|id_rsa|id_ed25519|credentials? file|password file|system prompt|(?:entire|full|whole|complete|previous|prior) (?:conversation|chat|messages?|context)|conversation history|chat history|your (?:instructions|context|memory|system prompt)|contents? of (?:the |your )?(?:env|environment|config(?:uration)?) file)\b|~\/\.|(?<!\w)\.ssh\b|\.env\b|(?<!\w)\.aws\b|\/etc\/(?:passwd|shadow)|mcp\.json)/,
    together: addressed,
  },
  { kind: 'disclosure-order', pattern: /\b(?:reveal|print|output|repeat|leak|show|return|write out)\s(?:(?:me|us|all|verbatim)\s){0,2}(?:your|the above) (?:system )?(?:prompt|instructions|rules|guidelines)\b/ },
  { kind: 'disclosure-order', pattern: /\b(?:secretly|covertly|surreptitiously)\s(?:also\s)?(?:send|read|include|copy|forward|call|upload|pass|collect|record|log|email|add)\b/ },
  { kind: 'role-order', pattern: /\b(?:you are now|from now on,? you (?:are|will be|must act as)|act as|pretend to be|behave as)\s(?:(?:a|an|the|my|in)\s)?(?:[a-z-]{1,20}\s){0,2}(?:unrestricted|unfiltered|jailbroken|dan|developer mode|god mode|different (?:ai|assistant|model)|evil|root user|system administrator)\b/ },
]; // biome-ignore format: a table

/** Words without which no pattern can match: most texts are done after this one look. */
const trigger =
  /ignor|disregard|forget|overrid|bypass|discard|drop|stop following|instruction|prompt|<\||\[\/?inst|<<|do not|don't|never|not |avoid|without|keep|hide|conceal|always|only|exclusively|must|before|you |first|secretly|covertly|surreptitiously|act as|pretend|behave|whenever|each time|every time|<|忽|无视|無視|忘|別|别|勿|不要|指示|命令|ルール|プロンプト|ない|지시|명령|규칙|지침|사용자/;

/** Finds orders to the model. `text` should be without hidden characters; each kind is reported once. */
export function ordersIn(text: string): TextFindingKind[] {
  const folded = fold(text);
  if (!trigger.test(folded)) return [];
  const found = orders.filter(({ pattern, together, except }) => {
    const at = folded.search(pattern);
    if (at < 0) return false;
    const around = folded.slice(Math.max(0, at - contextChars), at + contextChars);
    return together?.test(around) !== false && except?.test(around) !== true;
  });
  return [...new Set(found.map((order) => order.kind))];
}

/** The text without the sentences that give orders. */
export function withoutOrders(text: string): string {
  if (ordersIn(text).length === 0) return text;
  const kept = sentencesOf(text)
    .filter((sentence) => ordersIn(sentence).length === 0)
    .join('')
    .trim();
  // Orders that only show across sentences leave none of it trustworthy.
  return ordersIn(kept).length === 0 ? kept : '';
}

function sentencesOf(text: string): string[] {
  return text.match(/[^.!?\n。！？]{1,2000}(?:[.!?。！？]+\s*|\n+|$)|[.!?\n。！？]+/g) ?? [];
}

/** Lower case, compatibility forms and look-alikes folded, white space single: as a model would read it. */
function fold(text: string): string {
  const plain = text.slice(0, maxChars).normalize('NFKC').replace(/[’‘]/g, "'");
  return foldLookAlikes(plain).toLowerCase().replace(/\s+/g, ' ');
}
