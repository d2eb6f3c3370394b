/**
 * English function words and the polite filler of requests. They carry no content in a query: a query of nothing else
 * matches nothing. Nouns, verbs with a meaning of their own, digits and single letters other than `a` and `i` are not here.
 */
const stopWords = new Set(
  ('a an the and or but nor of in on for to with by from into onto at as is are was were be been being am it its this that these those there ' +
    'i me my mine myself we us our you your yours he him his she her they them their who whom whose which what where when how why if then than so ' +
    'can could would should will shall may might must do does did have has had having want wants need needs like please just also very too ' +
    'some any each both either neither such own same while because about between during before after above below again once here ' +
    'let lets hey hi hello thanks thank kindly wondering able help')
    .split(' '),
); // biome-ignore format: a list

/** Is this lower-case word a function word or polite filler? */
export function isStopWord(surface: string): boolean {
  return stopWords.has(surface);
}

/** Other languages with Latin letters that requests are read in. */
export const latinLanguages = ['es', 'pt', 'fr', 'de'] as const;
export type LatinLanguage = (typeof latinLanguages)[number];

/** Function words and polite filler of requests in these languages; ignored where the catalog does not know them. */
const foreignWords: Readonly<Record<LatinLanguage, string>> = {
  es:
    'a el la los las un una unos unas lo de del al y o u en con por para que qué como cómo cuál cuáles cuándo dónde quién mi mis su sus tu tus me se le les nos ' +
    'es está están esta este esto estos estas ese esa eso esos aquel ahí aquí hay había tengo tiene tienen tenemos quiero quisiera querría ' +
    'necesito necesita puedes puede podrías podría puedo poder debo gustaría favor gracias hola ya si sin sobre entre hasta desde cada muy más pero porque ' +
    'también cuando donde mío mía yo tú él ella ellos nosotros usted ustedes ha han he hace fue luego después antes así voy vamos',
  pt:
    'a o os as um uma uns umas de do da dos das no na nos nas em ao aos à às e ou com por para pelo pela que qual quais quando onde quem como meu minha meus minhas ' +
    'seu sua seus suas me se lhe eu ele ela eles elas nós você vocês é são está estão este esta isto esse essa isso aquele há tem têm tenho temos quero queria ' +
    'gostaria preciso pode poderia posso favor obrigado obrigada olá já não sem sobre entre até desde cada muito mais mas porque também foi vai vou depois antes',
  fr:
    'a le la les un une des du de au aux et ou où dans pour sur sous avec sans chez en que qui quoi quel quelle quels quelles quand combien mon ma mes ta tes ' +
    'sa ses notre nos votre vos leur je tu il elle nous vous ils elles on me moi te se ce cet cette ces ça est sont as avons avez ont était être avoir fait ' +
    'veux voudrais souhaite faut besoin peux peut pouvez pourrais pourriez puis plaît svp merci bonjour ne si mais donc aussi très entre jusqu ensuite après avant y qu',
  de:
    'der die das den dem des ein eine einen einem einer eines und oder aber mit von vom zu zum zur auf aus bei beim für im ins an am in nach über unter um ohne durch gegen bis seit ' +
    'ist sind waren wird werden habe haben hätte ich du er sie es wir ihr mein meine meinen meinem meiner dein deine unser unsere unseren uns mir mich dir dich ihm ihn ihnen ' +
    'was wer wie wo wann warum welche welcher welches wieviel kann kannst können könntest könnten möchte möchten will brauche bitte danke hallo nicht kein keine auch noch nur schon sehr ' +
    'mal dann danach wenn dass als es gibt soll muss dies diese dieser dieses diesen hier dort heraus',
}; // biome-ignore format: a list

const languagesOfWord = new Map<string, LatinLanguage[]>();
for (const language of latinLanguages) {
  for (const word of foreignWords[language].split(' ').map(withoutAccents)) {
    const known = languagesOfWord.get(word);
    if (known === undefined) languagesOfWord.set(word, [language]);
    else if (!known.includes(language)) known.push(language);
  }
}

function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss');
}

/** Is this lower-case word, without its accents, a function word of one of these languages? */
export function isForeignStopWord(surface: string): boolean {
  return languagesOfWord.has(surface);
}

/**
 * The languages with Latin letters other than English that the function words of a request speak for, the likeliest ones;
 * none for English. Words that English has too, like `me` and `die`, say nothing.
 *
 * @param surfaces The words of the text, lower case, without accents.
 */
export function foreignLanguagesOf(surfaces: readonly string[]): readonly LatinLanguage[] {
  const { english, own, most } = functionWords(surfaces);
  return most > english.only ? latinLanguages.filter((language) => own[language] === most) : [];
}

/** As {@link foreignLanguagesOf}, but of a text that may be a name or a note: only on strong evidence. */
export function certainLanguagesOf(surfaces: readonly string[]): readonly LatinLanguage[] {
  const { english, own, most } = functionWords(surfaces);
  return most >= 2 && most > english.all ? latinLanguages.filter((language) => own[language] === most) : [];
}

/** How many words are English function words, with and without those of other languages, and how many only of another. */
function functionWords(surfaces: readonly string[]) {
  const english = { all: 0, only: 0 };
  const own = { es: 0, pt: 0, fr: 0, de: 0 };
  for (const surface of surfaces) {
    const languages = languagesOfWord.get(surface);
    if (isStopWord(surface)) {
      english.all++;
      if (languages === undefined) english.only++;
    } else for (const language of languages ?? []) own[language]++;
  }
  return { english, own, most: Math.max(...Object.values(own)) };
}
