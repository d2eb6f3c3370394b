import { ToolGraphError } from '../src/core/errors.js';
import { isRecord, type JsonValue } from '../src/core/json-schema.js';
import type { ToolAnnotations, ToolSchema } from '../src/core/tool-schema.js';

/** What a retrieval takes beside query and topK. */
export interface RetrieveOptions {
  /** Let producers that the best hits need share the topK. Default true; false ranks by text alone. */
  readonly prerequisites?: boolean;
  /**
   * What the caller already has: names of inputs (`petId`), context keys, or of tools whose output is at hand. No
   * prerequisite is brought in for these. Default: nothing.
   */
  readonly available?: readonly string[];
  /**
   * A request whose best tools are all less relevant than this is about something else: the ranking is then empty, with
   * the reason `off-topic`. 0 answers whatever matches; 1 answers nothing but tools named outright.
   */
  readonly minRelevance?: number;
  /**
   * Leave out targets that score less than this share of the best target: 0 (the default) leaves out none, 1 all but
   * the best.
   */
  readonly minScoreShare?: number;
  /** Only tools of these source ids. Default: all. */
  readonly sources?: readonly string[];
  /** Only tools with at least one of these tags, compared without case. Default: all. */
  readonly tags?: readonly string[];
  /** Only tools whose annotations have these very values; an absent hint equals nothing. Default: all. */
  readonly annotations?: Readonly<Partial<ToolAnnotations>>;
  /**
   * Only tools whose metadata has these very values at its top level, such as `{ requiresConfirmation: true }` of
   * `tool()`; objects and lists are compared as JSON, an absent key equals nothing. Default: all.
   */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** Only tools for which this returns true. Must be pure. Default: all. */
  readonly filter?: (tool: ToolSchema) => boolean;
}

/** Does a tool pass the filters of a query? */
export type Acceptance = (tool: ToolSchema) => boolean;

/** The filters as one predicate; undefined when every tool passes. */
export function acceptance(options: RetrieveOptions): Acceptance | undefined {
  const { sources, tags, annotations, metadata, filter } = options;
  const tests: Acceptance[] = [];
  if (sources !== undefined) {
    const wanted = new Set(sources);
    tests.push((tool) => wanted.has(tool.source.id));
  }
  if (tags !== undefined) {
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
    tests.push((tool) => tool.tags.some((tag) => wanted.has(tag.toLowerCase())));
  }
  if (annotations !== undefined) {
    const wanted = Object.entries(annotations).filter(([, value]) => value !== undefined);
    tests.push((tool) =>
      wanted.every(([key, value]) => Object.hasOwn(tool.annotations, key) && tool.annotations[key] === value),
    );
  }
  if (metadata !== undefined) {
    const wanted = Object.entries(metadata).map(([key, value]) => [key, JSON.stringify(value)] as const);
    tests.push(({ metadata: own = {} }) =>
      wanted.every(([key, value]) => Object.hasOwn(own, key) && JSON.stringify(own[key]) === value),
    );
  }
  if (filter !== undefined) tests.push(filter);
  return tests.length === 0 ? undefined : (tool) => tests.every((test) => test(tool));
}

/** Refuses arguments of the wrong type or range, and unknown options, with what was seen. */
export function checkArguments(query: unknown, topK: unknown, options: unknown): void {
  if (typeof query !== 'string') {
    throw new ToolGraphError('INVALID_ARGUMENT', `query must be a string, not ${describe(query)}.`);
  }
  if (typeof topK !== 'number' || !Number.isInteger(topK) || topK < 0) {
    throw new ToolGraphError('INVALID_ARGUMENT', `topK must be a whole number of 0 or more, not ${describe(topK)}.`);
  }
  if (typeof options !== 'object' || options === null) {
    throw new ToolGraphError('INVALID_OPTION', `options must be an object, not ${describe(options)}.`);
  }
  const known = [
    'prerequisites',
    'available',
    'minRelevance',
    'minScoreShare',
    'sources',
    'tags',
    'annotations',
    'metadata',
    'filter',
  ];
  for (const key of Object.keys(options)) {
    if (!known.includes(key))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `Unknown option ${JSON.stringify(key)}; retrieval takes ${known.join(', ')}.`,
      );
  }
  checkValues(options as Readonly<Record<string, unknown>>);
}

/** `sources: "shop"` would be read letter by letter and match nothing: every value must be what its option takes. */
function checkValues(options: Readonly<Record<string, unknown>>): void {
  const refuse = (key: string, wanted: string): never => {
    throw new ToolGraphError('INVALID_OPTION', `Option "${key}" must be ${wanted}, not ${describe(options[key])}.`);
  };
  for (const key of ['sources', 'tags'] as const) {
    const value = options[key];
    if (value !== undefined && !(Array.isArray(value) && value.every((entry) => typeof entry === 'string')))
      refuse(key, 'a list of texts');
  }
  for (const key of ['minRelevance', 'minScoreShare'] as const) {
    const value = options[key];
    if (value !== undefined && !(typeof value === 'number' && value >= 0 && value <= 1))
      refuse(key, 'a number from 0 to 1');
  }
  const { prerequisites, annotations, metadata, filter } = options;
  if (prerequisites !== undefined && typeof prerequisites !== 'boolean') refuse('prerequisites', 'true or false');
  if (annotations !== undefined && !isRecord(annotations)) refuse('annotations', 'an object of hints');
  if (metadata !== undefined && !isRecord(metadata)) refuse('metadata', 'an object');
  if (filter !== undefined && typeof filter !== 'function') refuse('filter', 'a function');
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`;
  if (Array.isArray(value)) return 'a list';
  return value === null || typeof value === 'undefined' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `a ${typeof value}`;
}
