import { messageOf, ToolGraph } from '../index.js';
import { readSecretsFile, Secrets, ToolService } from '../service/index.js';
import { callPolicy } from './call-policy.js';
import { settingsVariable, type WorkerSettings } from './serve-workers.js';

/** One process of `toolgraph serve --workers`: loads the snapshot, serves it, and tells the first process where. */
async function main({ snapshot, callFlags, secretsFile, ...settings }: WorkerSettings): Promise<void> {
  const graph = await ToolGraph.load(snapshot);
  const secrets = new Secrets(secretsFile === undefined ? undefined : readSecretsFile(secretsFile));
  const calls = callPolicy(callFlags, secrets);
  const service = await ToolService.start({ ...settings, ...calls, hideSecrets: secrets.hide, graph, readOnly: true });
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

main(JSON.parse(process.env[settingsVariable] ?? '{}') as WorkerSettings).catch((thrown: unknown) => {
  process.send?.({ failed: messageOf(thrown) });
  process.exitCode = 1;
  process.disconnect?.();
});
