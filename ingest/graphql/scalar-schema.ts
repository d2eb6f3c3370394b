import type { GraphQLScalarType } from 'graphql';
import type { JsonSchema } from '../../src/core/json-schema.js';

type Form = Pick<JsonSchema, 'type' | 'format' | 'contentEncoding'>;

const builtIn: Readonly<Record<string, Form>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
};

/** Names that common scalar libraries and servers agree on, compared in lower case. */
const custom: Readonly<Record<string, Form>> = {
  datetime: { type: 'string', format: 'date-time' },
  timestamp: { type: 'string', format: 'date-time' },
  timestamptz: { type: 'string', format: 'date-time' },
  instant: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  localdate: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'time' },
  localtime: { type: 'string', format: 'time' },
  duration: { type: 'string', format: 'duration' },
  uuid: { type: 'string', format: 'uuid' },
  guid: { type: 'string', format: 'uuid' },
  uri: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  email: { type: 'string', format: 'email' },
  emailaddress: { type: 'string', format: 'email' },
  ipv4: { type: 'string', format: 'ipv4' },
  ipv6: { type: 'string', format: 'ipv6' },
  hostname: { type: 'string', format: 'hostname' },
  html: { type: 'string' },
  markdown: { type: 'string' },
  locale: { type: 'string' },
  cursor: { type: 'string' },
  currency: { type: 'string' },
  phonenumber: { type: 'string' },
  bigint: { type: ['string', 'integer'] },
  long: { type: 'integer' },
  positiveint: { type: 'integer' },
  nonnegativeint: { type: 'integer' },
  unsignedint: { type: 'integer' },
  bigdecimal: { type: ['string', 'number'] },
  decimal: { type: ['string', 'number'] },
  positivefloat: { type: 'number' },
  jsonobject: { type: 'object' },
  map: { type: 'object' },
  base64: { type: 'string', contentEncoding: 'base64' },
  base64string: { type: 'string', contentEncoding: 'base64' },
  byte: { type: 'string', contentEncoding: 'base64' },
  void: { type: 'null' },
};

/** Specifications that a scalar may name with `@specifiedBy`, by a part of their address. */
const specified: readonly (readonly [string, Form])[] = [
  ['rfc3339', { type: 'string', format: 'date-time' }],
  ['graphql-scalars/date-time', { type: 'string', format: 'date-time' }],
  ['graphql-scalars.dev/docs/scalars/date-time', { type: 'string', format: 'date-time' }],
  ['rfc4122', { type: 'string', format: 'uuid' }],
  ['rfc9562', { type: 'string', format: 'uuid' }],
  ['rfc3986', { type: 'string', format: 'uri' }],
  ['url.spec.whatwg.org', { type: 'string', format: 'uri' }],
  ['rfc5322', { type: 'string', format: 'email' }],
  ['rfc4648', { type: 'string', contentEncoding: 'base64' }],
];

/** Endings of names whose values are text whatever else they are: `PreciseDateTime`, `AvatarUrl`, `CustomerId`. */
const endings: readonly (readonly [RegExp, Form])[] = [
  [/(DateTime|Timestamp)$/, { type: 'string', format: 'date-time' }],
  [/Date$/, { type: 'string', format: 'date' }],
  [/(Url|URL|Uri|URI)$/, { type: 'string', format: 'uri' }],
  [/(String|Text|Id|ID|Token|Cursor|HTML|Html|Name|Code|Slug|Hash)$/, { type: 'string' }],
];

/**
 * A scalar as JSON Schema. Built-in ones and common custom ones have a type, by name or by the specification that
 * `@specifiedBy` names; any other custom scalar accepts anything, and says its name and description.
 */
export function scalarSchema(scalar: GraphQLScalarType): JsonSchema {
  if (Object.hasOwn(builtIn, scalar.name)) return builtIn[scalar.name] as JsonSchema;
  const form = formOf(scalar);
  const about = scalar.description?.trim();
  const link = scalar.specifiedByURL;
  const text = [about ?? '', link === null || link === undefined ? '' : `Format as in ${link}.`].filter(
    (part) => part !== '',
  );
  const named = form === undefined && text.length === 0 ? [`Custom scalar ${scalar.name}.`] : text;
  return { ...form, ...(named.length === 0 ? {} : { description: named.join(' ').slice(0, 400) }) };
}

function formOf(scalar: GraphQLScalarType): Form | undefined {
  const known = scalar.name.toLowerCase();
  if (Object.hasOwn(custom, known)) return custom[known];
  const link = scalar.specifiedByURL?.toLowerCase();
  const spec = link === undefined ? undefined : specified.find(([part]) => link.includes(part));
  return spec?.[1] ?? endings.find(([pattern]) => pattern.test(scalar.name))?.[1];
}
