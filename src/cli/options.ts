import { UsageError } from './failure.js';

/** Reads `-k` and its like: a whole number of at least 1. */
export function positiveInteger(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1)
      throw new UsageError(`${name} must be a whole number of at least 1, not "${text}"`);
    return value;
  };
}

/** Reads `--budget` and its like: a whole number of 0 or more. */
export function wholeNumber(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < 0)
      throw new UsageError(`${name} must be a whole number of 0 or more, not "${text}"`);
    return value;
  };
}

/** Reads a share: a number from 0 to 1. */
export function share(name: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= 0 && value <= 1))
      throw new UsageError(`${name} must be a number from 0 to 1, not "${text}"`);
    return value;
  };
}

/** Reads the cutoffs of `eval -k`: one whole number of at least 1, or several with commas. */
export function cutoffs(text: string): readonly number[] {
  return text.split(',').map(positiveInteger('-k'));
}

/** Gathers an option that may be given several times. */
export function gather(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Splits `SOURCE… "query"`: the last argument is the query. */
export function splitQuery(args: readonly string[], command: string): { sources: string[]; query: string } {
  const query = args.at(-1);
  if (query === undefined || args.length < 2)
    throw new UsageError(
      `${command} needs a source and then a query — try: toolgraph ${command} ${args[0] ?? 'openapi.yaml'} "cancel an order"`,
    );
  return { sources: args.slice(0, -1), query };
}
