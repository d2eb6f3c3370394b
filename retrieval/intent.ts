import type { ToolSchema } from '../src/core/tool-schema.js';
import { stem, tokenize } from './tokenize.js';

/** What an operation does to its object. */
export const intents = ['create', 'list', 'read', 'search', 'update', 'delete', 'run', 'count', 'send'] as const;
export type Intent = (typeof intents)[number];

/** Everyday verbs for each intent. General English; a verb may stand for several. */
const verbs: Readonly<Record<Intent, string>> = {
  create: 'create add new make insert register open post generate submit issue start compose draft build establish file schedule book',
  list: 'list show all every enumerate browse',
  read: 'get fetch retrieve read view show display obtain see tell check describe give know download look',
  search: 'search find query locate discover filter seek look',
  update: 'update change edit modify set patch rename adjust replace put alter configure assign move correct',
  delete: 'delete remove destroy drop clear erase purge cancel revoke uninstall detach unlink rid',
  run: 'run execute invoke start launch trigger call perform',
  count: 'count many number total',
  send: 'send email message notify share deliver',
}; // biome-ignore format: a table

/** Verbs that so many tools share that as words they tell little apart; as intents they still count. */
const genericVerbs =
  'get list show find give make create add all view see check tell know provide fetch retrieve obtain information detail use return allow';

const maskOfVerb = new Map<string, number>();
intents.forEach((intent, bit) => {
  for (const verb of verbs[intent].split(' '))
    maskOfVerb.set(stem(verb), (maskOfVerb.get(stem(verb)) ?? 0) | (1 << bit));
});
const genericTerms = new Set(genericVerbs.split(' ').map(stem));

/** Intents that answer one another's requests: whoever asks to see something may be served by a list or a search. */
const near = new Map<Intent, readonly Intent[]>([
  ['list', ['read', 'search', 'count']],
  ['read', ['list', 'search']],
  ['search', ['list', 'read']],
  ['count', ['list']],
]);

const nearMask = intents.map((intent, bit) =>
  (near.get(intent) ?? []).reduce((mask, other) => mask | (1 << intents.indexOf(other)), 1 << bit),
);

/** Factors on a tool's score; measured on all dev sets at once, where they gain and nothing loses more than noise. */
const agreement = { same: 1.1, near: 1, other: 0.9, avoided: 0.75 } as const;

/** Is this term a verb that tells little apart? */
export function isGenericVerb(term: string): boolean {
  return genericTerms.has(term);
}

/** Intents a term stands for, as bits in the order of {@link intents}; 0 for none. */
export function intentsOfTerm(term: string): number {
  return maskOfVerb.get(term) ?? 0;
}

/** The words of an intent mask, in the order of {@link intents}. */
export function intentNames(mask: number): Intent[] {
  return intents.filter((_, bit) => (mask & (1 << bit)) !== 0);
}

const intentOfMethod = new Map<string, Intent>([
  ['GET', 'read'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
]);

/**
 * What a tool does: the first verb of its name together with the first of its description's opening words; without
 * either, what its HTTP method usually means. Bits in the order of {@link intents}; 0 when nothing tells.
 */
export function toolIntents(tool: ToolSchema): number {
  const name = tool.originalName.split(/::|[./]/).at(-1) ?? tool.originalName;
  const mask = firstVerb(name, 6) | firstVerb(tool.description.slice(0, 120), 3);
  if (mask !== 0 || !('method' in tool.source) || tool.source.method === undefined) return mask;
  const intent = intentOfMethod.get(tool.source.method);
  return intent === undefined ? 0 : 1 << intents.indexOf(intent);
}

function firstVerb(text: string, within: number): number {
  let seen = 0;
  for (const word of tokenize(text)) {
    if (word.whole) continue;
    const mask = intentsOfTerm(word.term);
    if (mask !== 0) return mask;
    if (++seen >= within) return 0;
  }
  return 0;
}

/** How a tool's intents answer a query's: a factor around 1, and 1 when either is unknown. */
export function intentFactor(queryMask: number, toolMask: number): number {
  if (queryMask === 0 || toolMask === 0) return 1;
  if ((queryMask & toolMask) !== 0) return agreement.same;
  for (let bit = 0; bit < intents.length; bit++) {
    if ((toolMask & (1 << bit)) !== 0 && ((nearMask[bit] as number) & queryMask) !== 0) return agreement.near;
  }
  return agreement.other;
}

const factorTables = new Map<number, Float64Array>();

/**
 * {@link intentFactor} of one query for every tool mask, as a table: ranking asks it for each tool that has a term.
 * A tool that does what the query says not to do, and nothing that it asks for, is lowered.
 */
export function intentFactors(queryMask: number, avoided = 0): Float64Array {
  const key = (avoided << intents.length) | queryMask;
  let table = factorTables.get(key);
  if (table === undefined) {
    table = Float64Array.from({ length: 1 << intents.length }, (_, toolMask) => {
      const factor = intentFactor(queryMask, toolMask);
      return (toolMask & avoided) !== 0 && (toolMask & queryMask) === 0 ? factor * agreement.avoided : factor;
    });
    factorTables.set(key, table);
  }
  return table;
}
