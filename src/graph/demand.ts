import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { keyClassOf, nameWords } from './words.js';

const requiredPaths = new WeakMap<ToolSchema, ReadonlySet<string>>();

/** Does the edge fill an input that its consumer cannot do without? A context key is one. */
export function isRequired({ to }: ToolEdge, consumer: ToolSchema | undefined): boolean {
  if (consumer === undefined) return false;
  let paths = requiredPaths.get(consumer);
  if (paths === undefined) {
    const fields = consumer.consumes.filter((field) => field.required === true);
    paths = new Set([...consumer.requires, ...fields.map(({ path }) => path)]);
    requiredPaths.set(consumer, paths);
  }
  return paths.has(to);
}

/**
 * Is the input of a kind whose value people know and say: a name, a number, a word, a file? Ids and tokens they have to
 * be given, and context keys are none of theirs.
 */
export function isSayable(edge: ToolEdge, consumer: ToolSchema | undefined): boolean {
  if (consumer?.requires.includes(edge.to) === true) return false;
  const cls = keyClassOf(nameWords(lastName(edge.to)).at(-1) ?? '');
  return cls !== 'id' && cls !== 'token';
}

/** The name of the field at the end of a path: `ids` of `body.items[].ids[]`. */
function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', '');
}
