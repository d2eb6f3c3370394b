import type { ToolSource } from '../src/core/tool-schema.js';
import { intentsOfTerm, isGenericVerb } from './intent.js';
import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/** The words that a source is called by, as terms. */
export interface CalledBy {
  /** Words of its id, title and host. */
  readonly names: ReadonlySet<string>;
  /** Those that an owner chose for its domain. */
  readonly domains: ReadonlySet<string>;
  /** What it calls the service under its domain, where that is one word. */
  readonly services: ReadonlySet<string>;
  /** Words of what it calls the service: `verify` of `twilio.com/twilio_verify_v2`. */
  readonly parts: ReadonlySet<string>;
  /** The label of the owner's domain; empty for a source without one. */
  readonly owner: string;
}

/** Words that name no source: what sources are, and the parts that all addresses have. */
const ordinary = new Set(
  'api apis rest server service services public open web app cloud data mcp tools tool local functions default com org net io dev co www http https localhost internal'.split(
    ' ',
  ),
);

/** The text that tells what a source is called, the same for all its tools. */
export function callingText(source: ToolSource): string {
  return `${source.id}\n${source.title ?? ''}\n${hostOf(source)}`;
}

/** Reads what a source is called by its id, title and host. */
export function calledBy(source: ToolSource): CalledBy {
  const { id, title = '' } = source;
  const host = hostOf(source);
  const owner = ownerLabel(id);
  const titled = tokenize(title).map(({ surface }) => surface);
  const domains = new Set(
    [owner, ownerLabel(host)].flatMap((label) =>
      label === undefined ? [] : domainForms(label, titled).flatMap(asName),
    ),
  );
  const labels = owner === undefined ? [] : id.split(/[/~]/).slice(1);
  const parts = labels.flatMap((label) => [...namesIn(label)]).filter((part) => !domains.has(part));
  return {
    names: new Set([...namesIn(`${id} ${title} ${host}`), ...domains]),
    domains,
    services: new Set(labels.flatMap((label) => asName(label.toLowerCase()))),
    parts: new Set(parts),
    owner: owner ?? '',
  };
}

/**
 * What the owner of a domain may be called: its label, that without `api` or `app` at its end, and words of the title that
 * the label begins or ends with (`square` of squareup.com).
 */
function domainForms(label: string, titled: readonly string[]): string[] {
  const parts = titled.filter((word) => label.startsWith(word) || label.endsWith(word));
  return [label, label.replace(/(?:apis?|app)$/, ''), ...parts];
}

/** The one name that a label is: of letters, or a short one of letters and a digit, such as `s3`; none for what is not one word. */
function asName(label: string): string[] {
  if (/^[a-z]{1,3}\d$/.test(label)) return [label];
  return /^[a-z]+$/.test(label) ? [...namesIn(label)] : [];
}

/** The label of a domain that its owner chose: `slack` of `api.slack.com`, `tfl` of `tfl.gov.uk`. */
export function ownerLabel(address: string): string | undefined {
  const [domain = ''] = address.toLowerCase().split(/[/~]/);
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) || /^[0-9.]+$/.test(domain)) return undefined;
  const labels = domain.split('.').slice(0, -1);
  if (labels.length > 1 && /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-1) ?? '')) labels.pop();
  return labels.at(-1);
}

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const { surface, term } of tokenize(text)) {
    const mayName = surface.length >= 3 && !/\d/.test(surface) && !ordinary.has(surface) && !isStopWord(surface);
    if (mayName && !isGenericVerb(term) && intentsOfTerm(term) === 0) names.add(term);
  }
  return names;
}

/** The host that a source is served from; empty when it names none. */
export function hostOf(source: ToolSource): string {
  const url = 'baseUrl' in source && typeof source.baseUrl === 'string' ? source.baseUrl : '';
  return /^[a-z]+:\/\/([^/:?#]+)/i.exec(url)?.[1] ?? '';
}
