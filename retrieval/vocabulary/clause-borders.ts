import { foreignLanguagesOf } from '../stop-words.js';
import { tokenize } from '../tokenize.js';

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** 그리고 and its like, and the connecting endings -해서, -하고 at the end of a word; nouns that end in 고 are spared. */
const korean =
  /(?:,|，)\s*|\s(?:그리고|그런 다음|그다음에?|이어서|또|및)\s+|(?<=[가-힣][해아어여와려워내켜봐쳐져돼]서|(?:(?<![광재창사최보경신참])고)|[은한] (?:다음|뒤|후)에?)\s+/u;
/** The comma, words for "then", and the te-form before the next thing; 〜てください and the like go on. */
const japanese =
  /、|(?:そして|それから|その後|次に|また)、?|(?<=[\p{Script=Han}ぁ-んー]て)から|(?<=[\p{Script=Han}しりいっけせべめえげれ]て)(?=[\p{Script=Han}\p{Script=Katakana}A-Za-z])(?!欲|下|頂)/u;
const chinese = /[，；]|然后|然後|接着|接著|之后再|之後再|并且|並且|(?<![合])[并並](?![发發])|以及|同时|同時/u;
const latin =
  /,?\s+(?:y|e|et|und|luego|después|despues|además|depois|também|puis|ensuite|dann|danach|anschließend|außerdem)\s+|[,:]\s+/iu;

/**
 * Splits text in another language than English where it turns to its next thing. English text, and text without such a
 * place, comes back whole.
 */
export function splitForeignClauses(text: string): string[] {
  if (cjk.test(text)) return text.split(bordersOf(text)).filter((part) => part.trim() !== '');
  if (!latin.test(text)) return [text];
  const words = tokenize(text).map((word) => word.surface);
  // a letter alone, as in "x y coordinates", does not make a text Spanish
  return foreignLanguagesOf(words.filter((word) => word.length > 1)).length > 0
    ? text.split(latin).filter((part) => part.trim() !== '')
    : [text];
}

function bordersOf(text: string): RegExp {
  if (/\p{Script=Hangul}/u.test(text)) return korean;
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? japanese : chinese;
}
