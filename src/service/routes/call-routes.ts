import { RequestError } from '../problem.js';
import type { Route } from '../route.js';
import { objectOf, toolName } from './schemas.js';

/** Calling a tool through the service. */
export const callRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/call',
    operationId: 'callTool',
    summary: 'Call a tool',
    description: 'With credentials that the service holds. A dry run shows the request and sends nothing.',
    tag: 'call',
    scope: 'call',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['tool'],
      properties: {
        tool: toolName,
        arguments: { type: 'object', additionalProperties: true, default: {}, description: 'By input name' },
        dryRun: { type: 'boolean', default: false, description: 'Only show what would be sent' },
      },
    },
    answer: objectOf(
      {
        kind: { type: 'string', enum: ['mcp', 'http', 'value', 'dry-run'] },
        result: {},
        request: { type: 'object', additionalProperties: true },
      },
      ['result', 'request'],
    ),
    handle: ({ body, graph, principal, calls, signal }) => {
      if (calls === undefined)
        throw new RequestError(409, 'calls-off', 'Tools are not called here; start the service with --calls.');
      return calls.call(graph, principal, {
        tool: body['tool'] as string,
        args: body['arguments'] as Record<string, unknown>,
        dryRun: body['dryRun'] === true,
        signal,
      });
    },
  },
];
