import { type Intent, intentNames, intentsOfTerm } from './intent.js';
import { tokenize } from './tokenize.js';

/** A request without what it says not to do. */
export interface NegatedRequest {
  /** The text that asks for something. */
  readonly asked: string;
  /** The stretches that say what not to do, or what to leave out, without the word that negates them. */
  readonly negated: readonly string[];
}

/**
 * Where a negated stretch begins. `don't` and `do not` count before a verb that a tool could do; `not` alone only where
 * it sets two things against each other (`, not the archived ones`), as "not working" is no wish.
 */
const beginnings =
  /\b(?:without|except(?:\s+for)?|excluding|apart\s+from|other\s+than|instead\s+of|rather\s+than|but\s+not|and\s+not)\s+|,\s*not\s+(?!going\b|sure\b|yet\b|only\b|just\b)|\b(?:do\s+not|don['’]t|dont|never|must\s+not|mustn['’]t|should\s+not|shouldn['’]t)\s+(?:you\s+)?(?:actually\s+|ever\s+|just\s+)?/giu;

/** Where it ends: at a mark, or where the request turns to what it does want. */
const ending =
  /[,.;:!?\n。，；！？]|\s(?:but|just|only|instead|then|please|and\s+(?:then|also)|so\s+that|before|after|until|unless)\b/iu;

/** Longer than this, in letters, a stretch is not one thing that is left out. */
const longest = 80;

/** Takes the negated stretches out of a request. A request that says nothing else is left as it is. */
export function splitNegation(text: string): NegatedRequest {
  const negated: string[] = [];
  let asked = '';
  let from = 0;
  for (const match of text.matchAll(beginnings)) {
    const start = match.index + match[0].length;
    if (match.index < from) continue;
    const rest = text.slice(start, start + longest + 1);
    const end = rest.search(ending);
    const stretch = end < 0 ? rest : rest.slice(0, end);
    if (stretch.trim() === '' || stretch.length > longest) continue;
    if (/^(?:do|don|dont|never|must|should)/iu.test(match[0]) && !beginsWithAction(stretch)) continue;
    negated.push(stretch.trim());
    asked += `${text.slice(from, match.index)} , `;
    from = start + stretch.length;
  }
  if (negated.length === 0) return { asked: text, negated };
  asked += text.slice(from);
  return tokenize(asked).length === 0 ? { asked: text, negated: [] } : { asked, negated };
}

/** `don't know` and `don't see` say nothing about what is wanted. */
const changing: ReadonlySet<Intent> = new Set(['create', 'update', 'delete', 'run', 'send']);

function beginsWithAction(stretch: string): boolean {
  const first = tokenize(stretch)[0];
  return first !== undefined && intentNames(intentsOfTerm(first.term)).some((intent) => changing.has(intent));
}

/** The intents of the verbs that negated stretches begin with, as bits. */
export function negatedIntents(negated: readonly string[]): number {
  let mask = 0;
  for (const stretch of negated) {
    const first = tokenize(stretch)[0];
    if (first !== undefined) mask |= intentsOfTerm(first.term);
  }
  return mask;
}
