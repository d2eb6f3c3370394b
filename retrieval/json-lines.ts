import { readFileSync } from 'node:fs';
import { messageOf, ToolGraphError } from '../src/core/errors.js';

/** One line of a file of JSON lines. */
export interface JsonLine {
  readonly value: unknown;
  /** `file:line`, for messages. */
  readonly place: string;
}

/**
 * The values of a file with one JSON value a line; empty lines are passed over.
 *
 * @throws ToolGraphError `INVALID_DATASET` for a line that is no JSON.
 */
export function readJsonLines(path: string): JsonLine[] {
  return readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const place = `${path}:${index + 1}`;
      try {
        return [{ value: JSON.parse(line) as unknown, place }];
      } catch (cause) {
        throw new ToolGraphError('INVALID_DATASET', `${place} is no JSON: ${messageOf(cause, 120)}.`, { cause });
      }
    });
}

/** Is it a list of names? */
export function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
