import { stemmer } from 'stemmer';

/**
 * Irregular forms that Porter's algorithm cannot join, from English grammar: verbs that tool texts and requests use,
 * and plurals that do not end in s. Values are base forms.
 */
const irregular = new Map<string, string>(
  Object.entries({
    sent: 'send', bought: 'buy', sold: 'sell', paid: 'pay', made: 'make', got: 'get', gotten: 'get', gave: 'give', given: 'give',
    took: 'take', taken: 'take', wrote: 'write', written: 'write', ran: 'run', went: 'go', gone: 'go', saw: 'see', seen: 'see',
    said: 'say', told: 'tell', kept: 'keep', lost: 'lose', left: 'leave', met: 'meet', spent: 'spend', built: 'build', held: 'hold',
    brought: 'bring', thought: 'think', taught: 'teach', caught: 'catch', chose: 'choose', chosen: 'choose', spoke: 'speak', spoken: 'speak',
    broke: 'break', broken: 'break', froze: 'freeze', frozen: 'freeze', hid: 'hide', hidden: 'hide', drew: 'draw', drawn: 'draw',
    grew: 'grow', grown: 'grow', knew: 'know', known: 'know', threw: 'throw', thrown: 'throw', flew: 'fly', flown: 'fly', won: 'win',
    began: 'begin', begun: 'begin', came: 'come', became: 'become', withdrew: 'withdraw', withdrawn: 'withdraw', forgot: 'forget', forgotten: 'forget',
    reset: 'reset', people: 'person', persons: 'person', children: 'child', men: 'man', women: 'woman', mice: 'mouse', feet: 'foot', teeth: 'tooth',
    indices: 'index', indexes: 'index', vertices: 'vertex', matrices: 'matrix', appendices: 'appendix', criteria: 'criterion', media: 'media', medium: 'medium',
    analyses: 'analyze', analysis: 'analyze', analyse: 'analyze', analytics: 'analyze', diagnoses: 'diagnosis', hypotheses: 'hypothesis', statuses: 'status', aliases: 'alias', viruses: 'virus', bonuses: 'bonus',
    buses: 'bus', taxes: 'tax', boxes: 'box', axes: 'axis', lives: 'life', leaves: 'leave', news: 'news', series: 'series', species: 'species',
  }),
); // biome-ignore format: a table

/**
 * Words that Porter's algorithm would run together although they mean different things; each stays as it is.
 */
const kept = new Set([
  'organization', 'university', 'universal', 'general', 'generic', 'news', 'new', 'media', 'status', 'business', 'axis', 'basis',
  'https', 'dns', 'aws', 'sms', 'gps', 'css', 'ios', 'tls', 'rss', 'gas', 'bus', 'virus', 'alias', 'canvas', 'atlas', 'redis', 'sales',
]); // biome-ignore format: a table

/**
 * The inflection base of a lower-case English word: irregular forms by table, then Porter's algorithm (Porter 1980)
 * through the `stemmer` package, with its known confusions kept apart.
 */
export function inflectionBase(word: string): string {
  const base = irregular.get(word) ?? word;
  if (kept.has(base)) return base;
  if (base.endsWith('s') && kept.has(base.slice(0, -1))) return base.slice(0, -1);
  if (base.endsWith('es') && kept.has(base.slice(0, -2))) return base.slice(0, -2);
  return stemmer(base);
}
