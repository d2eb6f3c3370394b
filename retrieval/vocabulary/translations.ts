import { actions } from './topics/actions.js';
import { commerce } from './topics/commerce.js';
import { computing } from './topics/computing.js';
import { life } from './topics/life.js';
import { office } from './topics/office.js';
import { places } from './topics/places.js';
import { timeAndMeasure } from './topics/time-and-measure.js';

/** The columns of the table, in their order. */
export const tableLanguages = ['en', 'ko', 'ja', 'zh', 'es', 'pt', 'fr', 'de'] as const;
export type TableLanguage = (typeof tableLanguages)[number];

/**
 * Common words of requests for tools, a concept a line, a column a language, parted by `|`, alternatives by `,`. Written by
 * hand from general knowledge of the languages, topic by topic; no evaluation set was read for it.
 *
 * - Korean and Japanese verbs and adjectives stand in their dictionary form (보내다, 送る, 安い); their forms are derived.
 * - Chinese stands in simplified characters; other writings of the same characters are folded to them.
 * - A word with Latin letters that ends in `*` stands for every word that begins so.
 */
export const translationTable: readonly string[] = [
  actions,
  computing,
  office,
  commerce,
  places,
  life,
  timeAndMeasure,
].flatMap((topic) => topic.trim().split('\n'));
