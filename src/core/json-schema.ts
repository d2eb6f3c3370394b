import { setOwn } from './own-property.js';
import type { ReferenceTarget, SchemaMemo, WrittenSchema } from './schema-memo.js';

export { getOwn, setOwn } from './own-property.js';

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Canonical JSON Schema: a finite tree in a subset of 2020-12. No `$ref`, no `allOf`, no boolean schema except in
 * `additionalProperties`; `nullable` and draft-4 bounds are rewritten. Three keys of our own may occur:
 * `x-entity` names the component or type the node came from (at the root of a tool's inputs: the one that the inputs of
 * its body are the properties of), `x-cut` says why a node was not expanded further,
 * and `x-content` holds a body's media type. Provider exports drop them.
 */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly deprecated?: boolean;
  readonly 'x-entity'?: string;
  readonly 'x-cut'?: 'cycle' | 'depth' | 'nodes' | 'unresolved';
  readonly 'x-content'?: string;
}

/** What went wrong inside one schema; the ingester turns it into a diagnostic that names the item. */
export interface SchemaIssue {
  readonly code: 'unresolved-ref' | 'schema-cut' | 'invalid-schema';
  readonly message: string;
}

/** How {@link canonicalSchema} reads a schema. */
export interface CanonicalOptions {
  /** The document that local references (`#/…`) point into. Default: the schema itself. */
  readonly root?: unknown;
  /** Looks up a reference that is not local. Default: every such reference is unresolved. */
  readonly resolveRef?: (ref: string) => { readonly schema: unknown; readonly name?: string } | undefined;
  /** Replaces a schema node before its references are followed; branches of `allOf` are not asked. Default: none. */
  readonly rewrite?: (schema: Record<string, unknown>) => Record<string, unknown>;
  /** `input` drops readOnly properties, `output` drops writeOnly ones, from `required` too. Default: neither. */
  readonly direction?: 'input' | 'output';
  /** Deepest nesting kept; the root is at 0. At least 1. Default 16. */
  readonly maxDepth?: number;
  /** Most schema nodes kept, breadth first. At least 1. Default 2000. */
  readonly maxNodes?: number;
  /** Called once per distinct issue. */
  readonly onIssue?: (issue: SchemaIssue) => void;
  /**
   * Keeps what was written for later schemas of the same root, with the same direction, rewrite and budgets; equal
   * parts of the results are then the same objects. The results do not differ otherwise. Default: none.
   */
  readonly memo?: SchemaMemo<JsonSchema, SchemaIssue>;
}

const defaults = { maxDepth: 16, maxNodes: 2000 } as const;

type Raw = Record<string, unknown>;

/** The references that lead from the root to a node, innermost first. */
interface RefPath {
  readonly ref: string;
  readonly up: RefPath | undefined;
}

interface Pending {
  readonly raw: unknown;
  readonly refs: RefPath | undefined;
  readonly depth: number;
  readonly place: (schema: JsonSchema) => void;
}

/** A schema node with its references followed and its `allOf` branches merged, one level deep. */
interface FlatNode {
  readonly keywords: Raw;
  /** Every branch's schema of a property, in order. */
  readonly properties: Map<string, { raw: unknown; refs: RefPath | undefined }[]>;
  readonly required: Set<string>;
  readonly refs: RefPath | undefined;
  /** References merged so far: one that comes again adds nothing, however many ways lead to it. */
  readonly merged: Set<string>;
  entity: string | undefined;
  cut: JsonSchema['x-cut'];
  cutName: string | undefined;
}

const copiedKeywords = [
  'title', 'description', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf',
  'minProperties', 'maxProperties', 'minItems', 'maxItems', 'uniqueItems', 'contentEncoding', 'contentMediaType',
  'deprecated', 'x-content',
] as const; // biome-ignore format: a table

/**
 * Turns any JSON Schema dialect (draft 4 to 2020-12, OpenAPI 3.0 schema objects) into a finite {@link JsonSchema}.
 * References are followed lazily, a reference that contains itself is cut with `x-cut: "cycle"`, and depth and node
 * budgets are spent breadth first, so that what is cut is the deepest. Never throws: a value that is no schema
 * becomes `{}` and an issue. The input is not changed, and nothing in it is shared with the result. The result is
 * read-only: with a memo, parts of it are parts of other results.
 */
