import { type ArazzoOptions, linksOfArazzo, loadArazzo } from '../ingest/arazzo/index.js';
import { type DiscoverOptions, discoverTools, discoverySources } from '../ingest/discover.js';
import { type IngestFunctionsOptions, ingestFunctions } from '../ingest/functions/ingest-functions.js';
import { draftGraphql, type GraphqlSourceOptions, loadGraphql } from '../ingest/graphql/read-source.js';
import { type IngestSourceOptions, ingestSource } from '../ingest/ingest-source.js';
import {
  type IngestMcpOptions,
  type IngestMcpToolsOptions,
  ingestMcpTools,
  type McpClientLike,
  McpConnection,
  type McpServerConfig,
} from '../ingest/mcp/index.js';
import { draftOpenApi, loadOpenApi } from '../ingest/openapi/index.js';
import type { OpenApiOptions } from '../ingest/openapi/options.js';
import { draftPostman, loadPostman, type PostmanOptions } from '../ingest/postman/index.js';
import { draftProto, loadProto, type ProtoOptions } from '../ingest/protobuf/index.js';
import { ingestPython, type PythonOptions, pythonSources } from '../ingest/python/index.js';
import type { TextPolicy } from '../ingest/text-safety.js';
import { type IngestToolsOptions, ingestTools } from '../ingest/tools/index.js';
import * as bundles from '../retrieval/bundle.js';
import type { Embedder, EmbedReport, EmbedToolsOptions, SearchOptions } from '../retrieval/model-search.js';
import { ModelSearch } from '../retrieval/model-search.js';
import * as plans from '../retrieval/plan-targets.js';
import type { RetrieveOptions } from '../retrieval/retrieve-options.js';
import { Retriever } from '../retrieval/retriever.js';
import type { Ranking } from '../retrieval/scored-tool.js';
import { sampleOf } from '../retrieval/search-columns.js';
import { type CallContext, ToolCaller } from './calling/tool-caller.js';
import { type CatalogChange, ToolCatalog } from './core/catalog.js';
import type { Diagnostic } from './core/diagnostics.js';
import type { JsonValue } from './core/json-schema.js';
import { SourceIds } from './core/source-ids.js';
import type { ToolEdge } from './core/tool-edge.js';
import type { IngestReport, IngestResult, ToolSchema } from './core/tool-schema.js';
import { definitionWriter, type ProviderDefinitions } from './export/definition-writer.js';
import type { ExportLoss } from './export/export-result.js';
import { ProviderExports } from './export/provider-exports.js';
import type { ProviderId } from './export/restore-arguments.js';
import { type Closure, type ClosureOptions, dependencyClosure } from './graph/closure.js';
import { type DuplicateOptions, type DuplicatePair, findDuplicates } from './graph/duplicates.js';
import { exportSubgraph, type GraphFormat } from './graph/export.js';
import { LinkGraph } from './graph/link-graph.js';
import type { Plan, PlanOptions } from './graph/plan.js';
import { type SubgraphOptions, subgraphOf } from './graph/subgraph.js';
import { CatalogIntake } from './intake/catalog-intake.js';
import {
  type DocumentListOptions,
  type DocumentOutcome,
  type ListedDocument,
  takeDocuments,
} from './intake/document-list.js';
import { checkGraphOptions, type ToolGraphOptions } from './intake/graph-options.js';
import { sourcesOf } from './intake/ingest-report.js';
import { mcpSink } from './intake/mcp-sink.js';
import { type CatalogDocument, readCatalogDocument, toCatalogDocument } from './storage/catalog-document.js';
import { loadSnapshot, saveSnapshot } from './storage/snapshot.js';

type LoadOptions = ToolGraphOptions & { onNote?: (note: JsonValue) => void; embedder?: Embedder };

/** A bundle with definitions in the form of provider `P`. */
export type ToolBundle<P extends ProviderId = 'openai'> = bundles.Bundle<ProviderDefinitions[P], ExportLoss>;

/**
 * A catalog of tools, the graph that links their outputs to other tools' inputs, and retrieval over both.
 * Wiring only: what each step does lives in ingest/, graph/ and retrieval/.
 */
