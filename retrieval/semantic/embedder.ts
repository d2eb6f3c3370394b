import { ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';

/** A model's vector for one text. */
export type EmbeddingVector = Float32Array | readonly number[];

/** What an embedder is told beside the texts. */
export interface EmbedContext {
  /** Some models read a request differently from what it should find. */
  readonly purpose: 'query' | 'tool';
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A model that turns texts into vectors whose cosine says how near they are in meaning. */
export interface Embedder {
  /**
   * Names the model and every setting that changes its vectors, in 1 to 200 characters. Stored vectors are used with
   * the embedder of this very id only. It is saved and shown: it must not hold a key.
   */
  readonly id: string;
  /** Length of every vector: 1 to 16,384. */
  readonly dimensions: number;
  /** Most texts of one call. Default 64. */
  readonly batchSize?: number;
  /** One vector a text, in the order of the texts. They need not have unit length. */
  embed(texts: readonly string[], context: EmbedContext): Promise<readonly EmbeddingVector[]>;
}

/** Batch size of an embedder that names none. */
export const defaultBatchSize = 64;

const largest = { id: 200, dimensions: 16_384, batchSize: 4096 } as const;

/** The value as an embedder. @throws ToolGraphError `INVALID_ARGUMENT` naming what is wrong with it. */
export function checkEmbedder(value: unknown): Embedder {
  const refuse = (what: string): never => {
    throw new ToolGraphError(
      'INVALID_ARGUMENT',
      `This is no embedder: ${what}. One has { id, dimensions, embed(texts, { purpose, signal }) }.`,
    );
  };
  if (typeof value !== 'object' || value === null) return refuse(`it is ${value === null ? 'null' : typeof value}`);
  const { id, dimensions, batchSize, embed } = value as Record<string, unknown>;
  if (typeof id !== 'string' || id.trim() === '' || id.length > largest.id)
    return refuse(`"id" must be a text of 1 to ${largest.id} characters`);
  if (!isWhole(dimensions, largest.dimensions))
    return refuse(
      `"dimensions" of ${JSON.stringify(id)} must be 1 to ${largest.dimensions}, not ${String(dimensions)}`,
    );
  if (batchSize !== undefined && !isWhole(batchSize, largest.batchSize))
    return refuse(`"batchSize" of ${JSON.stringify(id)} must be 1 to ${largest.batchSize}, not ${String(batchSize)}`);
  if (typeof embed !== 'function') return refuse(`${JSON.stringify(id)} has no function "embed"`);
  return value as Embedder;
}

function isWhole(value: unknown, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
}

/** A vector at unit length, or why it cannot be used, as a phrase. */
export function readVector(value: unknown, dimensions: number): Float32Array | string {
  if (!(value instanceof Float32Array) && !(value instanceof Float64Array) && !Array.isArray(value))
    return isRecord(value)
      ? 'is an object, not a list of numbers'
      : `is ${String(value).slice(0, 40)}, not a list of numbers`;
  if (value.length !== dimensions) return `has ${value.length} numbers instead of ${dimensions}`;
  let squares = 0;
  for (let i = 0; i < dimensions; i++) {
    const number: unknown = value[i];
    if (typeof number !== 'number' || !Number.isFinite(number)) return `holds ${describe(number)} at position ${i}`;
    squares += number * number;
  }
  if (squares === 0) return 'is all zeros';
  if (!Number.isFinite(squares)) return 'holds numbers too large to compare';
  const unit = new Float32Array(dimensions);
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < dimensions; i++) unit[i] = (value[i] as number) * scale;
  return unit;
}

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : value === null ? 'null' : `a ${typeof value}`;
}
