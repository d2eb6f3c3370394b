import type { FieldOptions } from './field-options.js';
import type { ModuleScope } from './scope.js';
import type { PyExpression } from './syntax-tree.js';
import type { RawSchema } from './type-names.js';

/** What an annotation says. The schema may hold `$ref`s into {@link TypeReader.definitions}. */
export interface TypeReading {
  readonly schema: RawSchema;
  /** The host supplies the value; it is not asked of the model. */
  readonly injected?: true;
  /** A function, class or other value that cannot be written down in JSON. */
  readonly unwritable?: true;
  /** `Required[…]` and `NotRequired[…]`. */
  readonly presence?: 'required' | 'optional';
  /** What a `Field(…)` inside `Annotated` says. */
  readonly options?: FieldOptions;
  /** Nothing is known of this type but its name. */
  readonly unknownName?: string;
}

/** Where an annotation stands: its file, and what the type variables around it are bound to. */
export interface TypeEnvironment {
  readonly scope: ModuleScope;
  readonly bound?: ReadonlyMap<string, RawSchema>;
}

/** Finds the file of the same ingest that an imported name comes from. */
export type ImportResolver = (qualified: string, from: ModuleScope) => { scope: ModuleScope; name: string } | undefined;

/** Reads type expressions; what the readers of classes, signatures and docstrings need of annotations. */
export interface TypeReader {
  /** Named types met so far, for `canonicalSchema({ …, $defs })`. */
  readonly definitions: Readonly<Record<string, RawSchema>>;
  /** What a type expression says. `depth` counts the types around it, from 0. */
  read(expression: PyExpression, environment: TypeEnvironment, depth?: number): TypeReading;
}
