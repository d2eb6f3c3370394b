import type { OpenAPI } from 'openapi-types';
import { isRecord, pointerLookUp } from '../../src/core/json-schema.js';
import type { OpenApiVersion, Raw } from './document.js';
import type { SchemaProblem } from './spec-schemas.js';

/** One thing that is wrong with a document: where, as a JSON Pointer, and what. */
export interface SpecProblem {
  readonly at: string;
  readonly message: string;
}

/** What checking a document against its specification found. */
export type ValidationOutcome =
  | { readonly checked: true; readonly problems: readonly SpecProblem[] }
  | { readonly checked: false; readonly reason: string };

/** Largest document that is checked, as nodes with every reference written out: about half a second of work. */
const maxExpandedNodes = 150_000;
const maxProblems = 20;

/**
 * Checks a document against the JSON Schema and the rules of its version with swagger-parser. The document is not
 * changed, nothing is read or fetched, and nothing is thrown. 3.2 is checked by the rules of 3.1.
 */
export async function validateSpec(
  document: Raw,
  version: OpenApiVersion,
  external: boolean,
): Promise<ValidationOutcome> {
  if (external) return { checked: false, reason: 'it refers to other documents' };
  const size = expandedSize(document, maxExpandedNodes);
  if (size > maxExpandedNodes)
    return { checked: false, reason: `it has more than ${maxExpandedNodes} nodes with its references written out` };
  try {
    // the parser writes into what it is given, and takes no numbers for versions
    const copy = structuredClone(document);
    if (version === '3.2') copy['openapi'] = '3.1.2';
    if (version === '2.0') copy['swagger'] = '2.0';
    else if (version !== '3.2') copy['openapi'] = String(copy['openapi']);
    if (isRecord(copy['info']) && typeof copy['info']['version'] === 'number')
      copy['info']['version'] = String(copy['info']['version']);
    // slow to load, not always needed
    const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
    const { schemaProblems } = await import('./spec-schemas.js');
    // the parser would compile the JSON Schema of the version anew for each document
    const whole = await SwaggerParser.validate(copy as unknown as OpenAPI.Document, {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
      validate: { schema: false, spec: false },
    });
    const details = schemaProblems(whole, version);
    if (details.length > 0) return { checked: true, problems: distinctProblems(details) };
    // its own rules are about 2.0 alone
    if (version === '2.0')
      await SwaggerParser.validate(copy as unknown as OpenAPI.Document, {
        resolve: { external: false },
        validate: { schema: false, spec: true },
      });
    return { checked: true, problems: [] };
  } catch (thrown) {
    // anything else is about references, which the tools that need them report
    if (thrown instanceof SyntaxError) return { checked: true, problems: problemsOf(thrown) };
    return { checked: false, reason: 'its references could not be written out' };
  }
}

/** What the parser's own rules say: one sentence. */
function problemsOf(thrown: Error): SpecProblem[] {
  const first = thrown.message.split('\n')[0] ?? '';
  return [{ at: '', message: first.replace('[object Object]', 'it').slice(0, 300) }];
}

function distinctProblems(details: readonly SchemaProblem[]): SpecProblem[] {
  const problems = details.map(({ instancePath, message }) => ({
    at: instancePath.slice(0, 200),
    message: (message ?? 'is not valid').slice(0, 200),
  }));
  const distinct = [...new Map(problems.map((problem) => [`${problem.at} ${problem.message}`, problem])).values()];
  return distinct.slice(0, maxProblems);
}

/**
 * Nodes of a document when each local reference is replaced by what it refers to, counted without doing so; a cycle
 * counts once. May stop early and return more than `limit`.
 */
export function expandedSize(document: Raw, limit: number): number {
  const sizes = new Map<object, number>();
  const targets = new Map<string, unknown>();
  const measure = (node: unknown, depth: number): number => {
    if (typeof node !== 'object' || node === null) return 1;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (depth > 3000) return limit + 1;
    sizes.set(node, 1); // while it is open: what contains itself counts once
    let size = 1;
    const ref = isRecord(node) ? node['$ref'] : undefined;
    if (typeof ref === 'string' && ref.startsWith('#/')) {
      if (!targets.has(ref)) targets.set(ref, pointerLookUp(document, ref.slice(1)));
      size += measure(targets.get(ref), depth + 1);
    }
    for (const child of Object.values(node)) {
      if (size > limit) break;
      size += measure(child, depth + 1);
    }
    sizes.set(node, size);
    return size;
  };
  return measure(document, 0);
}
