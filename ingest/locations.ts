import { basename, extname } from 'node:path';

/** A path or URL as it may be shown: without user, password, query values and fragment. At most 200 characters. */
export function displayLocation(location: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(location) || !URL.canParse(location)) return shorten(location);
  const url = new URL(location);
  const keys = [...new Set(url.searchParams.keys())];
  const query = keys.length === 0 ? '' : `?${keys.map((key) => `${key}=…`).join('&')}`;
  return shorten(`${url.protocol}//${url.host}${url.pathname}${query}`);
}

/** A reference as it may be shown: like a location, its `#/…` fragment kept. */
export function displayReference(ref: string): string {
  const hash = ref.indexOf('#');
  const location = hash < 0 ? ref : ref.slice(0, hash);
  const query = location.indexOf('?');
  const shown = /^[a-z][a-z0-9+.-]*:\/\//i.test(location)
    ? displayLocation(location)
    : query < 0
      ? location
      : location.slice(0, query);
  return shorten(shown + (hash < 0 ? '' : ref.slice(hash)));
}

/** Is this an http or https URL? */
export function isHttpUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * Source id of a file or URL: its last path segment without the extension, in lower-case words joined by hyphens.
 * `petstore` for `specs/petstore.yaml`. A URL whose path names nothing gives its host.
 */
export function sourceIdOfLocation(location: string): string {
  if (isHttpUrl(location) && URL.canParse(location)) {
    const url = new URL(location);
    const last = url.pathname
      .split('/')
      .filter((step) => step !== '')
      .at(-1);
    return (
      toSourceId(last === undefined ? url.hostname : withoutExtension(last)) ?? toSourceId(url.hostname) ?? 'openapi'
    );
  }
  return toSourceId(withoutExtension(basename(location))) ?? 'openapi';
}

/** Text as a source id: letters, digits, dots and underscores kept, other runs a hyphen, lower case; undefined when nothing is left. */
export function toSourceId(text: string): string | undefined {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._]+/gu, '-');
  const id = words
    .replace(/^[-.]+/, '')
    .replace(/-$/, '')
    .slice(0, 80);
  return id === '' ? undefined : id;
}

function withoutExtension(name: string): string {
  return /^\.(json|ya?ml|txt)$/i.test(extname(name)) ? name.slice(0, -extname(name).length) : name;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
