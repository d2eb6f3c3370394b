export { fieldNames, type SearchField, searchFields } from './fields.js';
export { type Intent, intents } from './intent.js';
export { LexicalIndex } from './lexical-index.js';
export { mean, percentile, type RankingScore, scoreRanking } from './metrics.js';
export { type AnalyzedQuery, analyzeQuery, type Match, type QueryTerm } from './query.js';
export type { RetrieveOptions } from './retrieve-options.js';
export { type ProducerView, Retriever } from './retriever.js';
export type { EmptyReason, Explanation, Ranking, ScoredTool, TermExplanation } from './scored-tool.js';
export { maxTextLength, terms, tokenize, type Word } from './tokenize.js';
