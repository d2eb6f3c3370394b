import { isRecord } from '../../src/core/json-schema.js';

/** Names whose values are credentials, as headers, query parameters, form fields and variables carry them. */
const secretName =
  /^(authorization|proxy-authorization|cookie|set-cookie)$|(^|[-_.\s])(api[-_.\s]?key|apikey|access[-_.\s]?key|secret|token|password|passwd|pwd|signature|sig|credential|credentials|session[-_.\s]?id|private[-_.\s]?key|auth)$/i;

/** Is this the name of something that holds a credential: `X-Api-Key`, `access_token`, `clientSecret`? */
export function isSecretName(name: string): boolean {
  const words = name.slice(0, 200).replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return secretName.test(words);
}

/** Texts that are credentials whatever they are called. */
const secretText =
  /\beyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{4,2000}(?:\.[A-Za-z0-9_-]{0,2000})?|\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{12,200}|\bgh[pousr]_[A-Za-z0-9]{20,255}|\bgithub_pat_[A-Za-z0-9_]{20,255}|\bxox[abprs]-[A-Za-z0-9-]{10,200}|\bAKIA[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,60}|\bPMAK-[A-Za-z0-9-]{20,200}|(\b(?:bearer|basic)\s{1,4})[A-Za-z0-9+/_.=-]{7,2000}[A-Za-z0-9+/_=-]|(\b(?:password|passwd|api[-_ ]?key|access[-_ ]?token|secret|token)\b\s{0,4}[:=]\s{0,4}["'`]?)[^\s"'`,;]{4,400}/gi;

const mark = '[redacted]';
const maxValues = 500;

/** Takes credentials out of texts: those that look like one, and every value the collection itself uses as one. */
export class SecretFilter {
  readonly #values: readonly string[];

  constructor(collection: unknown) {
    this.#values = secretValues(collection);
  }

  clean(text: string): string {
    const known = this.#values.reduce((rest, value) => rest.replaceAll(value, mark), text);
    return known.replace(
      secretText,
      (_match, scheme: string | undefined, label: string | undefined) => `${scheme ?? label ?? ''}${mark}`,
    );
  }
}

/** Values under `auth`, and of named values (`key` or `name` beside `value`) whose name is a credential's. */
function secretValues(collection: unknown): string[] {
  const values = new Set<string>();
  const queue: { node: unknown; secret: boolean }[] = [{ node: collection, secret: false }];
  for (let next = 0; next < queue.length && values.size < maxValues; next++) {
    const { node, secret } = queue[next] as (typeof queue)[number];
    if (Array.isArray(node)) for (const item of node) queue.push({ node: item, secret });
    if (!isRecord(node)) continue;
    const name = typeof node['key'] === 'string' ? node['key'] : node['name'];
    const isSecret = secret || node['type'] === 'secret' || (typeof name === 'string' && isSecretName(name));
    const { value } = node;
    if (isSecret && typeof value === 'string' && value.length >= 4 && !/^\{\{[^{}]*\}\}$/.test(value) && !isWord(value))
      values.add(value);
    for (const [key, child] of Object.entries(node)) {
      if (typeof child === 'object' && child !== null) queue.push({ node: child, secret: secret || key === 'auth' });
    }
  }
  return [...values].sort((a, b) => b.length - a.length);
}

/** Short lower-case words stand in settings of an `auth` block (`header`, `bearer`): no credential, and common in texts. */
function isWord(value: string): boolean {
  return /^[a-z]{1,12}$/i.test(value) || /^[A-Z][A-Za-z -]{0,30}$/.test(value);
}
