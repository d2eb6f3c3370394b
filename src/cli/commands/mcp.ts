import { join } from 'node:path';
import type { Command } from 'commander';
import { messageOf } from '../../index.js';
import { startMcpOverStdio } from '../../service/index.js';
import { oneLine } from '../failure.js';
import { packageRoot, packageVersion } from '../package-root.js';
import { serviceSource } from '../service-sources.js';
import { remark } from '../terminal.js';

/** `toolgraph mcp`: an MCP server on standard input and output. */
export function define(command: Command): void {
  command
    .description('Serve search_tools, get_tool_schemas and plan_tools as an MCP server on standard input and output.')
    .argument('[source...]', 'files, folders or URLs; default: the bundled shop API')
    .option('--snapshot <file>', 'keep the catalog here over restarts')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph mcp openapi.yaml
  toolgraph mcp specs/ --snapshot catalog.tgs

In a client's configuration:
  { "mcpServers": { "toolgraph": { "command": "npx", "args": ["-y", "toolgraph", "mcp", "/path/to/openapi.yaml"] } } }`,
    )
    .action(async (sources: string[], flags: { snapshot?: string }) => {
      const places = sources.length === 0 ? [join(packageRoot, 'datasets', 'shop', 'specs')] : sources;
      const service = await startMcpOverStdio({
        sources: places.map((place) => serviceSource(place)),
        version: packageVersion(),
        ...(flags.snapshot === undefined ? {} : { snapshot: flags.snapshot }),
      });
      for (const [place, error] of service.failures)
        remark(`toolgraph: left out ${place}: ${oneLine(messageOf(error))}`);
      await service.ended;
      await service.close();
    });
}
