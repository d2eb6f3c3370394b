import type { Command } from 'commander';
import { loadSources, remarkFailures } from '../load-sources.js';
import { share } from '../options.js';
import { print, printJson, style, table } from '../terminal.js';
import { placeOf } from '../views.js';

interface DuplicateFlags {
  readonly minSimilarity?: number;
  readonly acrossSources?: true;
  readonly json?: true;
}

/** `toolgraph duplicates`: tools that a model could not tell apart. */
export function define(command: Command): void {
  command
    .description('Find pairs of tools that look like the same tool, most similar first.')
    .argument('<source...>', 'files, folders or URLs')
    .option('--min-similarity <share>', 'least similarity, above 0 to 1 (default 0.7)', share('--min-similarity'))
    .option('--across-sources', 'only pairs from two sources')
    .option('--json', 'print the pairs as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph duplicates specs/
  toolgraph duplicates github.json gitlab.json --across-sources --min-similarity 0.5`,
    )
    .action(async (sources: string[], flags: DuplicateFlags) => {
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      const pairs = loaded.graph.duplicates({
        ...(flags.minSimilarity === undefined ? {} : { minSimilarity: flags.minSimilarity }),
        ...(flags.acrossSources === undefined ? {} : { acrossSources: flags.acrossSources }),
      });
      if (flags.json === true)
        printJson({ pairs: pairs.map(({ a, b, similarity }) => ({ a: a.name, b: b.name, similarity })) });
      else if (pairs.length === 0) print('No two tools look alike.');
      else
        print(
          table(pairs, [
            { title: 'alike', cell: ({ similarity }) => `${Math.floor(similarity * 100)} %`, right: true },
            { title: 'tool', cell: ({ a }) => a.name, paint: style.cyan },
            { title: 'place', cell: ({ a }) => placeOf(a), paint: style.dim },
            { title: 'and', cell: ({ b }) => b.name, paint: style.cyan },
            { title: 'place', cell: ({ b }) => placeOf(b), paint: style.dim },
          ]),
        );
    });
}
