export { type DiscoverOptions, discoverTools } from '../ingest/discover.js';
export type { IngestFunctionsOptions } from '../ingest/functions/ingest-functions.js';
export { type AnyFunction, FunctionTool, tool } from '../ingest/functions/tool.js';
export type { ToolOptions } from '../ingest/functions/tool-options.js';
export { Toolkit, type ToolkitOptions, toolkit } from '../ingest/functions/toolkit.js';
export type { IngestSourceOptions } from '../ingest/ingest-source.js';
export type {
  IngestMcpOptions,
  IngestMcpToolsOptions,
  McpClientLike,
  McpConnection,
  McpHealth,
  McpHttpConfig,
  McpLinkState,
  McpServerConfig,
  McpStdioConfig,
} from '../ingest/mcp/index.js';
export type { OpenApiOptions, OperationInfo, ReferencePolicy } from '../ingest/openapi/options.js';
export type { PythonOptions, PythonSelect } from '../ingest/python/index.js';
export { readSourceText, type SourceLimits, type SourceText } from '../ingest/read-source.js';
export type { TextPolicy } from '../ingest/text-safety.js';
export type { IngestToolsOptions } from '../ingest/tools/index.js';
export type {
  BundledTool,
  BundleEmptyReason,
  BundleOptions,
  LeftOutTool,
  SearchBundleOptions,
} from '../retrieval/bundle.js';
export {
  type CutoffMetrics,
  type Dataset,
  type DatasetQuery,
  type EdgeQuality,
  type EdgeTruth,
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  loadDatasets,
  type QueryResult,
  type RankingMetrics,
  type Share,
} from '../retrieval/evaluate.js';
export {
  type EvaluateSearchOptions,
  evaluateSearch,
  type Searchable,
  type SearchEvaluation,
  type SearchedQuery,
} from '../retrieval/evaluate-search.js';
export { type Operation, operationOf } from '../retrieval/operation.js';
export type { SearchedPlan, SearchPlanOptions } from '../retrieval/plan-targets.js';
export type { RerankAnswer, Reranker, RerankRequest } from '../retrieval/rerank.js';
export type { RetrieveOptions } from '../retrieval/retrieve-options.js';
export type {
  EmptyReason,
  Explanation,
  Ranking,
  RankingNote,
  ScoredTool,
  TermExplanation,
} from '../retrieval/scored-tool.js';
export type { SearchOptions } from '../retrieval/search-options.js';
export type { EmbedContext, Embedder, EmbeddingVector } from '../retrieval/semantic/embedder.js';
export type { EmbedProgress, EmbedReport, EmbedToolsOptions } from '../retrieval/semantic/embedder-tools.js';
export { type Credentials, type HttpToolRequest, hiddenCredential } from './calling/http/build-request.js';
export { HttpCaller, type HttpCallerOptions, type HttpToolResult } from './calling/http/http-caller.js';
export type { CallContext } from './calling/tool-caller.js';
export type { Diagnostic, Severity } from './core/diagnostics.js';
export {
  messageOf,
  ToolError,
  ToolGraphError,
  type ToolGraphErrorCode,
  ToolInputError,
  type ToolInputProblem,
} from './core/errors.js';
export type { JsonSchema, JsonValue } from './core/json-schema.js';
export { definitionTokens, estimatingTokenizer, type Tokenizer } from './core/tokens.js';
export type { EdgeEvidence, EvidenceKind, ToolEdge } from './core/tool-edge.js';
export type {
  IngestReport,
  ToolAnnotations,
  ToolCallable,
  ToolCallContext,
  ToolField,
  ToolInput,
  ToolProgress,
  ToolSchema,
  ToolSource,
} from './core/tool-schema.js';
export type { ProviderDefinitions } from './export/definition-writer.js';
export {
  type AiSdkOptions,
  type AiSdkTool,
  type AnthropicTool,
  type Exportable,
  type ExportLoss,
  type ExportOptions,
  type ExportResult,
  type GeminiOptions,
  type GeminiTool,
  type McpTool,
  type OmittedTool,
  type OpenAiChatTool,
  type OpenAiOptions,
  type OpenAiResponsesTool,
  type ProviderId,
  restoreArguments,
  toAiSdk,
  toAnthropic,
  toGemini,
  toMcp,
  toOpenAI,
} from './export/index.js';
export type { Selection } from './export/select-tools.js';
export type { Binding, Closure, ClosureOptions, ClosureStep, UnresolvedInput } from './graph/closure.js';
export type { DuplicateOptions, DuplicatePair } from './graph/duplicates.js';
export { type GraphFormat, graphFormats } from './graph/export.js';
export type { InputClass } from './graph/input-class.js';
export type { Plan, PlanBinding, PlanOptions, PlanStep } from './graph/plan.js';
export type { SubgraphOptions } from './graph/subgraph.js';
export type { DocumentListOptions, DocumentOutcome, DocumentProgress, ListedDocument } from './intake/document-list.js';
export type { ToolGraphOptions } from './intake/graph-options.js';
export { type CatalogDocument, catalogFormat } from './storage/catalog-document.js';
export { type ToolBundle, ToolGraph } from './tool-graph.js';
