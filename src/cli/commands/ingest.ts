import type { Command } from 'commander';
import { UsageError } from '../failure.js';
import { loadSources, remarkFailures } from '../load-sources.js';
import { count, plural, progress, remark } from '../terminal.js';
import { tokensOf } from '../views.js';
import { writeWhole } from '../write-whole.js';

/** `toolgraph ingest`: takes sources in once and writes the catalog to a file, which is a source itself, or a snapshot. */
export function define(command: Command): void {
  command
    .description(
      'Take sources in and write the catalog: as JSON, which can be given as a source from then on, or as a snapshot.',
    )
    .argument('<source...>', 'files, folders or URLs')
    .option('-o, --output <file>', 'where to write the catalog as JSON; "-" is standard output')
    .option('--save <file>', 'where to write a snapshot, for "serve --snapshot" and ToolGraph.load')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph ingest openapi.yaml tools.jsonl -o catalog.json
  toolgraph search catalog.json "refund an order"
  toolgraph ingest specs/ --save catalog.tgs

Ctrl-C stops at any moment with exit code 130; a file that was there before is then as it was.`,
    )
    .action(async (sources: string[], { output, save }: { output?: string; save?: string }) => {
      if (output === undefined && save === undefined)
        throw new UsageError('ingest needs -o <file>, --save <file> or both: where the catalog goes');
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      const { tools } = loaded.graph;
      const written = [output, save].filter((file) => file !== undefined);
      if (output !== undefined) {
        const text = `${JSON.stringify(loaded.graph.exportCatalog())}\n`;
        if (output === '-') process.stdout.write(text);
        else writeWhole(output, text);
      }
      if (save !== undefined) {
        progress(`writing ${save} …`);
        await loaded.graph.save(save);
        progress('');
      }
      remark(`${plural(tools.length, 'tool')}, ${count(tokensOf(tools))} tokens → ${written.join(', ')}`);
    });
}
