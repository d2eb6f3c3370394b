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

/** Function words of Spanish, Portuguese, French and German; ignored where the catalog does not know them. */
const foreignStopWords = new Set(
  (
    'el la los las un una unos unas de del al y o u en con por para que como mi mis su sus tu tus me se lo le les nos es son esta este estos estas quiero puedes puede favor hay ' +
    'os um uma do da dos das no na nos nas com ao meu minha eu ' +
    'le les des du au aux et ou dans pour avec sur mon ma mes je ce cette ces est sont ' +
    'der die das den dem ein eine einen einer und oder mit von zu zum zur auf ist sind ich mein meine meinen bitte'
  ).split(' '),
);

/** Is this lower-case word a function word of one of these languages? */
export function isForeignStopWord(surface: string): boolean {
  return foreignStopWords.has(surface);
}
