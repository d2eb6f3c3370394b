import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { canonicalSchema, type JsonSchema, type SchemaIssue } from '../../src/core/json-schema.js';
import { SchemaMemo } from '../../src/core/schema-memo.js';
import { ValuePool } from '../../src/core/value-pool.js';
import type { OpenApiVersion, Raw } from './document.js';
import { Polymorphism } from './polymorphism.js';
import type { References } from './references.js';

/** Budgets of one tool's schemas. What comes back is only matched and shown in part, so it gets less. */
const budgets = {
  input: { maxDepth: 12, maxNodes: 800 },
  output: { maxDepth: 8, maxNodes: 600 },
} as const;

/** What every step of reading one document shares. */
export class OpenApiContext {
  readonly document: Raw;
  readonly version: OpenApiVersion;
  readonly references: References;
  readonly log: DiagnosticLog;
  readonly #polymorphism: Polymorphism;
  readonly #pool = new ValuePool();
  readonly #memos = {
    input: new SchemaMemo<JsonSchema, SchemaIssue>(this.#pool),
    output: new SchemaMemo<JsonSchema, SchemaIssue>(this.#pool),
  } as const;

  constructor(document: Raw, version: OpenApiVersion, references: References, log: DiagnosticLog) {
    this.document = document;
    this.version = version;
    this.references = references;
    this.log = log;
    this.#polymorphism = new Polymorphism(document, references);
  }

  /** The canonical form of a schema of the document; what could not be read is a warning about `item`. */
  schema(raw: unknown, direction: 'input' | 'output', item: string): JsonSchema {
    const broken = new Set<string>();
    return canonicalSchema(raw, {
      root: this.document,
      direction,
      memo: this.#memos[direction],
      ...budgets[direction],
      rewrite: (schema) => this.#polymorphism.rewrite(schema),
      resolveRef: (ref) => {
        const found = this.references.lookUp(ref);
        if (found === undefined && !broken.has(ref)) {
          broken.add(ref);
          this.log.warn('unresolved-ref', item, this.references.explain(ref));
        }
        return found;
      },
      onIssue: ({ code, message }) => {
        const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
        if (code === 'unresolved-ref') {
          // the others were named by resolveRef, without what a reference may hold of secrets
          if (message.startsWith('reference "#/')) this.log.warn(code, item, text);
        } else if (code === 'schema-cut')
          this.log.info(code, item, `${direction === 'input' ? 'Input' : 'Output'}: ${message}.`);
        else this.log.warn(code, item, text);
      },
    });
  }

  /** The value that all equal ones of the document's tools share; it must not be changed any more. */
  shared<T>(value: T): T {
    return this.#pool.share(value);
  }

  /** Follows references of anything but a schema; undefined, and a warning about `item`, when they lead nowhere. */
  follow(value: unknown, item: string): unknown {
    const found = this.references.follow(value);
    if (found.broken !== undefined) this.log.warn('unresolved-ref', item, this.references.explain(found.broken));
    return found.value;
  }
}
