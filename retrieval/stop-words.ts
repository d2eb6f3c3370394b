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
