import type { Diagnostic } from './diagnostics.js';
import type { JsonSchema, JsonValue } from './json-schema.js';

/**
 * Where a tool came from. `id` names the source as a whole: it is the unit of `removeSource` and of re-ingestion,
 * and one half of a tool's identity. `title` is the source's own name (API title, server name) and is searchable.
 */
export type ToolSource =
  | FunctionSource
  | CodeSource
  | OpenApiSource
  | McpSource
  | GraphqlSource
  | GrpcSource
  | DataSource;

interface SourceBase {
  readonly id: string;
  readonly title?: string;
}

/** A function of this process. */
export interface FunctionSource extends SourceBase {
  readonly kind: 'function';
  readonly file?: string;
  readonly line?: number;
}

/** A function found in source text that was parsed and never run. */
export interface CodeSource extends SourceBase {
  readonly kind: 'code';
  readonly language: 'javascript' | 'typescript' | 'python';
  readonly file: string;
  /** First line of the definition, from 1. */
  readonly line: number;
}

/** An operation of an OpenAPI document. */
export interface OpenApiSource extends SourceBase {
  readonly kind: 'openapi';
  /** Upper case. */
  readonly method: string;
  /** Path template as written: `/pets/{petId}`. */
  readonly path: string;
  readonly operationId?: string;
  /** Server with variables filled in, without a trailing slash; absent when the document names none. */
  readonly baseUrl?: string;
  /** Alternatives (outer) of security schemes that must hold together (inner). Empty inner list: no auth needed. */
  readonly security?: readonly (readonly SecurityRequirement[])[];
}

/** One security scheme that an operation needs. Never holds a credential. */
export interface SecurityRequirement {
  readonly scheme: string;
  readonly type: string;
  readonly in?: string;
  readonly name?: string;
  readonly httpScheme?: string;
  readonly scopes: readonly string[];
}

/** A tool of an MCP server. */
export interface McpSource extends SourceBase {
  readonly kind: 'mcp';
  /** True when the last refresh failed and these tools are from before it. */
  readonly stale?: boolean;
  /** When it became stale, as an ISO 8601 time. */
  readonly staleSince?: string;
}

/** A root field of a GraphQL schema. */
export interface GraphqlSource extends SourceBase {
  readonly kind: 'graphql';
  readonly operation: 'query' | 'mutation' | 'subscription';
  readonly endpoint?: string;
}

/** A method of a protobuf service. */
export interface GrpcSource extends SourceBase {
  readonly kind: 'grpc';
  /** Fully qualified service name. */
  readonly service: string;
}

/** A row of data: a provider's tool object, a stored list, a database row. */
export interface DataSource extends SourceBase {
  readonly kind: 'data';
  readonly form: string;
  readonly method?: string;
  readonly path?: string;
}

/** Where an input goes when the tool is called. `argument`: a function's parameter or a plain JSON argument. */
export type InputLocation = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'argument';

/** One input of a tool: a property of `inputSchema`, and what it was called at the source. */
export interface ToolInput {
  /** Key in `inputSchema.properties`; unique within the tool. */
  readonly name: string;
  readonly originalName: string;
  readonly in: InputLocation;
  readonly required: boolean;
  /** The input carries the whole request body rather than one property of it. */
  readonly whole?: true;
  /** Media type of the body this input belongs to, or that a parameter is written in (JSON in a query string). */
  readonly contentType?: string;
  /** Index of the positional parameter this input fills (functions). */
  readonly position?: number;
  /** This input is a key of a destructured or options object at `position`. */
  readonly property?: true;
  /** This input gathers the remaining positional arguments (`...rest`). */
  readonly rest?: true;
  /** OpenAPI serialisation, where it differs from the location's default. */
  readonly style?: string;
  readonly explode?: boolean;
}

/** One leaf or named node of a schema, as the graph links it. */
export interface ToolField {
  /** Path from the root, arrays as `[]`: `results[].id`. The root itself is `""`. */
  readonly path: string;
  /** Last named segment; for the root of a whole-value schema the empty string. */
  readonly name: string;
  /** JSON type; several are joined by `|` without `null`; absent when unknown. */
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly JsonValue[];
  /** The regular expression that values match, as written; absent where it is longer than 200 characters. */
  readonly pattern?: string;
  /** Name of the component schema or type that holds the field (`Pet` for `Pet.id`). */
  readonly entity?: string;
  /** The parent's property name, singular or plural as written (`owner` for `owner.login`). */
  readonly parent?: string;
  readonly required?: boolean;
  /** Consumed fields only: where the input goes. */
  readonly in?: InputLocation;
  readonly default?: JsonValue;
}

