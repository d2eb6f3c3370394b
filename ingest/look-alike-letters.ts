/** Letters of Cyrillic and Greek that are drawn like Latin ones, with what they are read as. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ј: 'j', ѕ: 's', ԁ: 'd', һ: 'h', ӏ: 'l', ԛ: 'q', ԝ: 'w',
    А: 'A', В: 'B', Е: 'E', К: 'K', М: 'M', Н: 'H', О: 'O', Р: 'P', С: 'C', Т: 'T', Х: 'X', І: 'I', Ј: 'J', Ѕ: 'S', У: 'Y',
    Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X', ο: 'o', ν: 'v',
  }),
); // biome-ignore format: a table

/** Does a word mix Latin letters with look-alikes of another script, and with nothing else of that script? */
export function hasLookAlikes(text: string): boolean {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return false;
  return (text.match(/\p{L}{3,100}/gu) ?? []).some((word) => {
    const foreign = [...word].filter((letter) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter));
    const latin = /\p{Script=Latin}/u.test(word);
    return latin && foreign.length > 0 && foreign.every((letter) => lookAlikes.has(letter));
  });
}

/** The text with look-alikes as the Latin letters they are read as. */
export function foldLookAlikes(text: string): string {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return text;
  return text.replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => lookAlikes.get(letter) ?? letter);
}
