import { nameOf } from './check-config.js';
import type { ConfigDocument, Path } from './config-document.js';
import type { ConfigProblem } from './config-error.js';
import { type ConfigSchema, configSchema } from './config-schema.js';
import type { Secrets } from './secrets.js';

/**
 * A copy of the document's value, which must fit the schema, with `${NAME}` replaced where the schema says that secrets
 * stand; `$${NAME}` stays as `${NAME}`. Elsewhere `${NAME}` is a problem, and so is a name without a value.
 */
export function fillSecrets(document: ConfigDocument, secrets: Secrets): { value: unknown; problems: ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const fill = (value: unknown, schema: ConfigSchema | undefined, path: Path): unknown => {
    if (typeof value === 'string') return filled(value, schema?.['x-secret'] === true, path);
    if (Array.isArray(value)) return value.map((entry, at) => fill(entry, schema?.items, [...path, at]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [key, fill(child, childSchema(schema, key), [...path, key])]),
    );
  };
  const filled = (text: string, isSecret: boolean, path: Path): string =>
    text.replace(/(\$?)\$\{([^}]{0,200})\}/g, (whole, mark: string, name: string) => {
      if (mark === '$') return whole.slice(1);
      const value = isSecret ? secrets.get(name) : undefined;
      if (value !== undefined) return value;
      problems.push(
        document.problemAt(path, isSecret ? unset(name, path) : `${nameOf(path)} holds ${whole}; ${elsewhere}`),
      );
      return whole;
    });
  return { value: fill(document.value, configSchema, []), problems };
}

function unset(name: string, path: Path): string {
  return `${nameOf(path)} needs ${name}, which is set neither in the environment nor in the secrets file.`;
}

const elsewhere =
  'only credentials, the args, env and headers of MCP servers, and the key of an embedder are filled in from the environment.';

function childSchema(schema: ConfigSchema | undefined, key: string): ConfigSchema | undefined {
  const { properties, additionalProperties } = schema ?? {};
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