export function canonicalSchema(schema: unknown, options: CanonicalOptions = {}): JsonSchema {
  const walk = new CanonicalWalk(schema, options);
  return walk.run(options.memo?.representative(schema) ?? schema);
}

class CanonicalWalk {
  readonly #root: unknown;
  readonly #options: CanonicalOptions;
  readonly #maxDepth: number;
  readonly #maxNodes: number;
  readonly #reported = new Map<string, SchemaIssue>();
  #queue: Pending[] = [];
  #nodes = 0;
  /** While a schema is written out depth first: the references asked for below the node at hand. */
  #asked: Set<string> | undefined;
  /** Nodes written out depth first that the memo did not have. */
  #fresh = 0;
  /** Something came up, while a schema was written out depth first, that the walk in breadth has to report. */
  #hasIssue = false;
  /** The caller was asked for a reference, and may have made something of it that a result kept would not repeat. */
  #askedCaller = false;

  constructor(schema: unknown, options: CanonicalOptions) {
    this.#root = options.root ?? schema;
    this.#options = options;
    this.#maxDepth = options.maxDepth ?? defaults.maxDepth;
    this.#maxNodes = options.maxNodes ?? defaults.maxNodes;
  }

  run(schema: unknown): JsonSchema {
    return this.#fromMemo(schema) ?? this.#cutBefore(schema) ?? this.#breadthFirst(schema);
  }

