import { isRecord, type JsonSchema } from '../../src/core/json-schema.js';
import type { InputLocation } from '../../src/core/tool-schema.js';
import type { OpenApiContext } from './context.js';
import { own, ownList, ownRecord, ownText, type Raw } from './document.js';
import { examplesOf, withExamples } from './examples.js';
import type { InputDraft } from './inputs.js';
import { requiredFlag } from './required-flag.js';

/** The parameters of one operation, split by what they become. */
export interface OperationParameters {
  readonly inputs: readonly InputDraft[];
  /** Swagger 2.0 `in: body` and `in: formData` parameters, resolved. */
  readonly body: readonly Raw[];
  /** Header parameters that the specification says to ignore. */
  readonly ignored: number;
}

const locations: Readonly<Record<string, InputLocation>> = {
  path: 'path', query: 'query', header: 'header', cookie: 'cookie', querystring: 'query',
}; // biome-ignore format: a table
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/**
 * Parameters of an operation and its path item, references followed: the operation's win by (name, in). Path
 * parameters are required; those that the template lacks are dropped, those that it holds undeclared are added.
 */
export function readParameters(
  pathItem: Raw,
  operation: Raw,
  path: string,
  item: string,
  context: OpenApiContext,
): OperationParameters {
  const declared = effectiveParameters(pathItem, operation, item, context);
  const template = templateVariables(path);
  const inputs: InputDraft[] = [];
  const body: Raw[] = [];
  let ignored = 0;
  for (const parameter of declared) {
    const name = String(parameter['name']);
    const place = String(parameter['in']);
    if (context.version === '2.0' && (place === 'body' || place === 'formData')) body.push(parameter);
    else if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) ignored++;
    else if (place === 'path' && !template.includes(name))
      context.log.repair(
        'unused-path-parameter',
        item,
        `Path parameter ${JSON.stringify(name)} does not occur in ${path}; it is left out.`,
      );
    else inputs.push(readParameter(parameter, name, place, item, context));
  }
  const known = new Set(inputs.filter((input) => input.in === 'path').map((input) => input.originalName));
  for (const name of template.filter((variable) => !known.has(variable))) {
    context.log.repair(
      'undeclared-path-parameter',
      item,
      `{${name}} of the path is not declared; it is taken as a required string.`,
    );
    inputs.push({ originalName: name, in: 'path', required: true, schema: { type: 'string' } });
  }
  return { inputs: inPathOrder(inputs, template), body, ignored };
}

/** Names in braces, in order, each once. */
export function templateVariables(path: string): string[] {
  return [...new Set([...path.matchAll(/\{([^{}/]{1,200})\}/g)].map((match) => match[1] as string))];
}

function inPathOrder(inputs: readonly InputDraft[], template: readonly string[]): InputDraft[] {
  const inPath = inputs.filter((input) => input.in === 'path');
  const ordered = inPath.sort((a, b) => template.indexOf(a.originalName) - template.indexOf(b.originalName));
  return [...ordered, ...inputs.filter((input) => input.in !== 'path')];
}

function effectiveParameters(pathItem: Raw, operation: Raw, item: string, context: OpenApiContext): Raw[] {
  const byKey = new Map<string, Raw>();
  for (const [level, holder] of [
    ['path item', pathItem],
    ['operation', operation],
  ] as const) {
    const ofLevel = new Set<string>();
    const listed = own(holder, 'parameters');
    if (listed !== undefined && listed !== null && !Array.isArray(listed))
      context.log.repair(
        'invalid-parameters',
        item,
        `The parameters of the ${level} are not a list; they are left out.`,
      );
    for (const [index, entry] of ownList(holder, 'parameters').entries()) {
      const parameter = context.follow(entry, item);
      if (parameter === undefined && isRecord(entry)) continue; // the reference was reported
      if (
        !isRecord(parameter) ||
        ownText(parameter, 'name') === undefined ||
        !isKnownPlace(own(parameter, 'in'), context)
      ) {
        context.log.repair(
          'invalid-parameter',
          item,
          `Parameter ${index + 1} of the ${level} lacks a name or a known place; it is left out.`,
        );
        continue;
      }
      const name = String(parameter['name']);
      const key = JSON.stringify([parameter['in'], parameter['in'] === 'header' ? name.toLowerCase() : name]);
      if (ofLevel.has(key)) {
        context.log.repair(
          'duplicate-parameter',
          item,
          `The ${level} declares the ${String(parameter['in'])} parameter ${JSON.stringify(name)} twice; the first counts.`,
        );
        continue;
      }
      ofLevel.add(key);
      byKey.set(key, parameter);
    }
  }
  return [...byKey.values()];
}

