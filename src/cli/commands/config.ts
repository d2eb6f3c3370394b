import type { Command } from 'commander';
import { ToolGraphError } from '../../index.js';
import { ConfigError, configSchema, readConfig } from '../../service/index.js';
import { UsageError } from '../failure.js';
import { plural, print, printJson, remark } from '../terminal.js';

/** `toolgraph config`: checks a configuration without serving it, or prints the schema of its form. */
export function define(command: Command): void {
  command
    .description('Check a configuration of "toolgraph serve --config", or print the JSON Schema of its form.')
    .argument('[file]', 'toolgraph.yaml')
    .option('--schema', 'print the JSON Schema')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph config toolgraph.yaml
  toolgraph config --schema > toolgraph.schema.json`,
    )
    .action((file: string | undefined, { schema }: { schema?: true }) => {
      if (schema === true) {
        printJson(configSchema);
        return;
      }
      if (file === undefined)
        throw new UsageError('config needs a file, or --schema — try: toolgraph config toolgraph.yaml');
      const { root, catalogs, tokens } = reading(() => readConfig(file));
      const sources = [root, ...catalogs.values()].reduce((sum, catalog) => sum + catalog.sources.length, 0);
      print(
        `${file} is right: ${plural(sources, 'source')}, ${plural(catalogs.size + 1, 'catalog')}, ${plural(tokens.length, 'token')}.`,
      );
    });
}

/** What reading a configuration gives; of one with several problems, each is said on a line of its own. */
export function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof ConfigError) || thrown.problems.length < 2) throw thrown;
    for (const line of thrown.lines()) remark(line);
    throw new ToolGraphError(
      'INVALID_DOCUMENT',
      `${thrown.file} has ${plural(thrown.problems.length, 'problem')}, see above.`,
    );
  }
}
