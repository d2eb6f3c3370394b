import type { ToolSchema } from '../src/core/tool-schema.js';
import { subjectOf, type ToolSubject } from '../src/graph/entity.js';
import { isPlainVerb } from '../src/graph/words.js';
import { type Intent, intentNames, toolIntents } from './intent.js';

/** What an operation does, to what, and for whom, as far as its name, method, path and text tell. */
export interface Operation {
  /** What it does; empty when nothing tells. */
  readonly intents: readonly Intent[];
  /** The resource that it is about: singular lower-case words, the head noun last, such as `pull request`. */
  readonly object?: string;
  /** Does it answer with many of them? */
  readonly collection: boolean;
  /** The resources that it is within, outermost first: `repository` for `/repos/{repo}/pulls`. Empty without a path. */
  readonly within: readonly string[];
  /** Is it about the caller: the authenticated user, `/me`? */
  readonly ofCaller: boolean;
}

/** Reads a tool as an operation on a resource. */
export function operationOf(tool: ToolSchema): Operation {
  const subject = subjectOf(tool);
  const { kind, pathParams } = subject;
  const object = objectOf(subject);
  const within = [...pathParams.values()].flatMap(({ noun }) => (noun === undefined || noun === object ? [] : [noun]));
  return {
    intents: intentNames(toolIntents(tool)),
    ...(object !== undefined && { object }),
    collection: kind === 'list',
    within: [...new Set(within)],
    ofCaller: isOfCaller(tool),
  };
}

/** The resource a tool is about; for `/orders/{id}/cancel` the order, as the last segment says what is done to it. */
function objectOf({ nouns, pathParams }: ToolSubject): string | undefined {
  const [first] = nouns;
  if (first === undefined || !isPlainVerb(first)) return first;
  return [...pathParams.values()].at(-1)?.noun ?? nouns[1] ?? first;
}

/** Segments by which a path says "whoever calls". */
const callerSegments = /^(?:me|self|my|mine|~|@me|current|current[-_]?user)$/i;
const callerPhrases = /\b(?:authenticated|current|logged[- ]in|signed[- ]in) user\b/i;

/** Is the tool about whoever calls it: by its path (`/me/albums`, `/user/repos`) or by the start of its description? */
export function isOfCaller(tool: ToolSchema): boolean {
  const segments = pathOf(tool).split('/').filter(Boolean);
  if (segments.some((segment) => callerSegments.test(segment))) return true;
  if (segments[0] === 'user' && segments[1]?.startsWith('{') !== true) return true;
  return callerPhrases.test(`${tool.title ?? ''} ${tool.description.slice(0, 160)}`);
}

/** The path of an HTTP operation; empty for other tools. */
export function pathOf({ source }: ToolSchema): string {
  return 'path' in source && source.path !== undefined ? source.path : '';
}
