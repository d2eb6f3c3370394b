import type { JsonSchema } from '../../index.js';
import { logLevels } from '../log.js';
import { scopes } from '../principal.js';

/** JSON Schema with what our own checks read beside it. */
export interface ConfigSchema extends Omit<JsonSchema, 'properties' | 'additionalProperties' | 'items' | 'oneOf'> {
  readonly $schema?: string;
  readonly properties?: Readonly<Record<string, ConfigSchema>>;
  readonly additionalProperties?: boolean | ConfigSchema;
  readonly propertyNames?: ConfigSchema;
  readonly items?: ConfigSchema;
  readonly oneOf?: readonly ConfigSchema[];
  /** `${NAME}` is replaced in this text, and its value is never shown. */
  readonly 'x-secret'?: true;
  /** The value is never shown. */
  readonly 'x-hidden'?: true;
  /** What a text that fits the pattern is, in words. */
  readonly 'x-form'?: string;
}

/** A duration as the configuration writes it: `90s`, `5m`, `1h`, `1d`, `250ms`. */
export const durationPattern = '^[1-9][0-9]{0,6}(ms|s|m|h|d)$';

const name = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  'x-form': 'a name of letters, digits, ".", "_" and "-", at most 64 of them',
} as const satisfies ConfigSchema;

const replaced = `$\{NAME} is replaced`;

const text = { type: 'string', minLength: 1 } as const satisfies ConfigSchema;

/** `${NAME}` is replaced in these texts, and only in these. */
const secret = { type: 'string', 'x-secret': true } as const satisfies ConfigSchema;

const duration = {
  type: 'string',
  pattern: durationPattern,
  'x-form': 'a duration such as 30s, 5m or 1h',
} as const satisfies ConfigSchema;

const address = {
  type: 'string',
  pattern: '^https?://',
  'x-form': 'an address that begins with http:// or https://',
} as const satisfies ConfigSchema;

const count = { type: 'integer', minimum: 1 } as const satisfies ConfigSchema;

const patterns = { type: 'array', items: text } as const satisfies ConfigSchema;

function object(properties: Readonly<Record<string, ConfigSchema>>, rest: ConfigSchema = {}): ConfigSchema {
  return { type: 'object', additionalProperties: false, properties, ...rest };
}

const mcpServer: ConfigSchema = object(
  {
    command: { ...text, description: 'Program to start; it speaks MCP over standard input and output' },
    args: { type: 'array', items: secret, description: `Its arguments; ${replaced}` },
    env: { type: 'object', additionalProperties: secret, description: `Its environment; ${replaced}` },
    cwd: { ...text, description: 'Its folder, relative to this file' },
    url: { ...address, description: 'Address of a server over Streamable HTTP' },
    headers: {
      type: 'object',
      additionalProperties: secret,
      description: `Sent with every request; ${replaced}`,
    },
    timeout: { ...duration, description: 'Longest wait to connect and for one page of tools; default 30s' },
    callTimeout: { ...duration, description: 'Longest wait for a call, progress starts it anew; default as timeout' },
    maxConcurrent: { ...count, description: 'Most calls at once; default 16' },
    maxQueued: { type: 'integer', minimum: 0, description: 'Most calls that wait, one more is refused; default 100' },
    lazy: {
      type: 'boolean',
      description: 'With a snapshot that has its tools, start it at the first call; default true',
    },
    idle: { ...duration, description: 'Let go of it after so long without a call; default never' },
    perSession: { type: 'boolean', description: 'A connection of its own for each client session; default false' },
  },
  { oneOf: [{ required: ['command'] }, { required: ['url'] }], description: 'An MCP server' },
);

const source: ConfigSchema = {
  type: ['string', 'object'],
  minLength: 1,
  additionalProperties: false,
  description: 'A path relative to this file, an address, or one of these with more to say',
  properties: {
    path: { ...text, description: 'File or folder, relative to this file' },
    url: { ...address, description: 'Address of a document' },
    mcp: mcpServer,
    name: { ...name, description: 'Id of the source; needed for an MCP server, default: from the document or file' },
    refresh: { ...duration, description: 'How often it is read again; default: when it is asked for' },
  },
  oneOf: [
    { type: 'string' },
    { type: 'object', required: ['path'] },
    { type: 'object', required: ['url'] },
    { type: 'object', required: ['mcp'] },
  ],
};

const calls: ConfigSchema = object(
  {
    enabled: { type: 'boolean', default: true, description: 'May clients call tools?' },
    allowDestructive: {
      ...patterns,
      description: 'Names of tools that may be called although they destroy; * and ? are wildcards, ! takes out',
    },
    allowPrivate: { type: 'array', items: text, description: 'Hosts on this network that calls may go to' },
    credentials: {
      type: 'object',
      description: `By source id, then by security scheme; ${replaced}`,
      additionalProperties: { type: 'object', additionalProperties: secret },
    },
    pin: { ...patterns, description: 'Tools that MCP clients see as tools of their own; at most 64' },
    listFound: {
      type: 'integer',
      minimum: 1,
      maximum: 50,
      description: 'List so many of the tools that a session found last as tools of their own; default none',
    },
    timeout: { ...duration, description: 'Longest wait for an answer; default 30s' },
    maxResponseBytes: { ...count, description: 'Most bytes of an answer; default 1048576' },
  },
  { description: 'Calling tools; without this nobody calls anything' },
);

