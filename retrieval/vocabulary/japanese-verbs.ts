/** The kana that the endings of a verb begin with, by the last kana of its dictionary form. */
const rows: Readonly<Record<string, string>> = {
  う: 'いわえおっう',
  く: 'きかけこいく',
  ぐ: 'ぎがげごいぐ',
  す: 'しさせそす',
  つ: 'ちたてとっつ',
  ぬ: 'になねのんぬ',
  ぶ: 'びばべぼんぶ',
  む: 'みまめもんむ',
  る: 'りられろっる',
};
const ichidan = 'てたまなよさる';
const kana = /^\p{Script=Hiragana}+$/u;
const eOrI = /[えけせてねへめれげぜでべぺいきしちにひみりぎじびぴ]$/u;

/** Is this entry of the table a verb or an adjective, which changes its ending: kanji or kana that end in one of the rows or い? */
export function isInflected(entry: string): boolean {
  return entry.length >= 2 && /[\p{Script=Han}\p{Script=Hiragana}][うくぐすつぬぶむるい]$/u.test(entry);
}

/**
 * Beginnings that the forms of a verb or adjective share, from its dictionary form: 送る gives 送り, 送っ, 送ら and so on, 調べる
 * gives 調べ, 安い gives 安く. Forms too short to be told from particles bring the next kana along.
 */
export function japaneseForms(dictionaryForm: string): string[] {
  const stem = dictionaryForm.slice(0, -1);
  const last = dictionaryForm.slice(-1);
  if (last === 'い') return [dictionaryForm, `${stem}く`, `${stem}か`];
  const godan = [...(rows[last] ?? '')].map((next) => stem + next);
  if (last !== 'る') return godan.filter(isTold);
  const onlyIchidan = eOrI.test(stem);
  if (onlyIchidan && stem.length >= 2 && (stem.length >= 3 || !kana.test(stem))) return [stem];
  const forms = [...ichidan].map((next) => stem + next);
  return (onlyIchidan ? forms : [...forms, ...godan]).filter(isTold);
}

/** Two kana alone may be any particle. */
function isTold(form: string): boolean {
  return form.length >= 3 || !kana.test(form);
}
