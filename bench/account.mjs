import { declaredOperations } from './real-specs.mjs';
import { seededRandom } from './seeded.mjs';

/**
 * Keeps account of an ingest of many documents: which threw, which declared operations are neither a tool nor named by
 * a diagnostic, and a sample of all diagnostics in which each is as likely as any other.
 */
export class Account {
  #random = seededRandom(50);
  #seen = 0;
  figures = { documents: 0, threw: [], declared: 0, tools: 0, asDiagnostic: 0, unaccounted: [], codes: {}, sample: [] };

  /** Takes in one document's report. */
  add(id, file, report) {
    const { figures } = this;
    figures.documents++;
    figures.tools += report.tools.length;
    const tools = new Set(report.tools.map((tool) => tool.originalId));
    const named = new Set(report.diagnostics.map((entry) => entry.item));
    for (const operation of declaredOperations(file)) {
      figures.declared++;
      if (tools.has(operation)) continue;
      const path = operation.slice(operation.indexOf(' ') + 1);
      if (named.has(operation) || named.has(path)) figures.asDiagnostic++;
      else figures.unaccounted.push(`${id} ${operation}`);
    }
    for (const { severity, code, item, message } of report.diagnostics) {
      figures.codes[code] = (figures.codes[code] ?? 0) + 1;
      const at = this.#seen < 50 ? this.#seen : Math.floor(this.#random() * (this.#seen + 1));
      this.#seen++;
      if (at < 50) figures.sample[at] = { document: id, severity, code, item, message };
    }
  }

  /** Notes a document that could not be taken in at all. */
  threw(id, error) {
    this.figures.documents++;
    this.figures.threw.push(`${id}: ${error.code ?? error.name} ${error.message}`);
  }
}