  /** A schema that was cut when another tool had it is cut alike, and is reported alike. */
  #cutBefore(schema: unknown): JsonSchema | undefined {
    const known = this.#options.memo?.findCut(schema);
    for (const issue of known?.issues ?? []) this.#options.onIssue?.(issue);
    return known?.schema;
  }

  /**
   * The schema written out depth first with the memo's help; undefined when it would not fit the budgets or has an
   * issue of its own, so that the walk in breadth has to decide what is cut and in what order issues come.
   */
  #fromMemo(schema: unknown): JsonSchema | undefined {
    const { memo } = this.#options;
    if (memo === undefined || !memo.isPromising(schema)) return undefined;
    this.#asked = new Set();
    const written = this.#write({ raw: schema, refs: undefined, depth: 0 }, memo);
    this.#asked = undefined;
    if (written === undefined || !this.#fits(written)) {
      memo.giveUp(schema);
      this.#queue = [];
      return undefined;
    }
    if (written.cutAt !== undefined) this.#issue('schema-cut', this.#cutMessage('depth'));
    return written.schema;
  }

  /** Would the walk in breadth, which spends the budget on the upper levels first, have cut nothing for its nodes? */
  #fits({ nodes, listed, cutAt }: WrittenSchema<JsonSchema>): boolean {
    return (cutAt === undefined ? nodes : nodes + 1) <= this.#maxNodes && listed <= 2 * this.#maxNodes;
  }

  /** One node and all below it, depth first; undefined when the walk in breadth has to do it. */
  #write(
    { raw, refs, depth }: Omit<Pending, 'place'>,
    memo: NonNullable<CanonicalOptions['memo']>,
  ): WrittenSchema<JsonSchema> | undefined {
    if (raw === true || raw === undefined) return leaf({});
    if (raw === false) return leaf({ not: {} });
    if (!isRecord(raw)) return undefined;
    const levels = this.#maxDepth - depth;
    const known = memo.find(raw, (ref) => encloses(refs, ref), levels);
    if (known !== undefined) {
      for (const ref of known.refs) this.#asked?.add(ref);
      return known;
    }
    if (++this.#fresh > this.#maxNodes || !memo.isPromising(raw)) return undefined;
    const outer = this.#asked;
    const asked = new Set<string>();
    this.#asked = asked;
    const written = this.#writeAnew(raw, refs, depth, memo);
    this.#asked = outer;
    if (written === undefined) return undefined;
    let isFree = true;
    for (const ref of asked) {
      outer?.add(ref);
      if (encloses(refs, ref)) isFree = false;
    }
    if (isFree) memo.keep(raw, written);
    return written;
  }

  #writeAnew(
    raw: Raw,
    refs: RefPath | undefined,
    depth: number,
    memo: NonNullable<CanonicalOptions['memo']>,
  ): WrittenSchema<JsonSchema> | undefined {
    const asked = this.#asked as Set<string>;
    const flat = this.#flatten(this.#options.rewrite?.(raw) ?? raw, refs);
    if (this.#hasIssue) return undefined;
    if (flat.cut !== undefined) return { ...leaf(cutNode(flat.cut, flat.cutName, flat.keywords)), refs: asked };
    if (depth > this.#maxDepth)
      return {
        ...leaf(cutNode('depth', flat.entity, flat.keywords, typeOf(flat.keywords, flat))),
        refs: asked,
        cutAt: -1,
      };
    const outer = this.#queue;
    this.#queue = [];
    const schema = this.#build(flat, depth);
    const children = this.#queue;
    this.#queue = outer;
    if (this.#hasIssue) return undefined;
    let [nodes, listed, height] = [1, 1, 0];
    let isCut = false;
    for (const child of children) {
      const below = this.#write(child, memo);
      if (below === undefined) return undefined;
      child.place(below.schema);
      nodes += below.nodes;
      listed += below.listed;
      height = Math.max(height, below.height + 1);
      isCut ||= below.cutAt !== undefined;
    }
    return {
      schema: memo.pool.adopt(schema),
      nodes,
      listed,
      height,
      refs: asked,
      ...(isCut ? { cutAt: this.#maxDepth - depth } : {}),
    };
  }

  #breadthFirst(schema: unknown): JsonSchema {
    const { memo } = this.#options;
    this.#push(schema, undefined, 0, () => undefined);
    const nodes: JsonSchema[] = [];
    const firstChild: number[] = [];
    for (let next = 0; next < this.#queue.length; next++) {
      firstChild.push(this.#queue.length);
      nodes.push(this.#node(this.#queue[next] as Pending));
    }
    // from the last node back, so that a node is whole when it is looked up among those that are kept
    for (let at = nodes.length - 1, end = nodes.length; at >= 0; at--) {
      const first = firstChild[at] as number;
      for (let child = first; child < end; child++) (this.#queue[child] as Pending).place(nodes[child] as JsonSchema);
      end = first;
      const node = nodes[at] as JsonSchema;
      nodes[at] = memo === undefined ? node : memo.pool.adopt(node);
    }
    const result = nodes[0] as JsonSchema;
    if (!this.#askedCaller) memo?.keepCut(schema, { schema: result, issues: [...this.#reported.values()] });
    return result;
  }

  #push(raw: unknown, refs: RefPath | undefined, depth: number, place: Pending['place']): void {
    this.#queue.push({ raw, refs, depth, place });
  }

  #node({ raw, refs, depth }: Pending): JsonSchema {
    if (raw === true || raw === undefined) return {};
    if (raw === false) return { not: {} };
    if (!isRecord(raw)) {
      this.#issue('invalid-schema', `a schema must be an object, not ${describe(raw)}; anything is accepted there`);
      return {};
    }
    const known = this.#nodes < this.#maxNodes ? this.#knownLeaf(raw, refs, depth) : this.#stub(raw, refs);
    if (known !== undefined) return known;
    const flat = this.#flatten(this.#options.rewrite?.(raw) ?? raw, refs);
    if (flat.cut !== undefined) return cutNode(flat.cut, flat.cutName, flat.keywords);
    if (this.#nodes >= this.#maxNodes) return this.#budgetCut('nodes', flat);
    if (depth > this.#maxDepth) return this.#budgetCut('depth', flat);
    this.#nodes++;
    return this.#build(flat, depth);
  }

  /** A node without children that is known as it is: what else waits does not matter to it. */
  #knownLeaf(raw: Raw, refs: RefPath | undefined, depth: number): JsonSchema | undefined {
    const known = this.#options.memo?.find(raw, (ref) => encloses(refs, ref), this.#maxDepth - depth);
    if (known === undefined || known.listed > 1 || known.cutAt !== undefined) return undefined;
    if (known.schema.properties !== undefined) return undefined; // hidden ones wait for room as others do
    this.#nodes += known.nodes;
    return known.schema;
  }

  /** What stands for a node that the budget leaves no room for; undefined when it has issues, or without a memo. */
  #stub(raw: Raw, refs: RefPath | undefined): JsonSchema | undefined {
    const { memo } = this.#options;
    if (memo === undefined) return undefined;
    let stub = memo.findStub(raw, (ref) => encloses(refs, ref));
    if (stub === undefined) {
      const asked = new Set<string>();
      this.#asked = asked;
      this.#hasIssue = false;
      const flat = this.#flatten(this.#options.rewrite?.(raw) ?? raw, refs);
      this.#asked = undefined;
      if (flat.cut !== undefined || this.#hasIssue) return undefined;
      stub = memo.pool.adopt(this.#cutForBudget('nodes', flat));
      if (![...asked].some((ref) => encloses(refs, ref))) memo.keepStub(raw, { ...leaf(stub), refs: asked });
    }
    this.#issue('schema-cut', this.#cutMessage('nodes'));
    return stub;
  }

  /** So many nodes wait that those beyond would be cut without a type: they are not even listed. */
  #isFull(): boolean {
    return this.#queue.length >= 2 * this.#maxNodes;
  }

  #budgetCut(kind: 'nodes' | 'depth', flat: FlatNode): JsonSchema {
    this.#issue('schema-cut', this.#cutMessage(kind));
    return this.#cutForBudget(kind, flat);
  }

  #cutForBudget(kind: 'nodes' | 'depth', flat: FlatNode): JsonSchema {
    return cutNode(kind, flat.entity, flat.keywords, typeOf(flat.keywords, flat));
  }

  #cutMessage(kind: 'nodes' | 'depth'): string {
    const limit = kind === 'nodes' ? `${this.#maxNodes} schema nodes` : `${this.#maxDepth} levels`;
    return `a schema goes beyond ${limit}; what lies deeper accepts anything`;
  }

  #build(flat: FlatNode, depth: number): JsonSchema {
    const { keywords } = flat;
    const out: Raw = {};
    const type = typeOf(keywords, flat);
    if (type !== undefined) out['type'] = type;
    for (const key of copiedKeywords) {
      const value = keywords[key];
      if (value !== undefined && value !== null) out[key] = value;
    }
    if (typeof out['description'] !== 'string') delete out['description'];
    copyBounds(keywords, out);
    this.#copyValues(keywords, out, type);
    this.#copyProperties(flat, out, depth);
    this.#copyArrays(keywords, flat.refs, out, depth, type);
    this.#copyUnions(keywords, flat, out, depth);
    if (flat.entity !== undefined) out['x-entity'] = flat.entity;
    return out as JsonSchema;
  }

  #copyValues(keywords: Raw, out: Raw, type: string | string[] | undefined): void {
    if (Array.isArray(keywords['enum']) && keywords['enum'].length > 0) {
      const values = keywords['enum'].filter(isJson);
      const nullable = Array.isArray(type) && type.includes('null');
      out['enum'] = nullable && !values.includes(null) ? [...values, null] : values;
    }
    if (keywords['const'] !== undefined && isJson(keywords['const'])) out['const'] = keywords['const'];
    if (keywords['default'] !== undefined && isJson(keywords['default'])) out['default'] = keywords['default'];
    const examples = Array.isArray(keywords['examples'])
      ? keywords['examples']
      : keywords['example'] === undefined
        ? []
        : [keywords['example']];
    const kept = examples
      .filter(isJson)
      .filter((value) => JSON.stringify(value).length <= 200)
      .slice(0, 3);
    if (kept.length > 0) out['examples'] = kept;
  }

  #copyProperties(flat: FlatNode, out: Raw, depth: number): void {
    if (flat.properties.size > 0) {
      const properties: Record<string, JsonSchema> = {};
      out['properties'] = properties;
      for (const [name, branches] of flat.properties) {
        if (this.#isFull()) {
          this.#issue('schema-cut', this.#cutMessage('nodes'));
          out['x-cut'] = 'nodes';
          break;
        }
        if (this.#hidden(branches)) {
          flat.required.delete(name);
          continue;
        }
        setOwn(properties, name, {}); // keeps the source's order although children arrive later
        const only = branches[0] as (typeof branches)[number];
        const raw = branches.length === 1 ? only.raw : { allOf: branches.map((branch) => branch.raw) };
        this.#push(raw, only.refs, depth + 1, (node) => setOwn(properties, name, node));
      }
    }
    if (flat.required.size > 0) out['required'] = [...flat.required];
    const additional = flat.keywords['additionalProperties'];
    if (typeof additional === 'boolean') out['additionalProperties'] = additional;
    else if (isRecord(additional)) {
      if (Object.keys(additional).length === 0) out['additionalProperties'] = true;
      else
        this.#push(additional, flat.refs, depth + 1, (node) => {
          out['additionalProperties'] = node;
        });
    }
  }

  /** Is a property left out in this direction, in any of its branches or behind its references? */
  #hidden(branches: readonly { raw: unknown; refs: RefPath | undefined }[]): boolean {
    const direction = this.#options.direction;
    if (direction === undefined) return false;
    const flag = direction === 'input' ? 'readOnly' : 'writeOnly';
    return branches.some(({ raw, refs }) => {
      if (!isRecord(raw)) return false;
      const isPlain = raw['$ref'] === undefined && raw['$dynamicRef'] === undefined && raw['allOf'] === undefined;
      return (isPlain ? raw : this.#flatten(raw, refs).keywords)[flag] === true;
    });
  }

  #copyArrays(
    keywords: Raw,
    refs: RefPath | undefined,
    out: Raw,
    depth: number,
    type: string | string[] | undefined,
  ): void {
    const items = keywords['items'];
    const tuple = Array.isArray(keywords['prefixItems'])
      ? keywords['prefixItems']
      : Array.isArray(items)
        ? items
        : undefined;
    if (tuple !== undefined) {
      const slots: JsonSchema[] = tuple.map(() => ({}));
      out['prefixItems'] = slots;
      tuple.forEach((raw, index) => {
        this.#push(raw, refs, depth + 1, (node) => {
          slots[index] = node;
        });
      });
    }
    if (isRecord(items)) {
      this.#push(items, refs, depth + 1, (node) => {
        out['items'] = node;
      });
    } else if (tuple === undefined && (type === 'array' || (Array.isArray(type) && type.includes('array')))) {
      out['items'] = {};
    }
  }

  #copyUnions(keywords: Raw, flat: FlatNode, out: Raw, depth: number): void {
    for (const key of ['anyOf', 'oneOf'] as const) {
      const branches = keywords[key];
      if (!Array.isArray(branches) || branches.length === 0) continue;
      const kept: JsonSchema[] = branches.map(() => ({}));
      out[key] = kept;
      branches.forEach((raw, index) => {
        this.#push(raw, flat.refs, depth + 1, (node) => {
          kept[index] = node;
        });
      });
    }
    const not = keywords['not'];
    if (isRecord(not)) {
      this.#push(not, flat.refs, depth + 1, (node) => {
        out['not'] = node;
      });
    }
  }

  /** Follows references and merges `allOf`, without descending into children. */
  #flatten(raw: Raw, refs: RefPath | undefined): FlatNode {
    const flat: FlatNode = {
      keywords: {}, properties: new Map(), required: new Set(), refs, merged: new Set(), entity: undefined, cut: undefined, cutName: undefined,
    }; // biome-ignore format: one line a concern
    return this.#merge(raw, refs, flat, 0);
  }

  #merge(raw: Raw, refs: RefPath | undefined, into: FlatNode, chain: number): FlatNode {
    let node = into;
    const ref = raw['$ref'] ?? raw['$dynamicRef'];
    if (typeof ref === 'string') node = this.#mergeRef(ref, refs, node, chain);
    if (node.cut !== undefined) {
      mergeKeywords(raw, node.keywords);
      return node;
    }
    if (Array.isArray(raw['allOf'])) node = this.#mergeBranches(raw['allOf'], node.refs ?? refs, node, chain);
    if (node.cut !== undefined && isRecord(raw['properties'])) node = { ...node, cut: undefined };
    mergeKeywords(raw, node.keywords);
    if (isRecord(raw['properties'])) {
      for (const [name, property] of Object.entries(raw['properties'])) {
        const branches = node.properties.get(name);
        const entry = { raw: property, refs: node.refs };
        if (branches === undefined) node.properties.set(name, [entry]);
        else branches.push(entry);
      }
    }
    if (Array.isArray(raw['required'])) {
      for (const name of raw['required']) if (typeof name === 'string') node.required.add(name);
    }
    return node;
  }

  /**
   * Merges `allOf` branches. Each is read under the enclosing path alone, so that a reference in one branch is no
   * cycle in another; what is not a property afterwards carries the steps of all of them.
   */
  #mergeBranches(branches: readonly unknown[], base: RefPath | undefined, into: FlatNode, chain: number): FlatNode {
    let node = into;
    let all = base;
    let cut = into.cut;
    for (const branch of branches) {
      if (!isRecord(branch) || chain > 64) continue;
      const merged = this.#merge(branch, base, { ...node, refs: base, cut: undefined }, chain + 1);
      for (let step = merged.refs; step !== undefined && step !== base; step = step.up)
        all = { ref: step.ref, up: all };
      cut ??= merged.cut;
      node = { ...merged, refs: all, cut: undefined };
    }
    // A branch that repeats an enclosing type or leads nowhere adds nothing; the rest of the node still stands.
    return hasSubstance(node) ? node : { ...node, cut };
  }

  #mergeRef(ref: string, refs: RefPath | undefined, into: FlatNode, chain: number): FlatNode {
    const name = ref.startsWith('#/') ? this.#target(ref).name : refName(ref);
    this.#asked?.add(ref);
    if (encloses(into.refs ?? refs, ref)) {
      into.cut = 'cycle';
      into.cutName = name;
      return into;
    }
    if (into.merged.has(ref)) return into;
    into.merged.add(ref);
    const found = chain > 64 ? undefined : this.#lookUp(ref);
    if (found === undefined || !isRecord(found.schema)) {
      if (found?.schema === true) return into;
      this.#issue(
        'unresolved-ref',
        `reference ${JSON.stringify(ref.slice(0, 200))} cannot be resolved; anything is accepted there`,
      );
      into.cut = 'unresolved';
      into.cutName = name;
      return into;
    }
    const path: RefPath = { ref, up: into.refs ?? refs };
    const target: FlatNode = { ...into, refs: path };
    const merged = this.#merge(found.schema, path, target, chain + 1);
    merged.entity ??= found.name ?? name;
    return merged;
  }

  #lookUp(ref: string): { readonly schema: unknown; readonly name?: string } | undefined {
    if (ref === '#') return { schema: this.#root };
    if (ref.startsWith('#/')) {
      const { schema } = this.#target(ref);
      return schema === undefined ? undefined : { schema };
    }
    if (this.#asked !== undefined) {
      this.#hasIssue = true; // the caller may report what it cannot resolve
      return undefined;
    }
    this.#askedCaller = true;
    return this.#options.resolveRef?.(ref);
  }

  /** Where a local reference leads, and the name that it gives. */
  #target(ref: string): ReferenceTarget {
    const lookUp = (): ReferenceTarget => ({ schema: pointerLookUp(this.#root, ref.slice(1)), name: refName(ref) });
    return this.#options.memo?.target(ref, lookUp) ?? lookUp();
  }

  #issue(code: SchemaIssue['code'], message: string): void {
    if (this.#asked !== undefined) {
      this.#hasIssue = true;
      return;
    }
    if (this.#reported.has(message)) return;
    const issue = { code, message };
    this.#reported.set(message, issue);
    this.#options.onIssue?.(issue);
  }
}

function encloses(path: RefPath | undefined, ref: string): boolean {
  for (let step = path; step !== undefined; step = step.up) if (step.ref === ref) return true;
  return false;
}

const noRefs: ReadonlySet<string> = new Set();

/** What is no node of the budget: a boolean schema or one that was cut. */
function leaf(schema: JsonSchema): WrittenSchema<JsonSchema> {
  return { schema, nodes: 0, listed: 1, height: 0, refs: noRefs };
}

/** Looks up a JSON Pointer (RFC 6901) by own properties only; undefined when a step is missing. */
export function pointerLookUp(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  let node: unknown = root;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null) return undefined;
    const key = decodePointerStep(step);
    if (!Object.hasOwn(node, key)) return undefined;
    node = (node as Raw)[key];
  }
  return node;
}

