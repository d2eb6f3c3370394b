import { final, partsOf, syllableOf, withFinal } from './hangul.js';

/** Numbers of the vowels that conjugation meets. */
const vowel = { a: 0, ae: 1, eo: 4, e: 5, yeo: 6, o: 8, wa: 9, wae: 10, oe: 11, u: 13, wo: 14, eu: 18, i: 20 } as const;

/** Verbs whose final consonant changes before a vowel: ㄷ to ㄹ, and ㅅ falls out. */
const turnsToL = new Set(['걷', '듣', '묻', '싣']);
const dropsS = new Set(['짓', '잇', '낫', '붓']);

/** What follows a stem of one syllable that ends in a consonant, and what follows one that ends in a vowel, before its own contraction. */
const afterConsonant = ['고', '는', '기', '을', '은', '지', '습', '으'];
const afterVowel = ['고', '는', '기', '지', '면', '려', '세'];
const afterInfinitive = ['줘', '주', '서', '야', '요', '라', '봐', '보', '놓', '둬', '두', '다'];
const afterPast = ['어', '던', '다', '습', '는', '으'];

/**
 * Beginnings that the forms of a verb share, from its dictionary form: 보내다 gives 보내, 보낸, 보낼, 보냅, 보냈; 지우다 also the
 * contracted 지워, 지웠; 만들다 also 만드, 만든. For a stem of one syllable, which other words begin with too, the next
 * syllable of each form comes along: 찾다 gives 찾아, 찾고, 찾는 and so on.
 */
export function koreanVerbForms(dictionaryForm: string): string[] {
  const stem = dictionaryForm.slice(0, -1);
  const head = stem.slice(0, -1);
  const last = stem.slice(-1);
  const infinitive = infinitiveOf(stem);
  if (stem.length === 1) return formsOfShortStem(last, infinitive);
  const past = withFinal(infinitive.slice(-1), final.ss);
  const forms = [stem, infinitive, infinitive.slice(0, -1) + past];
  const coda = partsOf(last).final;
  const open = coda === final.l ? withFinal(last, final.none) : last;
  if (coda === final.none || coda === final.l) {
    if (open !== last) forms.push(head + open);
    for (const ending of [final.n, final.l, final.b, final.m]) forms.push(head + withFinal(open, ending));
  }
  return [...new Set(forms)];
}

function formsOfShortStem(last: string, infinitive: string): string[] {
  const coda = partsOf(last).final;
  const past = infinitive.slice(0, -1) + withFinal(infinitive.slice(-1), final.ss);
  const forms = afterPast.map((next) => past + next);
  if (coda !== final.none) {
    forms.push(infinitive, past, ...afterConsonant.map((next) => last + next));
    if (coda === final.l) {
      const open = withFinal(last, final.none);
      forms.push(`${open}는`, `${open}세`, `${withFinal(last, final.b)}니`);
    }
  } else {
    forms.push(...afterVowel.map((next) => last + next), ...afterInfinitive.map((next) => infinitive + next));
    forms.push(`${withFinal(last, final.b)}니`, `${withFinal(last, final.n)}다`);
  }
  return [...new Set(forms)];
}

/** The stem with -아 or -어, contracted as it is spoken and written. */
function infinitiveOf(stem: string): string {
  const head = stem.slice(0, -1);
  const last = stem.slice(-1);
  const syllable = partsOf(last);
  if (last === '하') return `${head}해`;
  if (last === '르' && head !== '') return infinitiveOfReu(head);
  const bright = syllable.vowel === vowel.a || syllable.vowel === vowel.o;
  if (syllable.final !== final.none) {
    if (turnsToL.has(last)) return `${head}${withFinal(last, final.l)}${bright ? '아' : '어'}`;
    if (dropsS.has(last)) return `${head}${withFinal(last, final.none)}${bright ? '아' : '어'}`;
    return `${stem}${bright ? '아' : '어'}`;
  }
  const contracted = contractions.get(syllable.vowel);
  if (contracted !== undefined) return head + syllableOf({ ...syllable, vowel: contracted });
  return keepsItsVowel.has(syllable.vowel) ? stem : `${stem}어`;
}

const contractions = new Map<number, number>([
  [vowel.i, vowel.yeo],
  [vowel.o, vowel.wa],
  [vowel.u, vowel.wo],
  [vowel.eu, vowel.eo],
  [vowel.oe, vowel.wae],
]);
const keepsItsVowel = new Set<number>([vowel.a, vowel.ae, vowel.eo, vowel.e, vowel.yeo]);

/** 고르다 becomes 골라, 부르다 불러. */
function infinitiveOfReu(head: string): string {
  const before = head.slice(-1);
  const { vowel: sound } = partsOf(before);
  const bright = sound === vowel.a || sound === vowel.o;
  return `${head.slice(0, -1)}${withFinal(before, final.l)}${bright ? '라' : '러'}`;
}
