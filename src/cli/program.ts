import { Command } from 'commander';
import { packageVersion } from './package-root.js';

interface CommandModule {
  readonly define: (command: Command) => void;
}

/** Every command; its file, and the library with it, is loaded only when the command is called or its help is asked. */
const commands: Readonly<Record<string, { summary: string; load: () => Promise<CommandModule> }>> = {
  search: {
    summary: 'the tools a request needs, best first, with their prerequisites',
    load: () => import('./commands/search.js'),
  },
  plan: {
    summary: 'the calls a goal takes, in order, and what flows between them',
    load: () => import('./commands/plan.js'),
  },
  bundle: {
    summary: 'the definitions a request needs, for a provider and within a token budget',
    load: () => import('./commands/bundle.js'),
  },
  graph: {
    summary: 'the graph, a part of it or a plan as a diagram or for graph tools',
    load: () => import('./commands/graph.js'),
  },
  duplicates: {
    summary: 'pairs of tools that look like the same tool',
    load: () => import('./commands/duplicates.js'),
  },
  inspect: {
    summary: 'what was found, repaired and quarantined, and why',
    load: () => import('./commands/inspect.js'),
  },
  list: {
    summary: 'one line a tool: name, place, first sentence',
    load: () => import('./commands/list.js'),
  },
  ingest: {
    summary: 'take sources in once and write the catalog to a file',
    load: () => import('./commands/ingest.js'),
  },
  eval: {
    summary: 'recall, nDCG and more on judged queries',
    load: () => import('./commands/eval.js'),
  },
  serve: {
    summary: 'an HTTP and MCP service over the sources',
    load: () => import('./commands/serve.js'),
  },
  mcp: {
    summary: 'an MCP server on standard input and output',
    load: () => import('./commands/mcp.js'),
  },
  token: {
    summary: 'make a bearer token for the service',
    load: () => import('./commands/token.js'),
  },
  config: {
    summary: 'check a configuration of the service, or print its JSON Schema',
    load: () => import('./commands/config.js'),
  },
  demo: {
    summary: 'the main job on one page, on a bundled shop API or your own source',
    load: () => import('./commands/demo.js'),
  },
};

/** Names of all commands, in the order of the help. */
export const commandNames: readonly string[] = Object.keys(commands);

/**
 * The command line for these arguments, with the command they call defined in full. Errors are thrown, not printed:
 * main.ts decides how they look and what they exit with.
 */
export async function buildProgram(args: readonly string[]): Promise<Command> {
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
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary);
    if (args.includes(name)) (await load()).define(command);
  }
  return program;
}

/** Runs the command that the arguments call. */
export async function runProgram(args: readonly string[]): Promise<void> {
  await (await buildProgram(args)).parseAsync([...args], { from: 'user' });
}
