import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { messageOf, ToolGraphError, type ToolInputProblem } from '../core/errors.js';
import { isRecord, type JsonSchema } from '../core/json-schema.js';
import type { ToolSchema } from '../core/tool-schema.js';

type Arguments = Readonly<Record<string, unknown>>;

let ajv: Ajv2020 | undefined;

/** Checks arguments against input schemas. A schema is compiled on its tool's first call and kept with the tool. */
export class ArgumentCheck {
  readonly #compiled = new WeakMap<JsonSchema, ValidateFunction>();

  /**
   * Every wrong argument, in the order of the schema; empty when the call is right.
   *
   * @throws ToolGraphError INVALID_DOCUMENT when the tool's own schema cannot be used (a pattern that is none).
   */
  problemsOf(tool: ToolSchema, args: Arguments): ToolInputProblem[] {
    const validate = this.#validator(tool);
    const problems = new Map<string, string>();
    if (!validate(args)) {
      for (const error of validate.errors ?? []) {
        const argument = argumentOf(error);
        if (!problems.has(argument)) problems.set(argument, phraseOf(error, args));
      }
    }
    for (const name of unknownArguments(tool, args)) {
      const known = tool.inputs.map((input) => input.name).join(', ') || 'none';
      problems.set(name, `is no argument of the tool (its arguments: ${known})`);
    }
    return [...problems].map(([argument, message]) => ({ argument, message }));
  }

  #validator({ name, inputSchema: schema }: ToolSchema): ValidateFunction {
    let validate = this.#compiled.get(schema);
    if (validate === undefined) {
      try {
        validate = validator().compile(schema);
      } catch (error) {
        throw new ToolGraphError(
          'INVALID_DOCUMENT',
          `The input schema of tool "${name}" cannot be used to check arguments: ${messageOf(error)}`,
          { cause: error },
        );
      }
      this.#compiled.set(schema, validate);
    }
    return validate;
  }
}

/** Loaded on the first call: the validator costs some 100 ms, which a host that only retrieves does not pay. */
function validator(): Ajv2020 {
  if (ajv === undefined) {
    const require = createRequire(import.meta.url);
    const { Ajv2020: Validator } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    const { default: addFormats } = require('ajv-formats') as { default: (instance: Ajv2020) => void };
    ajv = new Validator({ strict: false, allErrors: true, verbose: true, ownProperties: true, logger: false });
    addFormats(ajv);
  }
  return ajv;
}

/** Arguments that no input takes, where the schema does not say that it takes more than it names. */
function unknownArguments(tool: ToolSchema, args: Arguments): string[] {
  const { additionalProperties, properties = {} } = tool.inputSchema;
  if (additionalProperties !== undefined && additionalProperties !== false) return [];
  return Object.keys(args).filter((name) => !Object.hasOwn(properties, name));
}

function argumentOf(error: ErrorObject): string {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const params: Record<string, unknown> = error.params;
  const inner = params['missingProperty'] ?? params['additionalProperty'];
  if (typeof inner === 'string') steps.push(inner);
  return steps.length === 0 ? 'arguments' : steps.join('.');
}

function phraseOf(error: ErrorObject, args: Arguments): string {
  const params: Record<string, unknown> = error.params;
  if (error.keyword === 'required') return 'is missing';
  if (error.keyword === 'additionalProperties') return 'is not known';
  const value = error.instancePath === '' ? args : error.data;
  const allowed = params['allowedValues'];
  const rule = Array.isArray(allowed)
    ? `must be one of ${allowed.map(shown).join(', ')}`
    : (error.message ?? 'is not valid');
  return `${rule}, not ${shown(value)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return 'a list';
  if (isRecord(value)) return 'an object';
  if (typeof value === 'function') return 'a function';
  const text = typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
