import type { DeclaredLink, ToolCallable } from '../../src/core/tool-schema.js';

/** The shapes of tool objects that are told apart, one row at a time. */
export type ToolForm =
  | 'toolgraph'
  | 'openai-chat'
  | 'openai-responses'
  | 'openai-custom'
  | 'anthropic'
  | 'mcp'
  | 'gemini'
  | 'ai-sdk'
  | 'langchain'
  | 'mastra'
  | 'openai-agents';

/**
 * One tool as its form laid it out, before anything is checked: every form's reader maps its keys onto these.
 * Values are `unknown` where the source may hold anything.
 */
export interface ToolRecord {
  readonly form: ToolForm;
  readonly name: unknown;
  /** Namespace or list the tool stands in: part of its identity, and searchable. */
  readonly group?: string;
  readonly groupDescription?: string;
  readonly title?: unknown;
  readonly description?: unknown;
  /** JSON Schema, a schema library's object, or what a sloppy source put there; `undefined` when absent. */
  readonly input?: unknown;
  /** The form allows a tool without an input schema, so that its absence is no fault. */
  readonly inputOptional: boolean;
  /** JSON Schema, an example value or a text. */
  readonly output?: unknown;
  /** `output` can only be a schema: anything else is a fault. */
  readonly outputIsSchema: boolean;
  readonly annotations?: unknown;
  readonly tags?: unknown;
  readonly requires?: unknown;
  readonly provides?: unknown;
  readonly deprecated?: boolean;
  readonly links?: readonly DeclaredLink[];
  /** Further searchable texts. */
  readonly keywords?: readonly unknown[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The row's own word for its source. */
  readonly source?: string;
  readonly sourceTitle?: string;
  readonly originalId?: string;
  readonly method?: string;
  readonly path?: string;
  /** Where each input goes, by its name, as the row's `inputs` say. */
  readonly locations?: ReadonlyMap<string, string>;
  readonly callable?: ToolCallable;
}

/** What reading one row gives: its tools, or the reason why it holds none. */
export type RowReading =
  | { readonly records: readonly ToolRecord[] }
  | { readonly code: string; readonly reason: string };
