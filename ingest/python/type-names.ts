/** JSON Schema before it is made canonical: may hold `$ref`s into the reader's definitions. */
export type RawSchema = Record<string, unknown>;

const text: RawSchema = { type: 'string' };
const formatted = (format: string): RawSchema => ({ type: 'string', format });
const base64: RawSchema = { type: 'string', contentEncoding: 'base64' };
const anyArray: RawSchema = { type: 'array', items: {} };
const anyObject: RawSchema = { type: 'object' };
const uniqueArray: RawSchema = { type: 'array', items: {}, uniqueItems: true };

/** Types known by the last part of their name: built in, of the standard library, and of Pydantic. */
export const namedTypes: ReadonlyMap<string, RawSchema> = new Map<string, RawSchema>([
  ...['str', 'Text', 'AnyStr', 'LiteralString', 'StrictStr', 'Json', 'constr'].map((name) => [name, text] as const),
  ...['int', 'Integral', 'StrictInt', 'conint', 'SupportsInt', 'SupportsIndex'].map((name) => [name, { type: 'integer' }] as const),
  ...['float', 'Number', 'Real', 'StrictFloat', 'FiniteFloat', 'confloat', 'SupportsFloat'].map((name) => [name, { type: 'number' }] as const),
  ...['Decimal', 'condecimal'].map((name) => [name, { type: 'number', format: 'decimal' }] as const),
  ...['bool', 'StrictBool'].map((name) => [name, { type: 'boolean' }] as const),
  ...['bytes', 'bytearray', 'memoryview', 'ByteString', 'StrictBytes', 'conbytes', 'Base64Bytes', 'Base64Str'].map((name) => [name, base64] as const),
  ...['dict', 'Dict', 'Mapping', 'MutableMapping', 'OrderedDict', 'DefaultDict', 'defaultdict', 'Counter', 'ChainMap', 'MappingProxyType'].map((name) => [name, anyObject] as const),
  ...['list', 'List', 'Sequence', 'MutableSequence', 'Iterable', 'Iterator', 'Collection', 'Container', 'deque', 'Deque', 'Reversible', 'tuple', 'Tuple', 'Generator', 'AsyncIterator', 'AsyncIterable', 'AsyncGenerator', 'conlist', 'KeysView', 'ValuesView'].map((name) => [name, anyArray] as const),
  ...['set', 'Set', 'frozenset', 'FrozenSet', 'AbstractSet', 'MutableSet', 'conset', 'confrozenset'].map((name) => [name, uniqueArray] as const),
  ...['None', 'NoneType'].map((name) => [name, { type: 'null' }] as const),
  ...['datetime', 'AwareDatetime', 'NaiveDatetime', 'FutureDatetime', 'PastDatetime', 'Timestamp'].map((name) => [name, formatted('date-time')] as const),
  ...['date', 'FutureDate', 'PastDate', 'condate'].map((name) => [name, formatted('date')] as const),
  ['time', formatted('time')],
  ...['timedelta', 'Timedelta'].map((name) => [name, formatted('duration')] as const),
  ...['UUID', 'UUID1', 'UUID3', 'UUID4', 'UUID5'].map((name) => [name, formatted('uuid')] as const),
  ...['Path', 'PurePath', 'PosixPath', 'PurePosixPath', 'WindowsPath', 'PathLike', 'FilePath', 'DirectoryPath', 'NewPath'].map((name) => [name, formatted('path')] as const),
  ...['EmailStr', 'NameEmail'].map((name) => [name, formatted('email')] as const),
  ...['HttpUrl', 'AnyUrl', 'AnyHttpUrl', 'FileUrl', 'WebsocketUrl', 'AnyWebsocketUrl', 'PostgresDsn', 'RedisDsn'].map((name) => [name, formatted('uri')] as const),
  ['IPv4Address', formatted('ipv4')],
  ['IPv6Address', formatted('ipv6')],
  ...['SecretStr', 'SecretBytes'].map((name) => [name, formatted('password')] as const),
  ['Pattern', formatted('regex')],
  ['PositiveInt', { type: 'integer', exclusiveMinimum: 0 }],
  ['NegativeInt', { type: 'integer', exclusiveMaximum: 0 }],
  ['NonNegativeInt', { type: 'integer', minimum: 0 }],
  ['NonPositiveInt', { type: 'integer', maximum: 0 }],
  ['PositiveFloat', { type: 'number', exclusiveMinimum: 0 }],
  ['NegativeFloat', { type: 'number', exclusiveMaximum: 0 }],
  ['NonNegativeFloat', { type: 'number', minimum: 0 }],
  ['NonPositiveFloat', { type: 'number', maximum: 0 }],
]); // biome-ignore format: a table

