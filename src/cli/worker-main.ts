import { messageOf, ToolGraph } from '../index.js';
import { noteVectorNews, readSecretsFile, Secrets, ToolService } from '../service/index.js';
import { callPolicy } from './call-policy.js';
import { chosenEmbedder } from './embedder-choice.js';
import { settingsVariable, type ToWorker, type WorkerSettings } from './serve-workers.js';

/** One process of `toolgraph serve --workers`: loads the snapshot, serves it, and tells the first process where. */
async function main(given: WorkerSettings): Promise<void> {
  const { snapshot, callFlags, secretsFile, embedderFlags, writings, ...settings } = given;
  const graph = await ToolGraph.load(snapshot);
  const secrets = new Secrets(secretsFile === undefined ? undefined : readSecretsFile(secretsFile));
  const calls = callPolicy(callFlags, secrets);
  const embedder = chosenEmbedder(embedderFlags, secrets);
  const service = await ToolService.start({
    ...settings,
    ...calls,
    ...(embedder === undefined ? {} : { embedder }),
    hideSecrets: secrets.hide,
    graph,
    readOnly: true,
  });
  followVectors(service, snapshot, writings);
  process.send?.({ url: service.url });
  const stop = (): void => {
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('disconnect', stop); // the first process is gone
  process.on('SIGINT', () => undefined); // a terminal tells every process; the first one ends the others
}

/** Reads the snapshot again when the first process says that it wrote new vectors, which it waits for. */
function followVectors(service: ToolService, snapshot: string, writings: number): void {
  let seen = writings;
  process.on('message', async ({ vectors, writings: written }: ToWorker) => {
    try {
      if (written > seen) service.host.replaceGraph(await ToolGraph.load(snapshot));
      seen = written;
    } catch (thrown) {
      service.log.error({ err: thrown }, 'snapshot not read again; the vectors are those from before');
    }
    noteVectorNews(service.host, vectors);
    process.send?.({ followed: written });
  });
}

main(JSON.parse(process.env[settingsVariable] ?? '{}') as WorkerSettings).catch((thrown: unknown) => {
  process.send?.({ failed: messageOf(thrown) });
  process.exitCode = 1;
  process.disconnect?.();
});
