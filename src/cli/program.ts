import { Command } from 'commander';
import { addDemo } from './commands/demo.js';
import { addIngest } from './commands/ingest.js';
import { addInspect } from './commands/inspect.js';
import { addList } from './commands/list.js';
import { addSearch } from './commands/search.js';
import { packageVersion } from './package-root.js';

/** The whole command line. Errors are thrown, not printed: main.ts decides how they look and what they exit with. */
export function buildProgram(): Command {
  const program = new Command('toolgraph')
    .description('Which few tools does this request need, and which other tools must run first?')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .showSuggestionAfterError()
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .addHelpText(
      'after',
      `
A source is an OpenAPI or Swagger document, a list of tools, source code, a catalog written by
"toolgraph ingest", a URL, or a folder of these.

Examples:
  toolgraph search openapi.yaml "cancel an order and refund it"
  toolgraph inspect openapi.yaml
  toolgraph search specs/ tools.jsonl "open an issue" -k 3 --json

Exit codes: 0 done (also when nothing matches), 1 failed, 2 wrong usage.`,
    );
  for (const add of [addSearch, addInspect, addList, addIngest, addDemo]) add(program);
  return program;
}
