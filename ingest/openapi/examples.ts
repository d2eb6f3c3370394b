import { isRecord, type JsonSchema, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import type { OpenApiContext } from './context.js';
import { own, ownRecord } from './document.js';

const maxExamples = 3;
const maxExampleLength = 200;

/** Example values of a parameter or media type object: `example`, `examples` (3.x), `x-example` (2.0). At most 3. */
export function examplesOf(holder: unknown, context: OpenApiContext, item: string): readonly unknown[] {
  const values: unknown[] = [];
  for (const key of ['example', 'x-example']) if (own(holder, key) !== undefined) values.push(own(holder, key));
  for (const example of Object.values(ownRecord(holder, 'examples') ?? {}).slice(0, maxExamples)) {
    const value = context.follow(example, item);
    if (isRecord(value)) values.push(own(value, 'value') ?? own(value, 'dataValue'));
  }
  return values.filter((value) => value !== undefined).slice(0, maxExamples);
}

/** The schema with those of the examples that are short enough, when it has none of its own. */
export function withExamples(schema: JsonSchema, examples: readonly unknown[]): JsonSchema {
  if (schema.examples !== undefined) return schema;
  const kept = examples.filter(isShort).slice(0, maxExamples);
  return kept.length === 0 ? schema : { ...schema, examples: kept };
}

/** An object's properties, each with the values that examples of the whole object give it. */
export function withPropertyExamples(
  properties: Readonly<Record<string, JsonSchema>>,
  examples: readonly unknown[],
): Readonly<Record<string, JsonSchema>> {
  if (examples.length === 0) return properties;
  const result: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const values = examples
      .map((example) => own(example, name))
      .filter((value) => value !== undefined && value !== null);
    setOwn(result, name, withExamples(schema, values));
  }
  return result;
}

function isShort(value: unknown): value is JsonValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text !== undefined && text.length <= maxExampleLength;
}
