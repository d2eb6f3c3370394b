import { type HttpCaller, messageOf } from '../index.js';
import {
  type Config,
  ConfigError,
  type FollowedConfig,
  followConfig,
  readConfig,
  type ServiceOptions,
  ToolService,
} from '../service/index.js';
import { reading } from './commands/config.js';
import { restartKeys, settingsOf, startOptions } from './configured-service.js';
import { oneLine } from './failure.js';
import { packageVersion } from './package-root.js';
import { greeting } from './service-greeting.js';
import { print, remark } from './terminal.js';
import { untilStopped } from './until-stopped.js';

/** What the command line says above the file. */
export type Overrides = Pick<ServiceOptions, 'port' | 'hostname' | 'logLevel'>;

/** Serves what a configuration says, and follows its changes until the process is asked to end. */
export async function serveConfigured(file: string, overrides: Overrides): Promise<void> {
  const config = reading(() => readConfig(file));
  const { settings, callers } = settingsOf(config);
  const { secrets } = config;
  const service = await ToolService.start({
    ...settings,
    ...startOptions(config),
    version: packageVersion(),
    hideSecrets: secrets.hide,
    ...overrides,
  });
  for (const [place, error] of service.failures)
    remark(`toolgraph: left out ${place}: ${secrets.hide(oneLine(messageOf(error)))}`);
  print(greeting(service, { needsToken: config.tokens.length > 0, isDemo: false }));
  const followed = follow(config, service, callers, overrides);
  if (process.stdin.isTTY !== true) process.on('SIGHUP', () => void followed.reload());
  await untilStopped();
  followed.close();
  await service.close();
}

function follow(
  first: Config,
  service: ToolService,
  callersAtStart: readonly HttpCaller[],
  { logLevel }: Overrides,
): FollowedConfig {
  let callers = callersAtStart;
  return followConfig(first, {
    apply: async (config, before) => {
      const next = settingsOf(config);
      first.secrets.keepAllOf(config.secrets);
      const changes = await service.reconfigure({ ...next.settings, ...(logLevel === undefined ? {} : { logLevel }) });
      const former = callers;
      callers = next.callers;
      await Promise.all(former.map((caller) => caller.close()));
      const restart = restartKeys(before, config);
      if (restart.length > 0) service.log.warn({ file: config.file, keys: restart }, 'these keys need a restart');
      for (const [catalog, { added, changed, removed, failures }] of changes)
        service.log.warn(
          {
            file: config.file,
            catalog,
            added: added.length,
            changed: changed.length,
            removed: removed.length,
            failed: failures.size,
          },
          'configuration read again',
        );
    },
    failed: (error) => {
      const lines = error instanceof ConfigError ? error.lines() : [messageOf(error)];
      for (const problem of lines)
        service.log.error({ file: first.file, problem }, 'configuration not used; the one from before stays');
    },
  });
}
