import { cutText, plainText } from '../plain-text.js';
import { own, ownList, ownText, type Raw } from './document.js';
import { templateVariables } from './parameters.js';

/** Longest description of a tool, in characters. What is cut off stays searchable. */
const maxDescription = 2000;
const maxKeywordText = 20_000;

/** The texts of one operation. */
export interface OperationTexts {
  readonly title?: string;
  /** Never empty. */
  readonly description: string;
  /** The part of the description that was cut off. */
  readonly rest?: string;
}

/** Summary and description as plain text; without either the path item's, else words of method and path. */
export function operationTexts(pathItem: Raw, operation: Raw, method: string, path: string): OperationTexts {
  const summary = plainOf(operation, 'summary') ?? plainOf(operation, 'x-summary');
  const long = plainOf(operation, 'description');
  const shared = plainOf(pathItem, 'summary') ?? plainOf(pathItem, 'description');
  const own = join(summary, long);
  const full = own ?? join(pathWords(method, path), shared) ?? `${method} ${path}`;
  const description = cutText(full, maxDescription);
  const rest = full.length > description.length ? full.slice(description.length - 1, maxKeywordText) : undefined;
  return {
    ...(summary === undefined ? {} : { title: cutText(summary, 200) }),
    description,
    ...(rest === undefined ? {} : { rest }),
  };
}

/** Further text to search by: what is returned, when the response says more than "OK". */
export function responseText(response: Raw | undefined): string | undefined {
  const text = plainOf(response, 'description');
  return text !== undefined && text.split(' ').length > 2 ? cutText(text, 300) : undefined;
}

/** `Get boats crew by boatId (GET /boats/{boatId}/crew)`. */
export function pathWords(method: string, path: string): string {
  const variables = templateVariables(path);
  const words = path
    .replace(/\{[^{}/]{0,200}\}/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const verb = `${method.charAt(0)}${method.slice(1).toLowerCase()}`;
  const by = variables.length === 0 ? '' : ` by ${variables.join(', ')}`;
  return `${[verb, ...words].join(' ')}${by} (${method} ${path})`;
}

/** `get_boats_boatId_crew`: a readable name for an operation that has none. */
export function nameOfPath(method: string, path: string): string {
  const words = path.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== '');
  return [method.toLowerCase(), ...(words.length === 0 ? ['root'] : words)].join('_');
}

/** Short descriptions of the document's tags, by tag name. */
export function tagDescriptions(document: Raw): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const tag of ownList(document, 'tags')) {
    const name = ownText(tag, 'name');
    const text = plainOf(tag, 'description') ?? plainOf(tag, 'summary');
    if (name !== undefined && text !== undefined && text.length <= 200) texts.set(name, text);
  }
  return texts;
}

function plainOf(holder: unknown, key: string): string | undefined {
  const raw = own(holder, key);
  const text = typeof raw === 'string' ? plainText(raw) : '';
  return text === '' ? undefined : text;
}

/** Summary, then description; only the longer one when it begins with the shorter. */
function join(summary: string | undefined, description: string | undefined): string | undefined {
  if (summary === undefined || description === undefined) return summary ?? description;
  const bare = summary.replace(/[.!?:]$/, '');
  if (description.toLowerCase().startsWith(bare.toLowerCase())) return description;
  return /[.!?:]$/.test(summary) ? `${summary} ${description}` : `${summary}. ${description}`;
}
