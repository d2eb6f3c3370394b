import type { Command } from 'commander';
import { loadSources, remarkFailures } from '../load-sources.js';
import { count, plural, remark } from '../terminal.js';
import { tokensOf } from '../views.js';
import { writeWhole } from '../write-whole.js';

/** `toolgraph ingest`: takes sources in once and writes the catalog to a file, which is a source itself. */
export function define(command: Command): void {
  command
    .description('Take sources in and write the catalog as JSON. The file can be given as a source from then on.')
    .argument('<source...>', 'files, folders or URLs')
    .requiredOption('-o, --output <file>', 'where to write the catalog; "-" is standard output')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph ingest openapi.yaml tools.jsonl -o catalog.json
  toolgraph search catalog.json "refund an order"`,
    )
    .action(async (sources: string[], options: { output: string }) => {
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      const { tools } = loaded.graph;
      const text = `${JSON.stringify(loaded.graph.exportCatalog())}\n`;
      if (options.output === '-') process.stdout.write(text);
      else writeWhole(options.output, text);
      remark(`${plural(tools.length, 'tool')}, ${count(tokensOf(tools))} tokens → ${options.output}`);
    });
}
