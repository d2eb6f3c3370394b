import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { ConfigProblem } from './config-error.js';

/** A step to a value: a key of a map, an index of a list. */
export type Path = readonly (string | number)[];

const limits = { bytes: 1 << 20, aliases: 100 } as const;

/** The text of a configuration file, parsed, with the place of everything in it. */
export class ConfigDocument {
  readonly #document: Document;
  readonly #lines = new LineCounter();
  /** What is wrong with it as YAML. With any of these, there is no value. */
  readonly problems: readonly ConfigProblem[];
  /** The plain value; an empty file is an empty object. */
  readonly value: unknown;

  /** True when the file holds no value at all: nothing, blanks or comments. */
  get isEmpty(): boolean {
    return this.#document.contents === null;
  }

  constructor(text: string) {
    if (text.length > limits.bytes) {
      this.#document = parseDocument('');
      this.problems = [{ line: 1, column: 1, message: `The file is larger than ${limits.bytes} characters.` }];
      return;
    }
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, strict: true });
    const problems: ConfigProblem[] = this.#document.errors.map((error) => ({
      ...this.#placeOf(error.pos[0]),
      message: `${firstLine(error.message)}.`,
    }));
    if (problems.length === 0) {
      try {
        this.value = this.#document.toJS({ maxAliasCount: limits.aliases }) ?? {};
      } catch (thrown) {
        if (!(thrown instanceof ReferenceError)) throw thrown;
        problems.push({ line: 1, column: 1, message: `${firstLine(thrown.message)}.` });
      }
    }
    this.problems = problems;
  }

  /** A problem with the value at a path; with `key` it points at that key of the map there. */
  problemAt(path: Path, message: string, key?: string): ConfigProblem {
    return { ...this.#placeAt(path, key), message };
  }

  #placeAt(path: Path, key: string | undefined): Pick<ConfigProblem, 'line' | 'column'> {
    let node = this.#document.contents as Node | null | undefined;
    let offset = startOf(node);
    for (const step of path) {
      node = this.#childOf(node, step);
      offset = startOf(node) ?? offset;
    }
    const named = key === undefined ? undefined : this.#keyOf(node, key);
    return this.#placeOf(startOf(named) ?? offset ?? 0);
  }

  #childOf(parent: Node | null | undefined, step: string | number): Node | null | undefined {
    const node = isAlias(parent) ? parent.resolve(this.#document) : parent;
    if (isMap(node)) return node.items.find(({ key }) => isScalar(key) && String(key.value) === step)?.value as Node;
    if (isSeq(node)) return node.items[Number(step)] as Node;
    return undefined;
  }

  #keyOf(parent: Node | null | undefined, key: string): Node | undefined {
    const node = isAlias(parent) ? parent.resolve(this.#document) : parent;
    if (!isMap(node)) return undefined;
    return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)?.key as Node;
  }

  #placeOf(offset: number): Pick<ConfigProblem, 'line' | 'column'> {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }
}

function startOf(node: Node | null | undefined): number | undefined {
  return node?.range?.[0];
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
}