/** Names that promise nothing about the value, and are no entity either. */
export const openTypes: ReadonlySet<string> = new Set([
  'Any', 'object', 'complex', 'type', 'Type', 'Hashable', 'Sized', 'Self', 'Never', 'NoReturn', 'IO', 'TextIO', 'BinaryIO',
  'ParamSpec', 'TypeVar', 'ModuleType', 'Exception', 'BaseException', 'TracebackType', 'JsonValue', 'ArrayLike',
  'IPvAnyAddress', 'Generic', 'Protocol', 'BaseModel', 'Enum',
]); // biome-ignore format: a list

/** Containers whose last type argument is the type of their items. */
export const arrayTypes: ReadonlySet<string> = new Set([
  'list', 'List', 'Sequence', 'MutableSequence', 'Iterable', 'Iterator', 'Collection', 'Container', 'deque', 'Deque',
  'Reversible', 'KeysView', 'ValuesView', 'set', 'Set', 'frozenset', 'FrozenSet', 'AbstractSet', 'MutableSet', 'conlist', 'conset',
]); // biome-ignore format: a list

/** Results that arrive over time; the first type argument is the type of what arrives. */
export const streamTypes: ReadonlySet<string> = new Set([
  'Generator',
  'AsyncIterator',
  'AsyncIterable',
  'AsyncGenerator',
]);

export const objectTypes: ReadonlySet<string> = new Set([
  'dict', 'Dict', 'Mapping', 'MutableMapping', 'OrderedDict', 'DefaultDict', 'defaultdict', 'ChainMap', 'MappingProxyType',
]); // biome-ignore format: a list

/** Wrappers that stand for their argument; of a coroutine the last argument counts. */
export const transparentTypes: ReadonlySet<string> = new Set([
  'Annotated', 'Final', 'ClassVar', 'InitVar', 'ReadOnly', 'Awaitable', 'Coroutine', 'Future', 'Task', 'SkipValidation', 'Unpack', 'Mapped',
]); // biome-ignore format: a list

export const callableTypes: ReadonlySet<string> = new Set(['Callable', 'AsyncCallable', 'FunctionType', 'MethodType']);

/** Types whose values the agent framework supplies at the call: never asked of the model. */
export const hostTypes: ReadonlySet<string> = new Set([
  'Context', 'RunContext', 'RunContextWrapper', 'ToolContext', 'ToolRuntime', 'AgentContext', 'InvocationContext', 'ReadonlyContext',
  'CallbackContext', 'RunnableConfig', 'CallbackManager', 'CallbackManagerForToolRun', 'AsyncCallbackManagerForToolRun', 'Callbacks',
  'KernelArguments', 'ServerSession', 'RequestContext', 'BackgroundTasks', 'BaseStore', 'Kernel', 'AgentRunContext', 'CancellationToken',
  'InjectedState', 'InjectedStore', 'InjectedToolArg', 'InjectedToolCallId', 'ChatContext', 'ToolCallContext',
]); // biome-ignore format: a list

/** Markers inside `Annotated` that say the host supplies the value. */
export const hostMarkers: ReadonlySet<string> = new Set([
  'InjectedState', 'InjectedStore', 'InjectedToolArg', 'InjectedToolCallId', 'Depends', 'Security', 'FromContext', 'CurrentContext',
]); // biome-ignore format: a list
