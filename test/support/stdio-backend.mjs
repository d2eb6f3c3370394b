/**
 * An MCP server on standard input and output for tests. It writes `spawn`, `start <pid>` when it is first asked, and what happens to it, a line each, to
 * the file of BACKEND_LOG, and offers the tools of the case of BACKEND_TOOLS (a list of names) or all.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const log = (line) => {
  if (process.env.BACKEND_LOG !== undefined) appendFileSync(process.env.BACKEND_LOG, `${line}\n`);
};
log('spawn');
let isAsked = false;
/** Clients may start a process only to ask which protocol it speaks. */
const asked = () => {
  if (!isAsked) log(`start ${process.pid}`);
  isAsked = true;
};
if (process.env.BACKEND_FAILS === 'always') process.exit(3);
const { ProtocolError, Server } = await import('@modelcontextprotocol/server');
const { serveStdio } = await import('@modelcontextprotocol/server/stdio');

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const input = (properties, required = []) => ({ type: 'object', properties, required });
let count = 0;

const tools = {
  wait: {
    description: 'Waits for some milliseconds',
    inputSchema: input({ ms: { type: 'integer', minimum: 0 } }, ['ms']),
    run: async ({ ms }, { mcpReq }) => {
      log(`wait ${ms}`);
      try {
        await pause(ms, undefined, { signal: mcpReq.signal });
      } catch {
        log('cancelled');
      }
      return text(`waited ${ms}`);
    },
  },
  steps: {
    description: 'Goes some steps and reports each',
    inputSchema: input({ steps: { type: 'integer', minimum: 1, maximum: 50 } }, ['steps']),
    run: async ({ steps }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (let progress = 1; progress <= steps; progress++) {
        await pause(20);
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: steps, message: `step ${progress}` },
          });
      }
      await pause(20); // a report that arrives together with the result is lost in the client
      return text(`went ${steps} steps`);
    },
  },
  report: {
    description: 'Reports as structured content',
    inputSchema: input({}),
    outputSchema: input({ weight: { type: 'number' } }, ['weight']),
    annotations: { title: 'Weight report', readOnlyHint: true },
    _meta: { 'example.test/icon': 'scales' },
    run: (_, { mcpReq }) => ({
      ...text('{"weight":7}'),
      structuredContent: { weight: 7 },
      _meta: { 'example.test/seen': mcpReq._meta ?? {} },
    }),
  },
  fail: {
    description: 'Fails in its own words',
    inputSchema: input({}),
    run: () => ({ ...text('the scales are broken'), isError: true }),
  },
  refuse: {
    description: 'Answers with a protocol error',
    inputSchema: input({}),
    run: () => {
      throw new ProtocolError(-32050, 'not at this hour', { opens: '08:00' });
    },
  },
  count: {
    description: 'Counts its own calls',
    inputSchema: input({}),
    run: () => text(String(++count)),
  },
  wipe: {
    description: 'Wipes everything out',
    inputSchema: input({}),
    annotations: { destructiveHint: true },
    run: () => {
      log('wiped');
      return text('wiped');
    },
  },
  die: {
    description: 'Ends the server in the middle of the call',
    inputSchema: input({}),
    run: () => process.exit(1),
  },
};

const offered = (process.env.BACKEND_TOOLS ?? Object.keys(tools).join(',')).split(',');

serveStdio(() => {
  const server = new Server({ name: 'bench scales', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler('tools/list', () => {
    asked();
    log('list');
    return { tools: offered.map((name) => ({ name, ...tools[name], run: undefined })) };
  });
  server.setRequestHandler('tools/call', ({ params }, context) => {
    asked();
    return tools[params.name].run(params.arguments ?? {}, context);
  });
  return server;
});
