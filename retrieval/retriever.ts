import type { CatalogChange } from '../src/core/catalog.js';
import type { Columns } from '../src/core/columns.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { balanceClauses, balancedHits, type ClausePlace } from './clause-balance.js';
import { type CloseHit, closelyRead } from './close-reading.js';
import { Editions } from './editions.js';
import { explainPrerequisite, explainTarget } from './explain.js';
import { isBareLetter } from './fields.js';
import { toolIntents } from './intent.js';
import { LexicalIndex, termWeights } from './lexical-index.js';
import { NameCoverage } from './name-coverage.js';
import { NeededEdges, type ProducerView } from './needed-edges.js';
import { speaksOfNewlyMade } from './newly-made.js';
import { OperationAgreement } from './operation-agreement.js';
import { leadingTargets, placePrerequisites, strongTargets } from './prerequisites.js';
import { type AnalyzedQuery, analyzeQuery } from './query.js';
import { evidenceOf, relevanceOf } from './relevance.js';
import { type JudgedCatalog, judgedHits, RelevanceJudge } from './relevance-judge.js';
import { type ReadText, readRequest } from './request-words.js';
import { type Acceptance, acceptance, checkArguments, type RetrieveOptions } from './retrieve-options.js';
import { type EmptyReason, type Ranking, type ScoredTool, scoredTool } from './scored-tool.js';
import { fillFrom, isRight, type SearchParts, sampleOf, searchColumns } from './search-columns.js';
import { readTables } from './search-tables.js';
import { fuse, type Nearness, textCandidates } from './semantic/embedder-fusion.js';
import { QueryMeaning } from './semantic/meaning.js';
import { ToolVectors } from './semantic/tool-vectors.js';
import { type WordVectors, wordVectors } from './semantic/word-vectors.js';
import { SourceNames } from './source-names.js';
import { TextRanking } from './text-ranking.js';
import { fold } from './tokenize.js';
import { type Hit, namedBefore } from './top-k.js';
import { TopicNearness } from './topic-nearness.js';

/** What scoring found, and by which scales. */
interface Scored {
  readonly hits: readonly Hit[];
  /** What the words alone say of the best by text. */
  readonly read: readonly CloseHit[];
  /** Tools that share a term with the query. */
  readonly matched: number;
  readonly model?: { readonly near: Nearness; readonly unit: number };
  /** Of a request of several clauses: which place among a clause's tools a document has. */
  readonly places?: ReadonlyMap<number, ClausePlace>;
}

/** Ranks the tools of one catalog for a query. Follows the catalog through {@link Retriever.apply}; no query sees half a change. */
export class Retriever {
  readonly #index = new LexicalIndex();
  /** Intents of each document, as bits. */
  #intents: Uint16Array = new Uint16Array(0);
  readonly #byNameKey = new Map<string, Set<number>>();
  readonly #producers: ProducerView;
  readonly #needed: NeededEdges;
  readonly #words: WordVectors;
  readonly #vectors: ToolVectors;
  readonly #coverage = new NameCoverage(this.#index);
  readonly #operations = new OperationAgreement();
  readonly #editions = new Editions(namedBefore(this.#index));
  readonly #meaning: QueryMeaning;
  readonly #text: TextRanking;
  readonly #judged: JudgedCatalog;
  #expected: Columns | undefined;
  readonly #sources = new SourceNames();

