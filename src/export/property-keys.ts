import { shortHash, withSuffix } from '../core/names.js';

/**
 * Keys that fit `grammar`, for keys in their order: a key that fits keeps itself, another has its illegal characters
 * replaced by `_` and, where that is taken or too long, ends in a hash of the original. The same keys always give the
 * same result, so that it can be undone later without a table.
 */
export function providerKeys(keys: readonly string[], grammar: RegExp | undefined): Map<string, string> {
  if (grammar === undefined) return new Map(keys.map((key) => [key, key]));
  const taken = new Set(keys.filter((key) => grammar.test(key)));
  const result = new Map<string, string>();
  for (const key of keys) {
    if (grammar.test(key)) {
      result.set(key, key);
      continue;
    }
    const made = freeKey(key, grammar, taken);
    taken.add(made);
    result.set(key, made);
  }
  return result;
}

function freeKey(key: string, grammar: RegExp, taken: ReadonlySet<string>): string {
  const clean = key.replace(/[^a-zA-Z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  const legal = /^[a-zA-Z_]/.test(clean) ? clean : `_${clean}`;
  if (grammar.test(legal) && legal !== '_' && !taken.has(legal)) return legal;
  let hashed = withSuffix(legal, shortHash(key));
  for (let round = 1; taken.has(hashed); round++) hashed = withSuffix(legal, shortHash(`${key}${round}`));
  return hashed;
}