export class ToolGraph extends ProviderExports {
  readonly #catalog = new ToolCatalog();
  readonly #links = new LinkGraph(this.#catalog);
  readonly #retriever = new Retriever(this.#links);
  readonly #models = new ModelSearch(this.#retriever, () => this.tools);
  readonly #caller = new ToolCaller();
  readonly #intake: CatalogIntake;
  readonly #connections = new Map<string, McpConnection>();
  readonly #sourceIds = new SourceIds();
  readonly #planning: plans.SearchPlanContext = {
    links: this.#links,
    retriever: this.#retriever,
    get: (name) => this.get(name),
    known: (name) => this.known(name),
    search: (...asked) => this.#models.search(...asked),
  };

  /** @throws ToolGraphError `INVALID_OPTION` for an unknown option or a value that it does not take. */
  constructor(options: ToolGraphOptions = {}) {
    super();
    const { textPolicy } = checkGraphOptions(options);
    this.#intake = new CatalogIntake(this.#catalog, textPolicy, (change) => this.#propagate(change));
  }

  /** Every tool, by source in order of first ingestion. */
  get tools(): readonly ToolSchema[] {
    return this.#catalog.tools;
  }

  /** Ids of the sources that have tools now. */
  get sources(): readonly string[] {
    return this.#catalog.sourceIds;
  }

  /** What ingestion found, repaired and refused, for every source in the catalog; a refresh replaces its source's. */
  get diagnostics(): readonly Diagnostic[] {
    return [...[...this.#intake.diagnostics.values()].flat(), ...this.#models.diagnostics];
  }

  /** The tool of that exposed name, or undefined. */
  get(name: string): ToolSchema | undefined {
    return this.#catalog.get(name);
  }

  /**
   * Takes in tools that are data or live objects: rows of our own form, OpenAI, Anthropic, MCP and Gemini tool objects,
   * tools of the AI SDK, LangChain, Mastra and OpenAI Agents; see `ingestTools` of toolgraph/ingest. With
   * `options.source` the rows are that source's complete listing and replace it; without, they add to the sources
   * they name, and a tool whose content changed is replaced with a diagnostic.
   *
   * @throws ToolGraphError `INVALID_ARGUMENT` when `rows` holds no tool objects, `INVALID_OPTION` for a bad option.
   */
  ingestTools(rows: unknown, options: IngestToolsOptions = {}): IngestReport {
    const result = ingestTools(rows, options);
    const sources = options.source === undefined ? sourcesOf(result) : [options.source];
    return this.#take(result, sources, options.source !== undefined, options.textPolicy);
  }

  /**
   * Takes in what an MCP server answered to `tools/list`: the result, a list of its pages, a JSON-RPC response or the
   * array of tools. It is that server's complete listing and replaces the one before.
   *
   * @param options `source` is the server's name; it keeps equal tool names of two servers apart.
   * @throws ToolGraphError `INVALID_ARGUMENT` when it holds no list of tools or `source` is missing.
   */
  ingestMcpTools(listResult: unknown, options: IngestMcpToolsOptions): IngestReport {
    return this.#take(ingestMcpTools(listResult, options), [options.source], true, options.textPolicy);
  }

  /**
   * Takes in a live MCP server's tools and follows it: when it says that they changed, they are listed again and
   * replaced at once. A listing that fails keeps the tools from before, marked `source.stale`. The tools are callable
   * while the connection stands. Ingesting a source anew replaces its connection; `removeSource` ends it.
   *
   * @param server A connected client, `{ command, args, env }` of a process, or `{ url, headers }` of Streamable HTTP.
   * @throws ToolGraphError as {@link McpConnection.open} says; the catalog then has at most stale marks as a change.
   */
  async ingestMcp(server: McpClientLike | McpServerConfig, options: IngestMcpOptions = {}): Promise<McpConnection> {
    const sink = mcpSink(this.#catalog, this.#intake, options.textPolicy);
    return McpConnection.open(server, options, sink, this.#connections);
  }

  /** The catalog as plain JSON, to be written to a file and taken in again with {@link ingestCatalog}. */
  exportCatalog(): CatalogDocument {
    return toCatalogDocument(this.tools, this.diagnostics);
  }

  /**
   * Takes in a parsed catalog document. Its tools keep their exposed names where these are free; each source in it
   * replaces the source of that id. Rows that are no tools become diagnostics.
   *
   * @throws ToolGraphError `INVALID_SNAPSHOT` when the value is not a catalog document of a version read here.
   */
  ingestCatalog(document: unknown): IngestReport {
    const read = readCatalogDocument(document);
    this.#catalog.reserveNames(read.tools, read.names);
    const ids = [...read.tools.map((tool) => tool.source.id), ...read.diagnostics.map((entry) => entry.source)];
    return this.#take(read, [...new Set(ids)], true);
  }

  /**
   * Writes the whole catalog to one file: checked, and replaced in one step, so that a crash leaves the old file or
   * the new one. The file before it stays as `<path>.bak`. Callables stay behind: they belong to this process.
   *
   * @param note JSON of the caller's own that travels in the file; {@link ToolGraph.load} hands it to `onNote`.
   * @throws ToolGraphError `SOURCE_UNREADABLE` when the file cannot be written; the old one is then as it was.
   */
  async save(path: string, note?: JsonValue): Promise<void> {
    const state = {
      tools: this.tools,
      diagnostics: [...this.#intake.diagnostics],
      names: this.#catalog.names.entries(),
      origins: this.#sourceIds.entries(),
      traces: this.#links.traces.entries(),
      vectors: this.#models.saved(),
      workflows: this.#intake.workflows,
      search: this.#retriever.columns(this.tools),
      sample: sampleOf(this.tools).map(({ row }) => row),
    };
    await saveSnapshot(path, state, note);
  }

  /**
   * A graph as {@link ToolGraph.save} wrote it: same tools, names, diagnostics, learned calls and rankings. Names that
   * were given before, to tools that are gone too, are kept. Saved vectors are used when `embedder` is the one that
   * made them; else diagnostics say so, and text ranks alone.
   *
   * @throws ToolGraphError `SOURCE_NOT_FOUND` or `SOURCE_UNREADABLE` when the file cannot be read, `INVALID_SNAPSHOT`
   * when it is damaged, foreign or of another version; the message says what to do.
   */
  static async load(path: string, { onNote, embedder, ...options }: LoadOptions = {}): Promise<ToolGraph> {
    const saved = await loadSnapshot(path);
    const graph = new ToolGraph(options);
    for (const { sourceId, originalId, name } of saved.names) graph.#catalog.names.restore(sourceId, originalId, name);
    for (const [id, origin] of saved.origins) graph.#sourceIds.restore(id, origin);
    graph.#retriever.expect(saved.search);
    graph.#intake.restore(saved.catalog, saved.catalog.names, saved);
    graph.#links.traces.restore(saved.traces);
    graph.#models.restore(saved.vectors, embedder);
    if (saved.note !== undefined) onNote?.(saved.note);
    return graph;
  }

  /**
   * Another graph that holds only the tools that `accept` allows, under the names they have here, with the edges and
   * rankings that follow from these tools alone, and the diagnostics of sources it holds whole. It does not follow
   * later changes of this one.
   */
  subset(accept: (tool: ToolSchema) => boolean): ToolGraph {
    const graph = new ToolGraph({ textPolicy: this.#intake.textPolicy });
    for (const [id, origin] of this.#sourceIds.entries()) graph.#sourceIds.restore(id, origin);
    const tools = this.tools.filter(accept);
    const sources = new Set(tools.map((tool) => tool.source.id));
    const cut = new Set(this.tools.filter((tool) => !accept(tool)).map((tool) => tool.source.id));
    const isWhole = ({ source }: Diagnostic): boolean => sources.has(source) && !cut.has(source);
    const names = tools.map((tool) => tool.name);
    graph.#intake.restore({ tools, diagnostics: this.diagnostics.filter(isWhole) }, names, { sources: [...sources] });
    graph.#models.adopt(this.#models);
    return graph;
  }

  /**
   * Takes in every operation of an OpenAPI document: a path, a URL, its text or the parsed object. Ingesting the same
   * place again replaces its tools; another place whose default source id is in use gets `-2` behind it.
   *
   * @throws ToolGraphError when there is no readable document; the catalog is then unchanged.
   */
  async ingestOpenApi(pathOrUrlOrDocument: string | object, options: OpenApiOptions = {}): Promise<IngestReport> {
    const loaded = await loadOpenApi(pathOrUrlOrDocument, options);
    const id = options.source ?? this.#claim(loaded);
    return this.#take(await draftOpenApi(loaded, id, options), [id], true);
  }

  /**
   * Takes in many OpenAPI documents in the order given, read by worker threads. One that fails is left out, with its
   * reason in its outcome and as a diagnostic. @throws ToolGraphError `INVALID_ARGUMENT`, `INVALID_OPTION`; the reason
   * of an aborted `options.signal`, with the documents before it taken in.
   */
  async ingestOpenApiList(
    documents: readonly ListedDocument[],
    options: DocumentListOptions = {},
  ): Promise<readonly DocumentOutcome[]> {
    return takeDocuments(documents, options, this.#intake, (place) => this.#claim(place));
  }

  /**
   * Takes in functions of this process: bare functions, `tool()` and `toolkit()` definitions, tool objects, objects
   * and class instances (their methods), in a list or a record. Returns the tools in the catalog because of it.
   *
   * @throws ToolGraphError INVALID_ARGUMENT when `functions` is neither a list nor an object; INVALID_OPTION.
   * @example
   * graph.ingestFunctions([lookupCustomer, tool(searchOrders, { description: 'Orders of a customer' })]);
   */
  ingestFunctions(functions: unknown, options: IngestFunctionsOptions = {}): readonly ToolSchema[] {
    const result = ingestFunctions(
      functions,
      options,
      (source, id) => this.#catalog.get(this.#catalog.names.get(source, id) ?? '') !== undefined,
    );
    return this.#take(result, [result.sourceId], result.complete).tools;
  }

  /**
   * Takes in source files, or folders of them: `.js`, `.ts`, `.py` and their kin. Exported functions, methods of exported
   * classes and tool definitions become tools; nothing is imported or run. The files are the complete listing of
   * their source.
   *
   * @throws ToolGraphError SOURCE_NOT_FOUND when a path does not exist or holds no source file; INVALID_OPTION.
   */
  ingestSource(paths: string | readonly string[], options: IngestSourceOptions = {}): IngestReport {
    const result = ingestSource(paths, options);
    return this.#take(result, [result.sourceId], true);
  }

  /**
   * Takes in a GraphQL schema: SDL or introspection JSON as text, object or file, or an endpoint's address. One tool a
   * root field. Ingesting the same place again replaces its tools; a text that differs is another source, unless
   * `options.source` says which it replaces.
   *
   * @throws ToolGraphError when there is no readable schema; the catalog is then unchanged.
   */
  async ingestGraphql(source: unknown, options: GraphqlSourceOptions = {}): Promise<IngestReport> {
    const loaded = await loadGraphql(source, options);
    const id = options.source ?? this.#claim(loaded);
    return this.#take(draftGraphql(loaded, id, options), [id], true);
  }

  /**
   * Takes in an Arazzo document: a path, a URL, its text or the parsed object. It adds no tools; it links tools that
   * are in the catalog, or come into it later, where a step's input is set from another step's output. The report
   * lists the tools that got links; operations that no tool stands for yet are diagnostics.
   *
   * @throws ToolGraphError when there is no readable Arazzo 1.x document; the catalog is then unchanged.
   */
  async ingestArazzo(source: unknown, options: ArazzoOptions = {}): Promise<IngestReport> {
    const loaded = await loadArazzo(source, options);
    const id = options.source ?? this.#claim(loaded);
    return this.#intake.takeWorkflows(id, linksOfArazzo(loaded, id));
  }

  /**
   * Takes in the tools of Python files or folders, parsed and never run. Each path is a source and a complete
   * listing: ingesting it again replaces its tools.
   *
   * @throws ToolGraphError `SOURCE_NOT_FOUND` for a path that does not exist or a folder without Python files.
   */
  async ingestPython(paths: string | readonly string[], options: PythonOptions = {}): Promise<IngestReport> {
    const result = await ingestPython(paths, options);
    return this.#take(result, pythonSources(paths, options), true);
  }

  /**
   * Takes in a Postman collection, format 2.0 or 2.1: a path, a URL, its text or the parsed object. One tool a saved
   * request; a new export of the same collection replaces its tools. Credentials stay out of the catalog.
   *
   * @throws ToolGraphError when there is no readable collection; the catalog is then unchanged.
   */
  async ingestPostman(source: unknown, options: PostmanOptions = {}): Promise<IngestReport> {
    const loaded = await loadPostman(source, options);
    const id = options.source ?? this.#claim(loaded);
    return this.#take(draftPostman(loaded, id), [id], true);
  }

  /**
   * Takes in `.proto` definitions: a path, a URL or a text, a list of these, or a record of texts by file name. One tool
   * a method of a service. Needs the optional package protobufjs.
   *
   * @throws ToolGraphError `MISSING_DEPENDENCY`, or when there is no readable definition; the catalog is then unchanged.
   */
  async ingestProto(source: unknown, options: ProtoOptions = {}): Promise<IngestReport> {
    const loaded = await loadProto(source, options);
    const id = options.source ?? this.#claim(loaded);
    return this.#take(await draftProto(loaded, id), [id], true);
  }

  /**
   * Takes in the documented, typed, public functions of global and project folders, as the complete listing of the
   * sources "global" and "project". A project's tool wins over a global one of the same name.
   *
   * @throws ToolGraphError INVALID_OPTION for an unknown option.
   */
  discoverTools(options: DiscoverOptions): IngestReport {
    return this.#take(discoverTools(options), discoverySources, true);
  }

  /**
   * Calls a tool that is a function of this process. The arguments are checked against its input schema; `requires`
   * keys and injected parameters come from `context.values`, into which `provides` keys are written.
   *
   * @throws ToolGraphError UNKNOWN_TOOL, NOT_CALLABLE; ToolInputError naming every wrong argument; ToolError with
   * what the tool threw as `cause`.
   */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}, context: CallContext = {}): Promise<unknown> {
    return this.#caller.call(this.known(name), args, context);
  }

  /** Takes a source and its tools, edges and diagnostics out. Returns the tools that went; empty for an unknown id. */
  removeSource(id: string): readonly ToolSchema[] {
    this.#connections.get(id)?.detach();
    this.#connections.delete(id);
    return this.#intake.removeSource(id);
  }

  /**
   * The topK tools for a request in plain words, best first; equal scores by name. Direct hits and the prerequisites
   * they need share the topK; `{ prerequisites: false }` ranks by text alone. When nothing matches, or nothing was
   * asked, the ranking is empty and its `emptyReason` says why. `topK` beyond the catalog is the catalog.
   *
   * @param query The request; at most its first 20,000 characters are read.
   * @param topK Most tools to return: a whole number of 0 or more.
   * @throws ToolGraphError `INVALID_ARGUMENT` for a query that is no string or a topK that is negative, fractional or NaN.
   */
  retrieveWithScores(query: string, topK: number, options: RetrieveOptions = {}): Ranking {
    return this.#retriever.retrieve(query, topK, options);
  }

  /** Gives every tool a vector of the embedder, which {@link ToolGraph.search} asks from then on. Throws `MODEL_FAILED` when no tool got one. */
  async embedTools(embedder: Embedder, options?: EmbedToolsOptions): Promise<EmbedReport> {
    return this.#models.embedTools(embedder, options);
  }

  /**
   * {@link ToolGraph.retrieveWithScores} with the caller's models: the embedder's opinion is mixed in, a reranker
   * orders the best anew. A model that fails leaves the ranking by text, with a note in its `notes`.
   */
  async search(query: string, topK: number, options?: SearchOptions): Promise<Ranking> {
    return this.#models.search(query, topK, options);
  }

  /** What happens here to tools whose text hides something or gives orders to the model. */
  get textPolicy(): TextPolicy {
    return this.#intake.textPolicy;
  }

  /**
   * Takes in the whole listing of `sources` as another graph of the same text policy read it. A tool of this catalog
   * among the drafts stands for itself: it is unchanged, without being compared.
   */
  takeRead(read: IngestResult, sources: readonly string[]): IngestReport {
    return this.#intake.takeSafe({ ...read, quarantined: [] }, sources, true);
  }

  /** Every producer → consumer edge. */
  edges(): readonly ToolEdge[] {
    return this.#links.edges();
  }

  /** Edges into a tool, best first; only those that fill `field` when it is given. */
  producersOf(name: string, field?: string): readonly ToolEdge[] {
    return this.#links.producersOf(this.known(name).name, field);
  }

  /** Edges out of a tool, best first. */
  consumersOf(name: string): readonly ToolEdge[] {
    return this.#links.consumersOf(this.known(name).name);
  }

  /** A tool with every producer its required inputs need, transitively; the target is the last step. */
  closure(name: string, options?: ClosureOptions): Closure {
    return dependencyClosure(this.#links, this.known(name), options);
  }

  /**
   * What a model is sent for a request: the tools of {@link ToolGraph.retrieveWithScores}, written for a provider and
   * kept within `tokenBudget`, with the edges between them and what was left out or cut, and why.
   *
   * @param options `provider` (default `openai`) says whose form the definitions have.
   * @throws ToolGraphError `INVALID_ARGUMENT` for a query that is no string, `INVALID_OPTION` for a bad option.
   */
  retrieve<P extends ProviderId = 'openai'>(
    query: string,
    options: bundles.BundleOptions & { readonly provider?: P } = {},
  ): ToolBundle<P> {
    const { topK, ranking } = bundles.rankingOf(options);
    return this.#bundle(query, this.#retriever.retrieve(query, topK, ranking), options);
  }

  /** {@link ToolGraph.retrieve} with the tools of {@link ToolGraph.search}. */
  async searchBundle<P extends ProviderId = 'openai'>(
    query: string,
    options: bundles.SearchBundleOptions & { readonly provider?: P } = {},
  ): Promise<ToolBundle<P>> {
    const { topK, ranking } = bundles.rankingOf(options);
    return this.#bundle(query, await this.#models.search(query, topK, ranking), options);
  }

  /**
   * Calls in an order that can run, with the values that flow between them: for one exposed name, for several, or for
   * a request in plain words. A string that is no exposed name is a request, and so is `{ query }`; its targets are
   * the best tool of each thing it asks for.
   *
   * @throws ToolGraphError `UNKNOWN_TOOL` for a name in a list that is not in the catalog, `INVALID_OPTION`.
   */
  plan(target: plans.PlanRequest, options?: PlanOptions): Plan {
    return plans.planRequest(target, this.#planning, options);
  }

  /** {@link ToolGraph.plan} for the tools that {@link ToolGraph.search} finds, with the options of its models in `models`. */
  async searchPlan(target: plans.PlanRequest, options?: plans.SearchPlanOptions): Promise<plans.SearchedPlan> {
    return plans.planSearched(target, this.#planning, options);
  }

  /** Pairs of tools that look like the same tool, most similar first. */
  duplicates(options?: DuplicateOptions): readonly DuplicatePair[] {
    return findDuplicates(this.tools, options);
  }

  /**
   * Learns from one successful sequence of calls, exposed names in order: edges between its tools gain confidence.
   * Nothing else changes. Throws `UNKNOWN_TOOL` for a name that is not in the catalog.
   */
  recordTrace(names: readonly string[]): void {
    this.#links.traces.record(names.map((name) => this.known(name).name));
  }

  /** The graph, one tool's neighbourhood or a plan as text in a format for diagrams or graph tools. */
  exportGraph(format: GraphFormat, options: SubgraphOptions = {}): string {
    if (options.around !== undefined) this.known(options.around);
    return exportSubgraph(subgraphOf(this.#links, options), format);
  }

  #bundle<P extends ProviderId>(
    query: string,
    hits: Ranking,
    options: bundles.BundleOptions & { readonly provider?: P },
  ) {
    const writer = definitionWriter<P>(options.provider ?? ('openai' as P));
    return bundles.makeBundle(query, hits, { view: this.#links, writer, options });
  }

  /** Takes one ingester's result in; see {@link CatalogIntake.take}. */
  #take(read: IngestResult, sources: readonly string[], complete: boolean, policy?: TextPolicy): IngestReport {
    return this.#intake.take(read, sources, complete, policy);
  }

  /** The source id for a place: its own, or with a number behind it when another place has that. */
  #claim({ defaultId, origin }: { readonly defaultId: string; readonly origin: string }): string {
    return this.#sourceIds.claim(defaultId, origin, (taken) => this.#catalog.toolsOf(taken).length > 0);
  }

  #propagate(change: CatalogChange): void {
    this.#links.apply(change);
    this.#retriever.apply(change);
  }
}
