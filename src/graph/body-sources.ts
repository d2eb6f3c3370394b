import { getOwn, type JsonSchema, setOwn } from '../core/json-schema.js';
import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { confidenceOf } from './confidence.js';
import { nameKey } from './entity.js';
import { type FieldIndex, readIndexKey } from './field-index.js';
import type { ToolProfile } from './tool-profile.js';
import { nameWords, singular, wrapperWords } from './words.js';

/** How strong it is that a body is what a tool reads: of one component, by the names of its fields, or by a part. */
const strengths = { component: 0.9, names: 0.82, part: 0.74 } as const;

/** Least share of a body's fields that the output has, and how many of them where a change may be a partial one. */
const least = { share: 0.6, fields: 3 } as const;

/** Most producers of one body. */
const maxSources = 2;

/**
 * What is changed is read first: the tool that reads the thing gives the fields of the body that puts it back. A reader
 * is known by its path: `GET /orders/{}` for `PUT /orders/{}`, or the thing that what is written is a part of. Edges have no input to name: they fill the body as a whole, or one field
 * of it where only that is a part of the thing.
 */
export function bodySources(consumer: ToolProfile, index: FieldIndex): ToolEdge[] {
  const { kind } = consumer.subject;
  if (kind !== 'update' && kind !== 'create' && kind !== 'action') return [];
  const body = bodyOf(consumer.tool);
  if (body === undefined) return [];
  const edges = new Map<string, ToolEdge>();
  for (const edge of byPlace(consumer, body, index)) {
    const known = edges.get(`${edge.producer}\n${edge.to}`);
    if (known === undefined) edges.set(`${edge.producer}\n${edge.to}`, edge);
  }
  return [...edges.values()].slice(0, maxSources);
}