function isKnownPlace(place: unknown, context: OpenApiContext): boolean {
  if (typeof place !== 'string') return false;
  return Object.hasOwn(locations, place) || (context.version === '2.0' && (place === 'body' || place === 'formData'));
}

function readParameter(parameter: Raw, name: string, place: string, item: string, context: OpenApiContext): InputDraft {
  const content = contentOf(parameter, item, context);
  const raw = content?.schema ?? parameterSchema(parameter, context);
  const schema = describe(context.schema(raw, 'input', item), parameter);
  const examples = [...examplesOf(parameter, context, item), ...(content?.examples ?? [])];
  const location = locations[place] as InputLocation;
  return {
    originalName: name,
    in: location,
    required: requiredFlag(parameter, parameterLabel(parameter), item, context) || location === 'path',
    ...(place === 'querystring' ? { whole: true as const } : {}),
    ...(content === undefined ? {} : { contentType: content.type }),
    ...serialisation(parameter, location),
    schema: withExamples(schema, examples),
  };
}

/** How diagnostics call a parameter: by its name and place. */
export function parameterLabel(parameter: Raw): string {
  return `The ${String(parameter['in'])} parameter ${JSON.stringify(String(parameter['name']).slice(0, 100))}`;
}

/** The first media type of a parameter that is serialised as one. */
function contentOf(
  parameter: Raw,
  item: string,
  context: OpenApiContext,
): { type: string; schema: unknown; examples: readonly unknown[] } | undefined {
  const first = Object.entries(ownRecord(parameter, 'content') ?? {})[0];
  if (first === undefined) return undefined;
  const media = context.follow(first[1], item);
  return { type: first[0], schema: own(media, 'schema') ?? {}, examples: examplesOf(media, context, item) };
}

const notSchemaKeys = new Set([
  'name', 'in', 'required', 'description', 'schema', 'content', 'style', 'explode', 'collectionFormat', 'example',
  'examples', 'allowEmptyValue', 'allowReserved', 'deprecated', 'x-example',
]); // biome-ignore format: a table

/** The schema of a parameter. Swagger 2.0 writes its keywords into the parameter itself; so do some 3.x documents. */
export function parameterSchema(parameter: Raw, context: OpenApiContext): unknown {
  const schema = own(parameter, 'schema');
  if (schema !== undefined && schema !== null) return schema;
  if (context.version !== '2.0' && own(parameter, 'type') === undefined) return {};
  const inline = Object.entries(parameter).filter(([key]) => !notSchemaKeys.has(key) && !key.startsWith('x-'));
  const keywords = Object.fromEntries(inline);
  return keywords['type'] === 'file' ? { ...keywords, type: 'string', format: 'binary' } : keywords;
}

/** The schema with the parameter's own description and deprecation, which go before the type's. */
export function describe(schema: JsonSchema, parameter: Raw): JsonSchema {
  const description = ownText(parameter, 'description');
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(own(parameter, 'deprecated') === true ? { deprecated: true } : {}),
  };
}

const collectionStyles: Readonly<Record<string, { style?: string; explode?: boolean }>> = {
  csv: { explode: false }, multi: {}, ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false }, tsv: { style: 'tabDelimited', explode: false },
}; // biome-ignore format: a table

/** Style and explode where they differ from what the location has by default (2.0: arrays are comma lists). */
function serialisation(parameter: Raw, location: InputLocation): { style?: string; explode?: boolean } {
  const isForm = location === 'query' || location === 'cookie';
  if (own(parameter, 'type') === 'array' && own(parameter, 'schema') === undefined) {
    const format = own(parameter, 'collectionFormat');
    const listed =
      collectionStyles[typeof format === 'string' && Object.hasOwn(collectionStyles, format) ? format : 'csv'] ?? {};
    return isForm ? listed : listed.style === undefined ? {} : listed;
  }
  const style = ownText(parameter, 'style');
  const explode = own(parameter, 'explode');
  const defaultExplode = (style ?? (isForm ? 'form' : 'simple')) === 'form';
  return {
    ...(style === undefined || style === (isForm ? 'form' : 'simple') ? {} : { style }),
    ...(typeof explode !== 'boolean' || explode === defaultExplode ? {} : { explode }),
  };
}