function decodePointerStep(step: string): string {
  if (!step.includes('%') && !step.includes('~')) return step;
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    text = step; // a lone percent sign is part of the key
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Types a schema allows, without `null`, in the schema's order; empty when it does not say. */
export function schemaTypes(schema: JsonSchema): string[] {
  const listed = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : [...schema.type];
  if (listed.length === 0) {
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      for (const type of schemaTypes(branch)) if (!listed.includes(type)) listed.push(type);
    }
  }
  return listed.filter((type) => type !== 'null');
}

/** Does the schema accept `null`? */
export function isNullable(schema: JsonSchema): boolean {
  if (schema.type !== undefined)
    return schema.type === 'null' || (Array.isArray(schema.type) && schema.type.includes('null'));
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(isNullable);
}

function mergeKeywords(raw: Raw, into: Raw): void {
  for (const [key, value] of Object.entries(raw)) {
    if (
      key === 'properties' ||
      key === 'required' ||
      key === 'allOf' ||
      key === '$ref' ||
      key === '$defs' ||
      key === '__proto__'
    )
      continue;
    if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(into[key])) continue; // first union wins; both would need a product
    if (key === 'enum' && Array.isArray(into['enum']) && Array.isArray(value)) {
      const both = value.filter((entry) => (into['enum'] as unknown[]).includes(entry));
      into['enum'] = both.length > 0 ? both : value;
      continue;
    }
    if (key === 'title' && into['title'] !== undefined && typeof value !== 'string') continue;
    into[key] = value;
  }
}

