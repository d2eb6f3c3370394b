/** A provider's tool form: what its schema subset takes and what its limits are. */
export interface ProviderProfile {
  readonly id: 'openai' | 'openai-strict' | 'anthropic' | 'gemini' | 'mcp' | 'ai-sdk';
  /** As written in messages. */
  readonly label: string;
  /** Most tools in one request; `Infinity` where the provider sets none. */
  readonly maxTools: number;
  /** Most UTF-16 units of a tool's or an input's description; `Infinity` where the provider sets none. */
  readonly maxDescription: number;
  /** Keywords that are taken over as they are, beside `type`, `properties`, `required`, `items` and `description`. */
  readonly keywords: ReadonlySet<string>;
  /**
   * `open`: JSON Schema as it stands, below the root. `typed`: every node has one type or is an `anyOf` of such, and
   * nothing else.
   */
  readonly shape: 'open' | 'typed';
  /** Typed shapes: is `null` said by `nullable: true` rather than a second type? */
  readonly nullableKeyword: boolean;
  /** Typed shapes: may only strings have an `enum`? */
  readonly stringEnums: boolean;
  /** Typed shapes: every property required, `additionalProperties: false`, optional ones nullable. */
  readonly strict: boolean;
  /** Formats taken, by type; absent: all. */
  readonly formats?: Readonly<Record<string, readonly string[]>>;
  /** Grammar of the root's property keys; absent: any. */
  readonly propertyKey?: RegExp;
}

const allKeywords = [
  'title', 'enum', 'const', 'default', 'examples', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum',
  'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minProperties', 'maxProperties', 'minItems', 'maxItems',
  'uniqueItems', 'contentEncoding', 'contentMediaType', 'deprecated',
]; // biome-ignore format: a list

const open = {
  maxDescription: Number.POSITIVE_INFINITY,
  keywords: new Set(allKeywords),
  shape: 'open',
  nullableKeyword: false,
  stringEnums: false,
  strict: false,
} as const;

/** OpenAI function tools, not strict: at most 128 tools in a request and 1,024 characters of description. */
export const openAiProfile: ProviderProfile = {
  ...open,
  id: 'openai',
  label: 'OpenAI',
  maxTools: 128,
  maxDescription: 1024,
};

/** OpenAI structured outputs: the subset that strict mode guarantees. */
export const openAiStrictProfile: ProviderProfile = {
  ...openAiProfile,
  id: 'openai-strict',
  label: 'OpenAI strict mode',
  keywords: new Set([
    'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
    'minItems', 'maxItems',
  ]), // biome-ignore format: a list
  shape: 'typed',
  strict: true,
  formats: { string: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'] },
};

/**
 * Anthropic: JSON Schema 2020-12 without composition at the root; keys of the root's properties are limited. The API
 * states no number of tools for a plain request; its tool search takes 10,000.
 */
export const anthropicProfile: ProviderProfile = {
  ...open,
  id: 'anthropic',
  label: 'Anthropic',
  maxTools: 10_000,
  propertyKey: /^[a-zA-Z0-9_.-]{1,64}$/,
};

/**
 * Gemini: the `Schema` message of its API. 128 function declarations is the lower of the limits its two services have
 * stated over time; `maxTools` raises it where yours takes more.
 */
export const geminiProfile: ProviderProfile = {
  id: 'gemini',
  label: 'Gemini',
  maxTools: 128,
  maxDescription: Number.POSITIVE_INFINITY,
  keywords: new Set(['enum', 'format', 'minimum', 'maximum', 'minItems', 'maxItems']),
  shape: 'typed',
  nullableKeyword: true,
  stringEnums: true,
  strict: false,
  formats: {
    string: ['date-time'],
    number: ['float', 'double'],
    integer: ['int32', 'int64'],
  },
  propertyKey: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
};

/** MCP `tools/list`: JSON Schema 2020-12 with an object at the root. */
export const mcpProfile: ProviderProfile = {
  ...open,
  id: 'mcp',
  label: 'MCP',
  maxTools: Number.POSITIVE_INFINITY,
};

/** AI SDK `ToolSet`: passed on to whichever provider the model belongs to, hence the tightest name and key rules. */
export const aiSdkProfile: ProviderProfile = {
  ...open,
  id: 'ai-sdk',
  label: 'the AI SDK',
  maxTools: Number.POSITIVE_INFINITY,
  propertyKey: /^[a-zA-Z0-9_.-]{1,64}$/,
};
