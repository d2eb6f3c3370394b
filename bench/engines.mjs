import { create, insertMultiple, search as oramaSearch } from '@orama/orama';
import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import { fieldWords, searchFields } from '../dist/retrieval/fields.js';
import { terms } from '../dist/retrieval/tokenize.js';
import { plainBm25f } from './plain-bm25f.mjs';

/** The plain BM25F on toolgraph's tokens of the same fields. */
export function plainEngine(tools) {
  const rank = plainBm25f(documentsOf(tools));
  return (query) => rank(terms(query), 10);
}

/** One by one, as the words of a million tools take more room than their postings. */
function* documentsOf(tools) {
  for (const tool of tools)
    yield [...fieldWords(tool)].map(([field, words]) => ({
      terms: words.map((word) => word.term),
      weight: searchFields[field].weight,
    }));
}

const textOf = (tool) => ({
  id: tool.name,
  name: tool.originalName,
  description: tool.description,
  parameters: tool.inputs.map((input) => input.originalName).join(' '),
});

/** MiniSearch with toolgraph's tokenizer, fuzzy and prefix off: its fastest form. */
export function miniSearchEngine(tools) {
  const index = new MiniSearch({
    fields: ['name', 'description', 'parameters'],
    tokenize: terms,
    processTerm: (term) => term,
    searchOptions: { boost: { name: 3 } },
  });
  index.addAll(tools.map(textOf));
  return (query) => index.search(query).slice(0, 10);
}

/** Orama full-text, its defaults, ten results. */
export async function oramaEngine(tools) {
  const db = create({ schema: { name: 'string', description: 'string', parameters: 'string' } });
  await insertMultiple(db, tools.map(textOf), 500);
  return (query) => oramaSearch(db, { term: query, limit: 10 });
}

/** FlexSearch documents, its defaults with any word of the query enough, ten results. */
export function flexSearchEngine(tools) {
  const index = new FlexSearch.Document({ document: { id: 'id', index: ['name', 'description', 'parameters'] } });
  for (const tool of tools) index.add(textOf(tool));
  return (query) => index.search(query, { limit: 10, suggest: true });
}
