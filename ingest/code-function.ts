import type { JsonSchema } from '../src/core/json-schema.js';
import type { ToolAnnotations } from '../src/core/tool-schema.js';
import type { Signature } from './signature.js';

/** A function as source text describes it, whatever the language; nothing of it was run. */
export interface CodeFunction {
  /** Unique in its file: `findOrder`, `Garden.water`, `tools.stamp`. */
  readonly id: string;
  readonly name: string;
  /** First line of the definition, from 1. */
  readonly line: number;
  readonly title?: string;
  /** Absent when the source has no words about it. */
  readonly description?: string;
  readonly signature: Signature;
  /** A schema that the source states itself (JSON Schema or a schema expression); the signature then only binds. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly requires?: readonly string[];
  readonly provides?: readonly string[];
  readonly tags?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly deprecated?: boolean;
  readonly keywords?: readonly string[];
  /** Can other modules reach it? */
  readonly public: boolean;
  /** Does the source give every parameter a type? */
  readonly typed: boolean;
}