  /** `words` says what words mean; by default the vectors that ship. */
  constructor(producers: ProducerView, words: WordVectors = wordVectors()) {
    this.#producers = producers;
    this.#needed = new NeededEdges(producers, (name) => this.#toolNamed(name));
    this.#words = words;
    this.#vectors = new ToolVectors(words);
    this.#meaning = new QueryMeaning(words, this.#vectors);
    const [index, coverage, vectors] = [this.#index, this.#coverage, this.#vectors];
    this.#text = new TextRanking({
      index,
      words,
      coverage,
      operations: this.#operations,
      meaning: this.#meaning,
      sources: this.#sources,
      editions: this.#editions,
      intents: () => this.#intents,
    });
    this.#judged = { index, words, coverage, topics: new TopicNearness(index, vectors, words) };
  }

  /** What the index worked out of these of its tools, in their order, for {@link Retriever.expect}. */
  columns(tools: readonly ToolSchema[]): Columns {
    return searchColumns(tools, this.#parts());
  }

  /** Says what was worked out before of the tools that the next change adds: where it is right, it is not worked out again. */
  expect(columns: Columns): void {
    this.#expected = columns;
  }

  /** Brings the index up to a change of the catalog. Costs only what changed. */
  apply(change: CatalogChange): void {
    this.#needed.forget();
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected !== undefined && this.#index.capacity === 0 && this.#takeColumns(change.added, expected)) return;
    for (const tool of change.removed) this.#remove(tool);
    for (const tool of change.changed) this.#remove(tool);
    for (const tool of [...change.added, ...change.changed]) this.#add(tool);
  }

  /**
   * The topK best tools for a query; fewer when fewer match. `topK` beyond the catalog is the catalog.
   *
   * @throws ToolGraphError `INVALID_ARGUMENT` when `query` is no string or `topK` is not a whole number of 0 or more.
   */
  retrieve(query: string, topK: number, options: RetrieveOptions = {}): Ranking {
    return this.withPrerequisites(this.targets(query, topK, options), query, topK, options);
  }

  /**
   * The first half of a retrieval: tools that answer the query themselves, best first; at least as many as
   * prerequisites are looked for. `near` says what a model thinks of the tools.
   */
  targets(query: string, topK: number, options: RetrieveOptions = {}, near?: Nearness): Ranking {
    checkArguments(query, topK, options);
    const reason = this.#emptyBefore(query, topK);
    if (reason !== undefined) return emptyRanking(reason);
    const text = readRequest(query);
    const analyzed = analyzeQuery(query, this.#index, this.#words, text);
    const named = this.#named(query, text);
    const accepts = acceptance(options);
    const limit = Math.min(topK, this.#index.size);
    const depth = options.prerequisites === false ? limit : Math.max(limit, leadingTargets);
    const ranked = analyzed.clauses.length > 0 ? Math.max(depth, balancedHits) : depth;
    const read = Math.max(ranked, near === undefined ? judgedHits : textCandidates);
    const { hits, matched } = this.#text.rank(analyzed, named, read, accepts);
    const byText = { hits, read: hits, matched };
    const scored = this.#balance(
      near === undefined ? byText : this.#askModel(byText, analyzed, ranked, accepts, near),
      analyzed,
    );
    if (scored.hits.length === 0) return emptyRanking(emptyAfter(analyzed, scored.matched));
    const judge = new RelevanceJudge(analyzed, byText.read, this.#judged, named);
    // a model may find what no word says, so that words alone do not decide
    const offTopic = near === undefined ? judge.offTopic(options.minRelevance) : undefined;
    if (offTopic !== undefined) return emptyRanking(offTopic);
    const leastScore = (scored.hits[0] as Hit).score * (options.minScoreShare ?? 0);
    const targets: ScoredTool[] = [];
    for (let at = 0; at < scored.hits.length && at < depth; at++) {
      const hit = scored.hits[at] as Hit;
      if (hit.score >= leastScore) targets.push(this.#target(hit, at, query, analyzed, scored, judge));
    }
    return targets;
  }

  /** The second half: lets in the prerequisites of the targets, unless they are not wanted, and cuts to topK. */
  withPrerequisites(targets: Ranking, query: string, topK: number, options: RetrieveOptions = {}): Ranking {
    if (targets.length === 0) return targets;
    const limit = Math.min(topK, this.#index.size);
    if (options.prerequisites === false) return targets.slice(0, limit);
    const accepts = acceptance(options);
    const asked = strongTargets(targets);
    const need = {
      asks: (name: string) => asked.some(({ tool }) => tool.name === name),
      available: new Set(options.available),
      making: speaksOfNewlyMade(query),
    };
    return placePrerequisites(targets, limit, {
      stepsInto: (name) => this.#needed.stepsInto(name, need),
      accepts: (name) => {
        const tool = this.#toolNamed(name);
        return tool !== undefined && (accepts === undefined || accepts(tool)) ? tool : undefined;
      },
      explain: explainPrerequisite,
    });
  }

  #toolNamed(name: string): ToolSchema | undefined {
    const doc = this.#index.documentOf(name);
    return doc === undefined ? undefined : this.#index.tool(doc);
  }

  #takeColumns(tools: readonly ToolSchema[], columns: Columns): boolean {
    const tables = readTables(columns);
    if (tables === undefined || tables.documents !== tools.length) return false;
    const sample = sampleOf(tools);
    const fresh = new Retriever(this.#producers, this.#words);
    for (const { tool } of sample) fresh.#add(tool);
    if (!isRight(tables, sample, fresh.columns(sample.map(({ tool }) => tool)))) return false;
    if (!fillFrom(tables, tools, this.#parts())) return false;
    for (const tool of tools) this.#noteSource(this.#index.documentOf(tool.name) as number, tool);
    return true;
  }

  #parts(): SearchParts {
    return {
      index: this.#index,
      coverage: this.#coverage,
      operations: this.#operations,
      vectors: this.#vectors,
      dimensions: this.#words.dimensions,
      intentsOf: (doc) => this.#intents[doc] as number,
      setIntents: (intents) => {
        this.#intents = intents;
      },
      docsByNameKey: this.#byNameKey,
    };
  }

  #add(tool: ToolSchema): void {
    const weights = termWeights(tool);
    const doc = this.#index.add(tool, weights);
    this.#vectors.set(doc, weights);
    this.#setIntents(doc, toolIntents(tool));
    this.#coverage.set(doc, tool);
    this.#operations.set(doc, tool);
    this.#noteSource(doc, tool);
    for (const key of nameKeys(tool)) {
      const docs = this.#byNameKey.get(key);
      if (docs === undefined) this.#byNameKey.set(key, new Set([doc]));
      else docs.add(doc);
    }
  }

  #noteSource(doc: number, tool: ToolSchema): void {
    this.#sources.add(doc, tool);
    this.#editions.add(doc, tool);
    this.#judged.topics.set(doc, tool.name);
  }

  #remove(tool: ToolSchema): void {
    const doc = this.#index.documentOf(tool.name);
    if (doc === undefined) return;
    const indexed = this.#index.tool(doc) as ToolSchema;
    for (const key of nameKeys(indexed)) {
      const docs = this.#byNameKey.get(key);
      docs?.delete(doc);
      if (docs?.size === 0) this.#byNameKey.delete(key);
    }
    this.#coverage.delete(doc);
    this.#sources.remove(doc, indexed);
    this.#editions.remove(indexed);
    this.#index.remove(tool.name);
  }

  #setIntents(doc: number, mask: number): void {
    if (doc >= this.#intents.length) {
      const intents = new Uint16Array(Math.max(64, doc + 1, Math.ceil(doc * 1.5)));
      intents.set(this.#intents);
      this.#intents = intents;
    }
    this.#intents[doc] = mask;
  }

  #emptyBefore(query: string, topK: number): EmptyReason | undefined {
    if (topK === 0) return { code: 'top-k-zero', message: 'topK is 0: no tools were asked for.' };
    if (this.#index.size === 0)
      return { code: 'empty-catalog', message: 'The catalog holds no tools; ingest a source first.' };
    if (query.trim() === '') return { code: 'empty-query', message: 'The query is empty.' };
    return undefined;
  }

  /** Tools that the query names outright: whatever their text, they come first. */
  #named(query: string, { letters }: ReadText): ReadonlySet<number> {
    return (query.length > 200 ? undefined : this.#byNameKey.get(letters ?? nameKey(query))) ?? noDocuments;
  }

  /** Lets the clauses of a request of several take turns. */
  #balance(scored: Scored, { clauses }: AnalyzedQuery): Scored {
    return clauses.length === 0
      ? scored
      : { ...scored, ...balanceClauses(scored.hits, (doc) => this.#text.clauseOf(doc)) };
  }

  /** Mixes in what a model thinks of the tools. Without a content word there is nothing to ask it. */
  #askModel(
    byText: Scored,
    analyzed: AnalyzedQuery,
    limit: number,
    accepts: Acceptance | undefined,
    near: Nearness,
  ): Scored {
    if (analyzed.terms.length === 0 && analyzed.unknown.length === 0) return byText;
    const text = { index: this.#index, hits: byText.hits, closelyRead, accepts };
    const fused = fuse(analyzed, text, near);
    const before = namedBefore(this.#index);
    const hits = [...fused.hits].sort((a, b) => b.score - a.score || (before(a.doc, b.doc) ? -1 : 1));
    return { ...byText, hits: hits.slice(0, limit), model: { near, unit: fused.unit } };
  }

  #target(
    hit: Hit,
    at: number,
    query: string,
    analyzed: AnalyzedQuery,
    { model, read, places }: Scored,
    judge: RelevanceJudge,
  ): ScoredTool {
    const tool = this.#index.tool(hit.doc) as ToolSchema;
    const judged = (read[at]?.doc === hit.doc ? read[at] : read.find(({ doc }) => doc === hit.doc)) ?? {
      doc: hit.doc,
      text: 0,
      similarity: this.#meaning.of(hit.doc),
    };
    const evidence = judge.evidence(judged, at);
    const relevance = evidence === undefined ? 1 : relevanceOf(evidence);
    const unit = this.#meaning.unit;
    return scoredTool(tool, hit.score, relevance, 'target', () => {
      this.#coverage.ask(analyzed);
      return explainTarget(tool, query, analyzed, this.#index, {
        nameCoverage: this.#coverage.of(hit.doc),
        similarity: judged.similarity,
        unit,
        operation: this.#operations.of(hit.doc, analyzed),
        ...(model === undefined ? {} : { model: modelReading(tool, model) }),
        place: places?.get(hit.doc),
        evidence: evidence && evidenceOf(evidence),
        sources: this.#sources.wordsFor(hit.doc, analyzed, this.#index),
      });
    });
  }
}

const noDocuments: ReadonlySet<number> = new Set();

function modelReading(tool: ToolSchema, { near, unit }: NonNullable<Scored['model']>) {
  return { similarity: near.similarity(tool) ?? 0, contribution: near.gain(tool) * unit };
}

/** Letters and digits of a name, without case and accents: `List_Pods` and `list pods` are one. */
function nameKey(text: string): string {
  // most requests: there is nothing to fold but case
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return fold(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]+/gu, '');
}

function nameKeys(tool: ToolSchema): Set<string> {
  if (isBareLetter(tool)) return new Set();
  const keys = new Set([nameKey(tool.originalName), nameKey(tool.name)]);
  const suffix = tool.originalName.split(/::|__|[./]/).at(-1);
  if (suffix !== undefined && suffix.length >= 4) keys.add(nameKey(suffix));
  keys.delete('');
  return keys;
}

function emptyAfter(analyzed: AnalyzedQuery, matched: number): EmptyReason {
  if (matched > 0)
    return { code: 'filtered-out', message: `${matched} tools match the query, but none passes the filters.` };
  if (analyzed.terms.length === 0 && analyzed.unknown.length === 0) {
    return {
      code: 'no-content-words',
      message: 'The query holds only function words or punctuation; name what should be done to what.',
    };
  }
  const words = analyzed.unknown.slice(0, 8).join(', ');
  return { code: 'no-term-matched', message: `No term matched: the catalog knows no word like ${words}.` };
}

function emptyRanking(reason: EmptyReason): Ranking {
  return Object.defineProperty([] as ScoredTool[], 'emptyReason', { value: reason, enumerable: false }) as Ranking;
}