/** Behaviour hints, as in MCP. An absent hint is unknown, which is not the same as false. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  readonly [key: string]: JsonValue | undefined;
}

/** A link the source itself declares: a `depends_on` row, an OpenAPI link, an Arazzo step. */
export interface DeclaredLink {
  readonly kind: 'depends-on' | 'openapi-link' | 'workflow-step';
  /** The other tool, as its source names it: original name, original id or `METHOD /path`. */
  readonly tool: string;
  /** Does `tool` produce for this one, or consume from it? */
  readonly direction: 'producer' | 'consumer';
  /** Field path in the producer's output; absent when the source does not say. */
  readonly from?: string;
  /** Original name of the consumer's input; absent when the source does not say. */
  readonly to?: string;
  readonly description?: string;
}

/** What a host calls: arguments keyed by exposed input name. */
export type ToolCallable = (args: Readonly<Record<string, unknown>>, context?: ToolCallContext) => unknown;

/** What a host supplies beside the arguments. */
export interface ToolCallContext {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  /** Hears how far the call is, from tools that say so. `progress` grows; `total` is in the same measure. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Metadata that goes with the call to an MCP server. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whose session the call belongs to: tools that keep state for each session keep them apart by it. */
  readonly session?: string;
}

/** How far a call is, in the tool's own measure. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A tool as an ingester hands it over: everything but what only the catalog can decide. */
export interface ToolDraft {
  readonly source: ToolSource;
  /** Unique within the source and stable over re-ingestion: `GET /pets`, a function's name, a row's name. */
  readonly originalId: string;
  /** The name as it stood in the source: an operationId, a function's name. Not necessarily unique. */
  readonly originalName: string;
  /** What to make the exposed name from, where the original name reads badly (`GET /pets`). Default: the original name. */
  readonly suggestedName?: string;
  readonly title?: string;
  /** Never empty: falls back to words of the name or path. */
  readonly description: string;
  /** Root is always `type: "object"`. */
  readonly inputSchema: JsonSchema;
  /** Absent when the source does not say what comes back. */
  readonly outputSchema?: JsonSchema;
  readonly inputs: readonly ToolInput[];
  /** Context keys a host must supply; never asked of the model. */
  readonly requires?: readonly string[];
  /** Context keys the tool writes back. */
  readonly provides?: readonly string[];
  readonly tags?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly deprecated?: boolean;
  readonly links?: readonly DeclaredLink[];
  /** Further searchable text: purpose, server description, examples of use. Not shown to the model. */
  readonly keywords?: readonly string[];
  /** Policy flags, `_meta` and whatever else the source carries along. JSON only. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  readonly callable?: ToolCallable;
}

/** What every ingester returns. */
export interface IngestResult {
  readonly tools: readonly ToolDraft[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * One tool of the catalog, whatever its source. Identity is (`source.id`, `originalId`); `name` is made from it:
 * unique in the catalog, stable over re-ingestion, `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`. Read-only.
 */
export interface ToolSchema extends ToolDraft {
  readonly name: string;
  readonly requires: readonly string[];
  readonly provides: readonly string[];
  readonly tags: readonly string[];
  readonly annotations: ToolAnnotations;
  /** Fields the tool takes, one per input and per property of an object input. Computed on access. */
  readonly consumes: readonly ToolField[];
  /** Fields the tool gives back, flattened from `outputSchema`. Computed on access. */
  readonly produces: readonly ToolField[];
}

/** What one ingest changed. Counts are tools. */
export interface IngestReport {
  /** Ids of the sources that this ingest touched. */
  readonly sources: readonly string[];
  /** The tools that are in the catalog because of this ingest, in source order. */
  readonly tools: readonly ToolSchema[];
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly repaired: number;
  readonly quarantined: number;
  /** Estimated model tokens that the definitions of `tools` cost when all are sent. Computed when first read. */
  readonly tokens: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** An operation as a workflow names it: by its operation id, or as `METHOD /path`. */
export interface OperationReference {
  readonly operationId?: string;
  /** `GET /pets/{petId}`. */
  readonly path?: string;
  /** What the workflow document calls the operation's API. */
  readonly api?: string;
}

/** A workflow's statement that one operation's output fills another one's input. */
export interface WorkflowLink {
  readonly workflow: string;
  /** Id of the step that takes the value. */
  readonly step: string;
  readonly producer: OperationReference;
  readonly consumer: OperationReference;
  /** Field path in the producer's output; absent when the workflow does not say. */
  readonly from?: string;
  /** The consumer's input, or the path of a field in its body; absent when the workflow does not say. */
  readonly to?: string;
}
