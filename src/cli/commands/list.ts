import type { Command } from 'commander';
import { loadSources, remarkFailures } from '../load-sources.js';
import { print, style, table } from '../terminal.js';
import { firstSentence, placeOf } from '../views.js';

/** `toolgraph list`: one line a tool. */
export function define(command: Command): void {
  command
    .description('List every tool of the sources with the place it comes from.')
    .argument('<source...>', 'files, folders or URLs')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph list openapi.yaml
  toolgraph list src/tools/ | grep -i refund`,
    )
    .action(async (sources: string[]) => {
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      print(
        table(loaded.graph.tools, [
          { title: '', cell: (tool) => tool.name, paint: style.cyan },
          { title: '', cell: placeOf, paint: style.dim },
          { title: '', cell: (tool) => firstSentence(tool.description) },
        ]),
      );
    });
}
