import type { RawSchema } from './type-names.js';

/** An enumeration of values, with their type when they share one. */
export function enumSchema(values: readonly unknown[]): RawSchema {
  const unique = [...new Set(values)];
  if (unique.length === 0) return {};
  const types = [...new Set(unique.map(jsonType))];
  const type = types.includes('number') ? types.filter((name) => name !== 'integer') : types;
  return { type: type.length === 1 ? type[0] : type, enum: unique };
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * A union in its shortest form: plain types as a type list, a nullable type as itself with `null`, else `anyOf`.
 * A member that allows anything makes the whole allow anything.
 */
export function unionSchema(members: readonly RawSchema[]): RawSchema {
  const distinct = [...new Map(members.map((member) => [JSON.stringify(member), member] as const)).values()];
  const values = distinct.filter((member) => member['type'] !== 'null');
  const nullable = values.length < distinct.length;
  if (values.length === 0) return nullable ? { type: 'null' } : {};
  if (values.some((member) => Object.keys(member).length === 0)) return {};
  const [only] = values;
  if (only !== undefined && values.length === 1) return nullable ? nullableSchema(only) : only;
  if (values.every((member) => Object.keys(member).length === 1 && typeof member['type'] === 'string')) {
    const types = new Set(values.map((member) => member['type'] as string));
    if (types.has('number')) types.delete('integer');
    const list = [...types, ...(nullable ? ['null'] : [])];
    return { type: list.length === 1 ? list[0] : list };
  }
  if (values.every((member) => Array.isArray(member['enum']) && Object.keys(member).length === 2))
    return enumSchema([...values.flatMap((member) => member['enum'] as unknown[]), ...(nullable ? [null] : [])]);
  return { anyOf: nullable ? [...values, { type: 'null' }] : values };
}

function nullableSchema(schema: RawSchema): RawSchema {
  const { type } = schema;
  const list = typeof type === 'string' ? [type] : Array.isArray(type) ? (type as string[]) : undefined;
  if (list !== undefined) {
    const values = Array.isArray(schema['enum'])
      ? { enum: [...new Set([...(schema['enum'] as unknown[]), null])] }
      : {};
    return { ...schema, type: [...new Set([...list, 'null'])], ...values };
  }
  const { description, ...rest } = schema;
  const branches = Array.isArray(rest['anyOf'])
    ? [...(rest['anyOf'] as unknown[]), { type: 'null' }]
    : [rest, { type: 'null' }];
  return { ...(description === undefined ? {} : { description }), anyOf: branches };
}
