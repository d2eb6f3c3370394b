/** What the dataset tests need to know of one tool, read without any of the code under test. */
export interface CatalogTool {
  /** Original names of parameters and top-level body properties. */
  readonly inputs: ReadonlySet<string>;
  /** The source says what comes back. */
  readonly returns: boolean;
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Tools of `tools.jsonl` rows by name. Throws when a name comes twice or a row has none. */
export function toolsOfRows(rows: readonly Json[]): Map<string, CatalogTool> {
  const tools = new Map<string, CatalogTool>();
  for (const row of rows) {
    const name = row['name'];
    if (typeof name !== 'string' || tools.has(name)) throw new Error(`Tool name ${String(name)} is missing or taken.`);
    const inputs = new Set(Object.keys(objectOf(objectOf(row['parameters'])['properties'])));
    tools.set(name, { inputs, returns: row['returns'] !== undefined });
  }
  return tools;
}

/** Operations of an OpenAPI document by operationId. Throws when an id comes twice or an operation has none. */
export function toolsOfSpec(document: unknown): Map<string, CatalogTool> {
  const root = objectOf(document);
  const tools = new Map<string, CatalogTool>();
  for (const [path, item] of Object.entries(objectOf(root['paths']))) {
    for (const [method, value] of Object.entries(objectOf(item))) {
      if (!/^(get|put|post|patch|delete)$/.test(method)) continue;
      const operation = objectOf(value);
      const id = operation['operationId'];
      if (typeof id !== 'string' || tools.has(id)) {
        throw new Error(`${method.toUpperCase()} ${path}: operationId ${String(id)} is missing or taken.`);
      }
      tools.set(id, { inputs: inputsOf(root, operation), returns: returnsSchema(root, operation) });
    }
  }
  return tools;
}

function inputsOf(root: Json, operation: Json): Set<string> {
  const names = arrayOf(operation['parameters']).map((parameter) => resolve(root, parameter)['name']);
  const content = objectOf(resolve(root, operation['requestBody'])['content']);
  for (const media of Object.values(content)) {
    names.push(...Object.keys(objectOf(resolve(root, objectOf(media)['schema'])['properties'])));
  }
  return new Set(names.filter((name) => typeof name === 'string'));
}

function returnsSchema(root: Json, operation: Json): boolean {
  return Object.entries(objectOf(operation['responses'])).some(
    ([status, response]) => status.startsWith('2') && 'content' in resolve(root, response),
  );
}

/** Follows local references; throws on one that leads nowhere or round in a circle. */
function resolve(root: Json, value: unknown): Json {
  let node = objectOf(value);
  for (let hops = 0; typeof node['$ref'] === 'string'; hops++) {
    const ref = node['$ref'];
    const target = ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, key) => objectOf(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
    if (!isObject(target) || hops > 20) throw new Error(`The reference ${ref} leads nowhere.`);
    node = target;
  }
  return node;
}
