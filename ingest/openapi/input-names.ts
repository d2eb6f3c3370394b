import { shortHash } from '../../src/core/names.js';
import type { InputLocation } from '../../src/core/tool-schema.js';

/** An input that needs a name of its own within its tool. */
export interface UnnamedInput {
  readonly originalName: string;
  readonly in: InputLocation;
  /** It carries the whole body, so its name is ours to choose. */
  readonly whole?: true;
}

const maxLength = 64;
const locationOrder: readonly InputLocation[] = ['path', 'query', 'header', 'cookie', 'body', 'argument'];

/**
 * Exposed names of one tool's inputs, in order: `^[A-Za-z0-9_.-]{1,64}$` and distinct. Of several with one name the
 * first location (path, query, header, cookie, body) keeps it and the others get theirs behind it: `slot`,
 * `slot_query`, `slot_body`. A whole body takes the first free one of `body`, `request_body`, `body_2`.
 */
export function exposeInputNames(inputs: readonly UnnamedInput[]): string[] {
  const names = new Map<UnnamedInput, string>();
  const taken = new Set<string>();
  const take = (input: UnnamedInput, candidates: readonly string[]): void => {
    const stem = candidates.at(-1) as string;
    let name = candidates.find((candidate) => !taken.has(candidate));
    for (let count = 2; name === undefined; count++) {
      const numbered = withEnding(stem, String(count));
      if (!taken.has(numbered)) name = numbered;
    }
    taken.add(name);
    names.set(input, name);
  };
  const byPriority = inputs
    .map((input) => ({ input, base: toInputName(input.originalName) }))
    .sort(
      (a, b) =>
        Number(b.base === b.input.originalName) - Number(a.base === a.input.originalName) ||
        locationOrder.indexOf(a.input.in) - locationOrder.indexOf(b.input.in),
    );
  for (const { input, base } of byPriority.filter(({ input }) => input.whole === undefined || input.in !== 'body'))
    take(input, [base, withEnding(base, input.in)]);
  for (const { input } of byPriority.filter(({ input }) => input.whole !== undefined && input.in === 'body'))
    take(input, ['body', 'request_body', 'body']);
  return inputs.map((input) => names.get(input) as string);
}

/** Text as an input name of every provider's grammar: `filter_name` of `filter[name]`, `top` of `$top`. */
export function toInputName(text: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(text)) return text;
  const plain = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  const legal = plain.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '');
  if (legal === '') return `input_${shortHash(text)}`;
  return legal.length <= maxLength ? legal : withEnding(legal, shortHash(text));
}

function withEnding(name: string, ending: string): string {
  return `${name.slice(0, maxLength - ending.length - 1)}_${ending}`;
}
