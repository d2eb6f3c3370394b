import { certainLanguagesOf, type LatinLanguage, latinLanguages } from '../stop-words.js';

/** A letter of Korean, Japanese or Chinese. */
const cjk = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** A tool is described in Korean, Japanese or Chinese when so large a share of its terms is; fewer are names and quotes. */
const cjkShare = 1 / 3;

/** What tools are described in beside English: one of the languages with Latin letters, or Korean, Japanese or Chinese. */
export type CatalogLanguage = LatinLanguage | 'cjk';

interface ForeignDocument {
  readonly languages: readonly CatalogLanguage[];
  readonly terms: readonly string[];
}

/** Which other languages than English the tools of a catalog are described in, and the terms of those tools. */
export class CatalogLanguages {
  readonly #documents = new Map<number, ForeignDocument>();
  readonly #terms = new Map<CatalogLanguage, Map<string, number>>();
  #present: readonly CatalogLanguage[] = [];

  /** The languages that some tool is described in. */
  get present(): readonly CatalogLanguage[] {
    return this.#present;
  }

  /** Number of tools described in the language that hold the term. */
  documentFrequency(term: string, language: CatalogLanguage): number {
    return this.#terms.get(language)?.get(term) ?? 0;
  }

  /** Is a document noted as one in another language than English? */
  has(doc: number): boolean {
    return this.#documents.has(doc);
  }

  /** Notes a document by its terms. */
  add(doc: number, terms: readonly string[]): void {
    const languages: readonly CatalogLanguage[] =
      terms.filter((term) => cjk.test(term)).length > cjkShare * terms.length ? ['cjk'] : certainLanguagesOf(terms);
    if (languages.length === 0) return;
    this.#documents.set(doc, { languages, terms });
    this.#count({ languages, terms }, 1);
  }

  /** Forgets a document; no-op for one in English. */
  remove(doc: number): void {
    const document = this.#documents.get(doc);
    if (document === undefined) return;
    this.#documents.delete(doc);
    this.#count(document, -1);
  }

  #count({ languages, terms }: ForeignDocument, step: 1 | -1): void {
    for (const language of languages) {
      const counts = this.#terms.get(language) ?? new Map<string, number>();
      for (const term of terms) {
        const count = (counts.get(term) ?? 0) + step;
        if (count > 0) counts.set(term, count);
        else counts.delete(term);
      }
      if (counts.size > 0) this.#terms.set(language, counts);
      else this.#terms.delete(language);
    }
    this.#present = [...latinLanguages, 'cjk' as const].filter((language) => this.#terms.has(language));
  }
}
