import { join } from 'node:path';
import type { Command } from 'commander';
import { messageOf } from '../../index.js';
import { readSecretsFile, Secrets, startMcpOverStdio } from '../../service/index.js';
import { type CallFlags, callPolicy, foundNumber, listedWhenFound } from '../call-policy.js';
import { chosenEmbedder, type EmbedderFlags, embedderOptions } from '../embedder-choice.js';
import { oneLine } from '../failure.js';
import { mcpServersOf } from '../mcp-config.js';
import { gather } from '../options.js';
import { packageRoot, packageVersion } from '../package-root.js';
import { serviceSource } from '../service-sources.js';
import { remark } from '../terminal.js';

interface McpFlags extends CallFlags, EmbedderFlags {
  readonly snapshot?: string;
  readonly mcpConfig?: string;
  readonly secrets?: string;
}

/** `toolgraph mcp`: an MCP server on standard input and output. */
export function define(command: Command): void {
  embedderOptions(command)
    .description('Serve search_tools, get_tool_schemas and plan_tools as an MCP server on standard input and output.')
    .argument('[source...]', 'files, folders or URLs; default: the bundled shop API')
    .option('--mcp-config <file>', 'MCP servers to stand in front of: a file with "mcpServers"')
    .option('--secrets <file>', 'credentials as NAME=value lines, in a file that only its owner may read')
    .option('--snapshot <file>', 'keep the catalog here over restarts')
    .option('--calls', 'let clients call tools, with credentials from the environment')
    .option(
      '--allow-destructive <name>',
      'tool that may be called although it destroys; may be repeated, ends in * for any rest',
      gather,
    )
    .option('--allow-private <host>', 'host on this network that calls may go to; may be repeated', gather)
    .option('--pin <name>', 'tool that MCP clients see as a tool of its own; may be repeated, may end in *', gather)
    .option(
      '--list-found [number]',
      `list the tools that a session found last as tools of their own (default ${listedWhenFound})`,
      foundNumber,
    )
    .addHelpText(
      'after',
      `
Examples:
  toolgraph mcp openapi.yaml
  toolgraph mcp specs/ --snapshot catalog.tgs

In a client's configuration:
  { "mcpServers": { "toolgraph": { "command": "npx", "args": ["-y", "toolgraph", "mcp", "/path/to/openapi.yaml"] } } }`,
    )
    .action(async (sources: string[], flags: McpFlags) => {
      const secrets = new Secrets(flags.secrets === undefined ? undefined : readSecretsFile(flags.secrets));
      const servers = flags.mcpConfig === undefined ? [] : mcpServersOf(flags.mcpConfig, secrets);
      const places =
        sources.length === 0 && servers.length === 0 ? [join(packageRoot, 'datasets', 'shop', 'specs')] : sources;
      const embedder = chosenEmbedder(flags, secrets);
      const service = await startMcpOverStdio({
        sources: [...places.map((place) => serviceSource(place)), ...servers],
        version: packageVersion(),
        hideSecrets: secrets.hide,
        ...callPolicy(flags, secrets),
        ...(flags.snapshot === undefined ? {} : { snapshot: flags.snapshot }),
        ...(embedder === undefined ? {} : { embedder }),
      });
      for (const [place, error] of service.failures)
        remark(`toolgraph: left out ${place}: ${secrets.hide(oneLine(messageOf(error)))}`);
      await service.ended;
      await service.close();
    });
}
