import { parentPort } from 'node:worker_threads';
import { messageOf, ToolGraph, ToolGraphError, type ToolSchema } from '../../index.js';
import { type AsideJob, type AsideModule, type AsideReply, type AsideTool, toolsAtOnce } from './protocol.js';
import { digestOf, draftOf, keyOf } from './tool-digest.js';

const port = parentPort;
if (port === null) throw new Error('this module is the main module of a worker thread');
const send = (reply: AsideReply): void => port.postMessage(reply);

port.on('message', (job: AsideJob) => {
  read(job).catch((thrown: unknown) => {
    const code = thrown instanceof ToolGraphError ? { code: thrown.code } : {};
    send({ id: job.id, kind: 'failed', ...code, message: messageOf(thrown) });
  });
});

/** Reads the source into a graph of its own, and sends the tools that the asking side does not have as they are now. */
async function read({ id, module, args, own, textPolicy, known }: AsideJob): Promise<void> {
  const graph = new ToolGraph({ textPolicy });
  const { readInto } = (await import(module)) as AsideModule;
  const { reports, incomplete } = await readInto(graph, args, own);
  const digests = new Map(known.map(([source, originalId, digest]) => [keyOf(source, originalId), digest]));
  for (let at = 0; at < graph.tools.length; at += toolsAtOnce)
    send({ id, kind: 'tools', tools: graph.tools.slice(at, at + toolsAtOnce).map((tool) => toSend(tool, digests)) });
  send({
    id,
    kind: 'done',
    sources: [...new Set(reports.flatMap((report) => report.sources))],
    diagnostics: graph.diagnostics,
    ...(incomplete === undefined ? {} : { incomplete }),
  });
}

function toSend(tool: ToolSchema, known: ReadonlyMap<string, string>): AsideTool {
  const draft = draftOf(tool);
  const { source, originalId } = tool;
  if (known.get(keyOf(source.id, originalId)) === digestOf(draft)) return { source: source.id, originalId };
  return { draft };
}