const embedder: ConfigSchema = object(
  {
    url: { ...address, description: 'Address of an OpenAI-compatible endpoint, up to and with the version' },
    model: { ...text, description: 'Name of the model at that address' },
    apiKey: { ...secret, description: `Sent to it as a bearer token; ${replaced}` },
    dimensions: { ...count, maximum: 16_384, description: 'Length of the vectors; default: as the model gives them' },
    module: {
      ...text,
      description: 'Instead of an address: a module, relative to this file, that exports an Embedder',
    },
    timeout: { ...duration, description: 'Longest wait of a search for it; default 3s' },
  },
  {
    oneOf: [{ required: ['url'] }, { required: ['module'] }],
    description: 'A model that takes part in the ranking; the texts of tools and requests are sent to it',
  },
);

const catalogProperties: Readonly<Record<string, ConfigSchema>> = {
  sources: { type: 'array', items: source, description: 'Where the tools come from' },
  calls,
  embedder,
  textPolicy: {
    type: 'string',
    enum: ['flag', 'strip', 'quarantine'],
    default: 'flag',
    description: 'What happens to tools whose text hides something or gives orders to the model',
  },
  snapshot: { ...text, description: 'File that keeps the catalog over restarts, relative to this file' },
};

const grantProperties: Readonly<Record<string, ConfigSchema>> = {
  scopes: {
    type: 'array',
    items: { type: 'string', enum: [...scopes] },
    description: 'read: search, schemas, plans; call: call tools; admin: change sources. Default read',
  },
  sources: { ...patterns, description: 'Only tools of these source ids; * and ? are wildcards, ! takes out' },
  tools: { ...patterns, description: 'Only tools of these names; * and ? are wildcards, ! takes out' },
  annotations: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    description: 'Only tools with exactly these annotations, such as readOnlyHint: true',
  },
};

const token: ConfigSchema = object(
  {
    id: { ...name, description: 'Shown in logs' },
    sha256: {
      type: 'string',
      pattern: '^[0-9a-fA-F]{64}$',
      'x-form': 'the 64 hex digits that "toolgraph token" prints',
      'x-hidden': true,
      description: 'Hash of the token, as "toolgraph token" prints it; never the token',
    },
    ...grantProperties,
    catalogs: {
      type: 'object',
      additionalProperties: object(grantProperties),
      description: 'The only catalogs that it reaches; what is left out here is as the token says. Default: all',
    },
  },
  { required: ['id', 'sha256'] },
);

/**
 * The form of a configuration file: what checks it and what documents it. Written out for editors as
 * `toolgraph.schema.json` in the package.
 */
export const configSchema: ConfigSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'toolgraph configuration',
  description:
    'What "toolgraph serve --config" serves. Changes of the file hold without a restart where nothing else is said.',
  ...object({
    server: object(
      {
        host: {
          ...text,
          default: '127.0.0.1',
          description: 'Interface; beyond the loopback tokens are needed. Needs a restart',
        },
        port: {
          type: 'integer',
          minimum: 0,
          maximum: 65_535,
          default: 8765,
          description: '0 is any free one. Needs a restart',
        },
        allowedHosts: { type: 'array', items: text, description: 'Further host names of the service' },
        allowedOrigins: {
          type: 'array',
          items: {
            type: 'string',
            pattern: '^https?://[^/]+/?$',
            'x-form': 'an origin such as https://app.example.com',
          },
          description: 'Web page origins that may ask, such as https://app.example.com',
        },
        logLevel: {
          type: 'string',
          enum: [...logLevels],
          default: 'warn',
          description: 'How much is logged to standard error',
        },
      },
      { description: 'Where and for whom it listens' },
    ),
    limits: object(
      {
        bodyBytes: { ...count, default: 16_777_216, description: 'Most bytes of a request. Needs a restart' },
        bodyTimeout: {
          ...duration,
          default: '15s',
          description: 'Longest wait for a request to be complete. Needs a restart',
        },
        requestsPerMinute: { ...count, description: 'Of one token; default 1200 with tokens, no limit without' },
        burst: { ...count, description: 'Requests at once; default a tenth of a minute’s' },
      },
      { description: 'Bounds of requests' },
    ),
    secretsFile: {
      ...text,
      description:
        'File of NAME=value lines that only its owner may read; relative to this file. The environment comes first',
    },
    ...catalogProperties,
    tokens: { type: 'array', items: token, description: 'Who may ask. Without them: everybody on this machine' },
    catalogs: {
      type: 'object',
      propertyNames: name,
      additionalProperties: object(catalogProperties),
      description: 'Further catalogs by name, below /catalogs/<name>; the one at the root is called "default"',
    },
    evaluation: object(
      { folder: { ...text, description: 'Evaluation sets that POST /evaluate may name, relative to this file' } },
      { description: 'Measuring the ranking' },
    ),
  }),
};
