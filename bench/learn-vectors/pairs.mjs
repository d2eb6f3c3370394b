/** Turns operations and dictionary entries into pairs of texts that mean the same. */
import { shuffle } from './random.mjs';

/** How operations and meanings are drawn. */
const drawing = {
  /** Most operations of one vendor in an epoch: large vendors must not drown the others. */
  perVendor: 500,
  /** Operations of one vendor that stand together, so that a batch holds near-twins to be told apart. */
  together: 8,
  /** Dictionary entries as a share of the whole. */
  dictionary: 0.25,
};

/**
 * One epoch's pairs, in order.
 *
 * @param {Map<string, object[]>} byVendor Operations as term numbers: `summary`, `name`, `description`, `parameters`, `inputs`.
 * @param {object[]} entries Dictionary entries as term numbers: `words`, `definition`, `examples`.
 * @returns {[number[], number[]][]}
 */
export function epochPairs(byVendor, entries, random) {
  const groups = [];
  let operations = 0;
  for (const own of byVendor.values()) {
    const drawn = shuffle([...own], random).slice(0, drawing.perVendor);
    operations += drawn.length;
    for (let i = 0; i < drawn.length; i += drawing.together) {
      groups.push(drawn.slice(i, i + drawing.together).map((operation) => operationPair(operation, random)));
    }
  }
  const wanted = Math.round((operations * drawing.dictionary) / (1 - drawing.dictionary));
  const drawn = shuffle([...entries], random);
  for (let i = 0; i < wanted; i += drawing.together) {
    groups.push(
      Array.from({ length: Math.min(drawing.together, wanted - i) }, (_, k) =>
        entryPair(drawn[(i + k) % drawn.length], random),
      ),
    );
  }
  return shuffle(groups, random).flat();
}

/** What people write about an operation, beside what its author named it. */
function operationPair({ summary, name, description, parameters, inputs }, random) {
  const draw = random();
  if (draw < 0.1 && inputs.length > 0) {
    const input = inputs[Math.floor(random() * inputs.length)];
    return [input.description, input.name];
  }
  const pair =
    draw < 0.5
      ? [summary, name]
      : draw < 0.65
        ? [summary, [...name, ...parameters]]
        : draw < 0.8
          ? [summary, [...name, ...description]]
          : [description.length > 4 ? description : summary, [...name, ...(draw < 0.9 ? parameters : summary)]];
  return random() < 0.5 ? [withoutShared(pair[0], pair[1], 0.6, random), pair[1]] : pair;
}

/** A word beside its definition, an example of its use, or its synonyms. */
function entryPair({ words, definition, examples }, random) {
  const draw = random();
  let pair = [definition, words];
  if (draw >= 0.7 && draw < 0.85 && words.length > 1) {
    const cut = 1 + Math.floor(random() * (words.length - 1));
    pair = [words.slice(0, cut), words.slice(cut)];
  } else if (draw >= 0.85 && examples.length > 2) pair = [examples, words];
  return random() < 0.7 ? [withoutShared(pair[0], pair[1], 0.9, random), pair[1]] : pair;
}

/** Drops words that both sides share, at random: what is left must be recognised by its meaning. */
function withoutShared(terms, others, chance, random) {
  const dropped = new Set(terms.filter((term) => others.includes(term) && random() < chance));
  const left = terms.filter((term) => !dropped.has(term));
  return left.length > 0 ? left : terms;
}
