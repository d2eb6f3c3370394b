import { isRecord, setOwn } from '../core/json-schema.js';
import type { ToolSchema, ToolSource } from '../core/tool-schema.js';
import { isToolSource } from './catalog-document.js';

/** What of a tool's source may follow from its identity, and how. */
const rules = {
  id: ({ originalId }: Identity) => originalId,
  name: ({ originalName }: Identity) => originalName,
  method: ({ originalId }: Identity) => originalId.slice(0, Math.max(0, originalId.indexOf(' '))),
  path: ({ originalId }: Identity) => originalId.slice(originalId.indexOf(' ') + 1),
} as const;

type Rule = keyof typeof rules;
type Identity = Pick<ToolSchema, 'originalId' | 'originalName'>;

/** A source that many tools have in common, but for what follows from each one's identity. */
export interface SourceTemplate {
  /** The source's keys, in order. */
  readonly keys: readonly string[];
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly derived: Readonly<Record<string, string>>;
}

/** Finds the templates of tools' sources: an API's operations have few between them. */
export class SourceTemplates {
  readonly templates: SourceTemplate[] = [];
  readonly #numberOf = new Map<string, number>();

  /** The number of a tool's template in {@link SourceTemplates.templates}. */
  add(tool: ToolSchema): number {
    const template = templateOf(tool);
    const text = JSON.stringify(template);
    let number = this.#numberOf.get(text);
    if (number === undefined) {
      number = this.templates.push(template) - 1;
      this.#numberOf.set(text, number);
    }
    return number;
  }
}

function templateOf(tool: ToolSchema): SourceTemplate {
  const entries = Object.entries(tool.source).filter(([, value]) => value !== undefined);
  const fixed: Record<string, unknown> = {};
  const derived: Record<string, Rule> = {};
  for (const [key, value] of entries) {
    const rule = key === 'id' || key === 'kind' ? undefined : ruleNames.find((name) => rules[name](tool) === value);
    if (rule === undefined) setOwn(fixed, key, value);
    else setOwn(derived, key, rule);
  }
  return { keys: entries.map(([key]) => key), fixed, derived };
}

const ruleNames = Object.keys(rules) as Rule[];

/** Makes a tool's source of its identity; undefined when the value is no template of a source. */
export function sourceReader(value: unknown): ((identity: Identity) => ToolSource) | undefined {
  if (!isRecord(value)) return undefined;
  const { keys, fixed, derived } = value;
  if (!Array.isArray(keys) || !isRecord(fixed) || !isRecord(derived) || !isToolSource(fixed)) return undefined;
  const parts: (readonly [key: string, rule: ((identity: Identity) => string) | undefined])[] = [];
  for (const key of keys as unknown[]) {
    if (typeof key !== 'string') return undefined;
    const rule = Object.hasOwn(derived, key) ? derived[key] : undefined;
    if (rule === undefined) parts.push([key, undefined]);
    else if (typeof rule === 'string' && Object.hasOwn(rules, rule)) parts.push([key, rules[rule as Rule]]);
    else return undefined;
  }
  return (identity) => {
    const source: Record<string, unknown> = {};
    for (const [key, rule] of parts) {
      const own = rule === undefined ? fixed[key] : rule(identity);
      if (key === '__proto__') setOwn(source, key, own);
      else source[key] = own;
    }
    return source as unknown as ToolSource;
  };
}
