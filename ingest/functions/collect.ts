import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import { isSchemaObject } from '../schema-object.js';
import { callKeys, isToolObject, membersOf, schemaKeys } from './members.js';
import { isClass } from './parse-function.js';
import { type AnyFunction, FunctionTool } from './tool.js';
import { checkToolOptions, type ToolOptions } from './tool-options.js';
import { Toolkit } from './toolkit.js';

/** One function on its way to becoming a tool. */
export interface Candidate {
  /** Where it stood in what the caller handed over: `functions[2]`, `tools.stamp`. */
  readonly item: string;
  readonly name: string;
  /** Absent for a tool object that only describes. */
  readonly fn?: AnyFunction;
  /** What `this` is in the call. */
  readonly self?: unknown;
  readonly options: ToolOptions;
  /** How the function takes its arguments. Default: as its parameter list and schema say. */
  readonly style?: 'record' | 'agents-sdk';
  /** Class or object the function is a method of. */
  readonly owner?: string;
}

/** Finds every function in what a caller hands over: functions, `tool()`, toolkits, tool objects, objects, records. */
export function collectCandidates(functions: unknown, log: DiagnosticLog): Candidate[] {
  const collector = new Collector(log);
  if (Array.isArray(functions)) {
    functions.forEach((entry, index) => {
      collector.add(entry, `functions[${index}]`, undefined);
    });
  } else {
    collector.add(functions, 'functions', undefined);
  }
  return collector.found;
}

class Collector {
  readonly found: Candidate[] = [];
  readonly #log: DiagnosticLog;

  constructor(log: DiagnosticLog) {
    this.#log = log;
  }

  add(entry: unknown, item: string, key: string | undefined): void {
    try {
      this.#take(entry, item, key);
    } catch (error) {
      this.#log.error('invalid-tool', item, `${item} cannot be read: ${messageOf(error)}`);
    }
  }

  #take(entry: unknown, item: string, key: string | undefined): void {
    if (entry instanceof FunctionTool) {
      const name = entry.options.name ?? key ?? plainName(entry.fn);
      this.found.push({ item, name, fn: entry.fn, options: entry.options });
    } else if (entry instanceof Toolkit) this.#addToolkit(entry, item);
    else if (typeof entry === 'function') this.#addFunction(entry as AnyFunction, item, key);
    else if (isToolObject(entry)) this.#addToolObject(entry, item, key);
    else if (isRecord(entry)) this.#addObject(entry, item);
    else
      this.#log.error('not-a-function', item, `${item} is ${shown(entry)}, not a function or an object with methods.`);
  }

  #addFunction(fn: AnyFunction, item: string, key: string | undefined): void {
    if (isClass(fn)) {
      this.#log.error(
        'class-not-instance',
        item,
        `${item} is the class ${JSON.stringify(fn.name)}; hand over an instance of it, so that its methods can be called.`,
      );
      return;
    }
    this.found.push({ item, name: key ?? plainName(fn), fn, options: {} });
  }

  #addToolkit(toolkit: Toolkit, item: string): void {
    const before = this.found.length;
    for (const member of toolkit.members) {
      const options = { ...member.options, tags: [...new Set([...(member.options.tags ?? []), ...toolkit.tags])] };
      if (member.definition === undefined) this.found.push({ item: `${item}.${member.name}`, ...member, options });
      else {
        const start = this.found.length;
        this.add(member.definition, `${item}.${member.name}`, member.name);
        this.found.splice(
          start,
          this.found.length - start,
          ...this.found.slice(start).map((entry) => ({ ...entry, options: { ...entry.options, ...options } })),
        );
      }
    }
    if (this.found.length === before)
      this.#log.warn('empty-toolkit', item, `Toolkit ${JSON.stringify(toolkit.name)} gives no tools.`);
  }

  #addToolObject(entry: Record<string, unknown>, item: string, key: string | undefined): void {
    const candidate = toolObjectCandidate(entry, item, key);
    try {
      checkToolOptions(candidate.options, `tool ${JSON.stringify(candidate.name)}`);
    } catch (error) {
      this.#log.error('invalid-tool', item, messageOf(error));
      return;
    }
    this.found.push(candidate);
  }

  #addObject(entry: Record<string, unknown>, item: string): void {
    const builtIn = builtInName(entry);
    if (builtIn !== undefined) {
      this.#log.error(
        'not-a-function',
        item,
        `${item} is a ${builtIn} of JavaScript itself, whose methods are no tools; hand over the functions, or a record of them.`,
      );
      return;
    }
    const members = membersOf(entry);
    if (members.length === 0) {
      this.#log.error('no-methods', item, `${item} is an object without a method or a tool.`);
      return;
    }
    const owner = ownerName(entry);
    for (const [name, value] of members) {
      if (typeof value === 'function' && !isClass(value as AnyFunction) && !isSchemaObject(value)) {
        const named = { item: `${item}.${name}`, name, fn: value as AnyFunction, self: entry, options: {} };
        this.found.push(owner === undefined ? named : { ...named, owner });
      } else this.add(value, `${item}.${name}`, name);
    }
  }
}

/** Name of a function without what `bind` puts before it. */
function plainName(fn: AnyFunction): string {
  return String(fn.name).replace(/^(?:bound )+/, '');
}

/** Name of the class of an instance; undefined for a plain object. */
function ownerName(entry: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(entry);
  if (prototype === null || prototype === Object.prototype) return undefined;
  const made: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof made === 'function' && made.name !== '' ? made.name : undefined;
}

/** `Map` for a Map and its like: objects whose class is part of the runtime; undefined for everything written in source. */
function builtInName(entry: object): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(entry);
  if (prototype === null || prototype === Object.prototype) return undefined;
  const made: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof made !== 'function' || !/\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(made)))
    return undefined;
  return made.name === '' ? undefined : made.name;
}

function toolObjectCandidate(entry: Record<string, unknown>, item: string, key: string | undefined): Candidate {
  const text = (name: string): string | undefined => {
    const value = entry[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const parameters = schemaKeys.map((name) => entry[name]).find((value) => value !== undefined && value !== null);
  const returns = entry['outputSchema'] ?? entry['returns'];
  const callKey = callKeys.find((name) => typeof entry[name] === 'function');
  const annotations = entry['annotations'];
  const options: Record<string, unknown> = {
    title: text('title'),
    description: text('description'),
    parameters,
    returns,
    annotations: isRecord(annotations) ? annotations : undefined,
    strict: typeof entry['strict'] === 'boolean' ? entry['strict'] : undefined,
    requiresConfirmation: entry['needsApproval'] === true || entry['requireApproval'] === true ? true : undefined,
  };
  for (const name of ['requires', 'provides', 'tags', 'inject'] as const) {
    if (Array.isArray(entry[name])) options[name] = entry[name];
  }
  for (const name of Object.keys(options)) if (options[name] === undefined) delete options[name];
  const name = text('name') ?? text('id') ?? key ?? '';
  const agentsSdk = callKey === 'invoke' && entry['type'] === 'function';
  return {
    item,
    name,
    options: options as ToolOptions,
    style: agentsSdk ? 'agents-sdk' : 'record',
    ...(callKey === undefined ? {} : { fn: entry[callKey] as AnyFunction, self: entry }),
  };
}

function shown(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
