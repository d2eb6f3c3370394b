import { readFileSync } from 'node:fs';
import { Command } from 'commander';

/** The whole command line. Errors are thrown, not printed: main.ts decides how they look and what they exit with. */
export function buildProgram(): Command {
  const program = new Command('toolgraph')
    .description('Which few tools does this request need, and which other tools must run first?')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showSuggestionAfterError()
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  return program;
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}