/** The object that a tool takes or gives, without what is only wrapped around it. */
interface Content {
  /** Path of the object in the output; `""` for the whole. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly names: ReadonlySet<string>;
}

function byPlace(consumer: ToolProfile, body: Content, index: FieldIndex): ToolEdge[] {
  const path = consumer.subject.path;
  if (path === undefined) return [];
  const same =
    consumer.subject.kind !== 'update'
      ? []
      : [...index.read(readIndexKey(path), consumer)].flatMap(({ offer: { tool } }) => {
          const content = tool === consumer ? undefined : contentOf(tool.tool.outputSchema, path.endsWith('{}'));
          if (content === undefined || !isReadBack(consumer, body, content)) return [];
          const detail = `${tool.tool.name} reads what ${consumer.tool.name} writes`;
          return [edgeOf(tool, consumer, { from: content.path, to: '' }, strengthOf(body, content), 'path', detail)];
        });
  return same.length > 0 ? same : byPart(consumer, body, index, path);
}

function strengthOf(body: Content, content: Content): number {
  const entity = body.schema['x-entity'];
  return entity !== undefined && entity === content.schema['x-entity'] ? strengths.component : strengths.names;
}

function isReadBack(consumer: ToolProfile, body: Content, content: Content): boolean {
  if (strengthOf(body, content) === strengths.component) return true;
  const shared = [...body.names].filter((name) => content.names.has(name)).length;
  const full = methodOf(consumer.tool) === 'PUT' || body.names.size <= 2;
  return shared >= least.share * body.names.size && (full ? shared > 0 : shared >= least.fields);
}

/** `PUT /orders/{}/address` writes the `address` of what `GET /orders/{}` reads; an action on it takes its `items`. */
function byPart(consumer: ToolProfile, body: Content, index: FieldIndex, path: string): ToolEdge[] {
  const above = path.slice(0, path.lastIndexOf('{}') + 2);
  if (above === path || !above.endsWith('{}')) return [];
  const last = nameKey(nameWords(path.slice(path.lastIndexOf('/') + 1)));
  return [...index.read(readIndexKey(above), consumer)].flatMap(({ offer: { tool } }) => {
    const content = contentOf(tool.tool.outputSchema, true);
    if (content === undefined) return [];
    return Object.entries(content.schema.properties ?? {}).flatMap(([name, schema]) => {
      const key = nameKey(nameWords(name));
      const detail = `${name} is a part of what ${tool.tool.name} reads`;
      const from = content.path === '' ? name : `${content.path}.${name}`;
      const part = key === last ? contentOf(schema, false) : undefined;
      if (part !== undefined && shareOf(body.names, part.names) >= least.share)
        return [edgeOf(tool, consumer, { from, to: '' }, strengths.part, 'schema', detail)];
      if (!takesParts(consumer.tool, name, schema)) return [];
      return [edgeOf(tool, consumer, { from, to: name }, strengths.part, 'schema', detail)];
    });
  });
}

/** Must the tool be given parts of the thing: a required list of that name, of objects alike? */
function takesParts(tool: ToolSchema, name: string, given: JsonSchema): boolean {
  const input = tool.inputs.find((known) => known.originalName === name && known.in === 'body');
  if (input?.required !== true) return false;
  const wanted = getOwn(tool.inputSchema.properties, input.name)?.items?.properties;
  const offered = given.items?.properties;
  if (wanted === undefined || offered === undefined) return false;
  return shareOf(namesOf(wanted), namesOf(offered)) >= least.share;
}

function bodyOf(tool: ToolSchema): Content | undefined {
  const inputs = tool.inputs.filter((input) => input.in === 'body');
  const schemas = tool.inputSchema.properties;
  const whole = inputs.find((input) => input.whole === true);
  if (whole !== undefined) return contentOf(getOwn(schemas, whole.name), false);
  if (inputs.length === 0) return undefined;
  const names = new Set(inputs.map((input) => nameKey(nameWords(input.originalName))));
  return { path: '', schema: tool.inputSchema, names };
}

/**
 * The object in a schema: the root, or what a root that only wraps holds under one name.
 *
 * @param single Take the items of a list: what is read by its key is one, also where it comes in a list.
 */
export function contentOf(schema: JsonSchema | undefined, single: boolean): Content | undefined {
  if (schema === undefined) return undefined;
  if (schema.items !== undefined) return single ? placed('[]', contentOf(schema.items, false)) : undefined;
  const properties = schema.properties ?? propertiesOfAny(schema);
  if (properties === undefined) return undefined;
  const objects = Object.entries(properties).filter(([, property]) => property.properties !== undefined);
  const inner = objects.find(
    ([name]) => Object.keys(properties).length === 1 || (objects.length === 1 && wrapperWords.has(singular(name))),
  );
  if (inner !== undefined && schema['x-entity'] === undefined) return placed(inner[0], contentOf(inner[1], single));
  return {
    path: '',
    schema: schema.properties === properties ? schema : { ...schema, properties },
    names: namesOf(properties),
  };
}

/** What any of the alternatives may have. */
function propertiesOfAny({ anyOf, oneOf }: JsonSchema): JsonSchema['properties'] {
  const branches = (anyOf ?? oneOf ?? []).flatMap(({ properties }) => (properties === undefined ? [] : [properties]));
  if (branches.length === 0) return undefined;
  const all: Record<string, JsonSchema> = {};
  for (const branch of branches)
    for (const [name, property] of Object.entries(branch)) if (!Object.hasOwn(all, name)) setOwn(all, name, property);
  return all;
}

function placed(path: string, content: Content | undefined): Content | undefined {
  if (content === undefined) return undefined;
  return { ...content, path: content.path === '' ? path : `${path}.${content.path}` };
}

function namesOf(properties: Readonly<Record<string, JsonSchema>>): ReadonlySet<string> {
  return new Set(Object.keys(properties).map((name) => nameKey(nameWords(name))));
}

/** Share of the wanted names that are offered. */
function shareOf(wanted: ReadonlySet<string>, offered: ReadonlySet<string>): number {
  const shared = [...wanted].filter((name) => offered.has(name)).length;
  return shared / Math.max(1, wanted.size);
}

function methodOf({ source }: ToolSchema): string {
  return source.kind === 'openapi' || source.kind === 'data' ? (source.method ?? '').toUpperCase() : '';
}

function edgeOf(
  producer: ToolProfile,
  consumer: ToolProfile,
  fields: { readonly from: string; readonly to: string },
  strength: number,
  kind: 'path' | 'schema',
  detail: string,
): ToolEdge {
  return {
    producer: producer.tool.name,
    consumer: consumer.tool.name,
    ...fields,
    confidence: confidenceOf(strength),
    evidence: [{ kind, detail }],
  };
}
