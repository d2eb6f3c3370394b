import { seededRandom } from './seeded.mjs';

const verbs = 'create list get update delete search export archive restore assign share approve'.split(' ');
const nouns = (
  'invoice customer order shipment ticket project repository branch message channel contact campaign coupon refund ' +
  'subscription product warehouse employee payslip vacation meeting calendar room booking flight passenger vehicle ' +
  'driver route sensor reading alert dashboard report dataset model experiment image video playlist track album ' +
  'patient appointment prescription claim policy course student lesson exam certificate garden plant recipe'
).split(' ');
const qualifiers = 'open closed pending yearly monthly draft archived shared private public overdue regional'.split(
  ' ',
);
const phrases = (
  'by its id|with all of its lines|that belong to the current user|in the given time range|and notify the owner|' +
  'as a file|in pages of fifty|sorted by date|without touching its history|for one branch office|from the trash|in bulk'
).split('|');

/**
 * Rows for `ingestTools`, the same for the same index: a verb and a noun, made apart by a service's number, with two
 * to four inputs and an output that carries the noun's id, so that there is something to link.
 */
export function syntheticTool(index) {
  const random = seededRandom(index + 1);
  const pick = (words) => words[Math.floor(random() * words.length)];
  const [verb, noun, qualifier] = [pick(verbs), pick(nouns), pick(qualifiers)];
  const service = `service${Math.floor(index / 500)}`;
  const other = pick(nouns);
  const properties = {
    [`${noun}_id`]: { type: 'string', description: `Id of the ${noun}.` },
    [`${other}_id`]: { type: 'string', description: `Id of the ${other} that it goes with.` },
    [pick(qualifiers)]: { type: 'boolean', description: `Only ${qualifier} ones.` },
  };
  return {
    name: `${verb}_${qualifier}_${noun}_${index}`,
    description: `${verb[0].toUpperCase()}${verb.slice(1)} ${qualifier} ${noun}s ${pick(phrases)}, ${pick(phrases)}.`,
    inputSchema: { type: 'object', properties, required: verb === 'create' || verb === 'list' ? [] : [`${noun}_id`] },
    outputSchema: { type: 'object', properties: { id: { type: 'string' }, [`${noun}_id`]: { type: 'string' } } },
    service,
  };
}

/** Queries in the words of {@link syntheticTool}, short and long. */
export function syntheticQueries(count) {
  const random = seededRandom(7);
  const pick = (words) => words[Math.floor(random() * words.length)];
  return Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? `${pick(verbs)} ${pick(nouns)}`
      : `${pick(verbs)} the ${pick(qualifiers)} ${pick(nouns)} ${pick(phrases)} and the ${pick(nouns)} it goes with`,
  );
}