function hasSubstance(flat: FlatNode): boolean {
  return flat.properties.size > 0 || flat.keywords['type'] !== undefined;
}

function copyBounds(keywords: Raw, out: Raw): void {
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = keywords[exclusive];
    if (typeof value === 'number') out[exclusive] = value;
    else if (value === true && typeof keywords[inclusive] === 'number') {
      out[exclusive] = keywords[inclusive];
      delete out[inclusive];
    }
  }
}

function typeOf(keywords: Raw, flat: FlatNode): string | string[] | undefined {
  const raw = keywords['type'];
  const listed = (Array.isArray(raw) ? raw : [raw]).filter(
    (type): type is string => typeof type === 'string' && knownTypes.has(type),
  );
  if (listed.length === 0) {
    const inferred = inferType(keywords, flat);
    if (inferred !== undefined) listed.push(inferred);
  }
  if (keywords['nullable'] === true && listed.length > 0 && !listed.includes('null')) listed.push('null');
  const unique = [...new Set(listed)];
  return unique.length === 0 ? undefined : unique.length === 1 ? (unique[0] as string) : unique;
}

const knownTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

function inferType(keywords: Raw, flat: FlatNode): string | undefined {
  if (keywords['type'] === 'file') return 'string';
  if (flat.properties.size > 0 || keywords['additionalProperties'] !== undefined) return 'object';
  if (keywords['items'] !== undefined || keywords['prefixItems'] !== undefined) return 'array';
  const values = Array.isArray(keywords['enum'])
    ? keywords['enum']
    : keywords['const'] !== undefined
      ? [keywords['const']]
      : [];
  const types = new Set(
    values.filter((value) => value !== null).map((value) => (Number.isInteger(value) ? 'integer' : typeof value)),
  );
  const only = types.size === 1 ? [...types][0] : undefined;
  return only !== undefined && knownTypes.has(only) ? only : undefined;
}

function cutNode(
  cut: NonNullable<JsonSchema['x-cut']>,
  name: string | undefined,
  keywords: Raw,
  type?: string | string[],
): JsonSchema {
  const description = typeof keywords['description'] === 'string' ? { description: keywords['description'] } : {};
  return {
    ...(type === undefined ? {} : { type }),
    ...description,
    ...(name === undefined ? {} : { 'x-entity': name }),
    'x-cut': cut,
  };
}

/** `Pet` of `#/components/schemas/Pet`; undefined for a reference that does not end in a name. */
function refName(ref: string): string | undefined {
  const parts = ref.split('#').at(-1)?.split('/') ?? [];
  const container = parts.at(-2);
  const last = parts.at(-1);
  if (last === undefined || last === '') return undefined;
  return container === 'schemas' || container === 'definitions' || container === '$defs'
    ? decodePointerStep(last)
    : undefined;
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isRecord(value) && Object.values(value).every(isJson);
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
