import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from './config-error.js';
import { digestOf } from './file-digest.js';
import { type Config, readConfig } from './read-config.js';

/** What happens when a configuration changes. */
export interface ConfigFollower {
  /** Makes the change. What it throws is given to `failed`, and the configuration from before stays. */
  readonly apply: (config: Config, before: Config) => Promise<void>;
  /** Told why the changed configuration is not used. */
  readonly failed: (error: unknown) => void;
  /** How often the files are looked at, in milliseconds. Default 1,000. */
  readonly intervalMs?: number;
}

/** A configuration that is followed. */
export interface FollowedConfig {
  /** Reads the files now; resolves when the change was made or refused. */
  reload(): Promise<void>;
  close(): void;
}

const settleMs = 50;

/**
 * Reads a configuration again whenever the content of one of its files changes. Files are looked at, not listened to:
 * that works on every file system, and through links that are swapped as a whole. One change is made after the other,
 * and a content that was refused is not tried again. A file that became empty is refused: whoever writes it has emptied
 * it first, and taking it would drop every token.
 */
export function followConfig(first: Config, { apply, failed, intervalMs = 1000 }: ConfigFollower): FollowedConfig {
  let current = first;
  let tried = first.digest;
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();
  const readAgain = async (): Promise<void> => {
    if (isClosed) return;
    tried = digestOf(current.files);
    try {
      const next = readConfig(current.file);
      if (next.isEmpty && !current.isEmpty) throw emptied(current.file);
      await apply(next, current);
      current = next;
      tried = next.digest;
    } catch (thrown) {
      failed(thrown);
    }
  };
  const reload = (): Promise<void> => {
    running = running.then(readAgain);
    return running;
  };
  const look = async (): Promise<void> => {
    const now = digestOf(current.files);
    if (now === tried) return;
    await pause(settleMs); // whoever writes the file may not be done: the next look takes what is still moving
    if (digestOf(current.files) === now) await reload();
  };
  let timer: NodeJS.Timeout;
  const lookLater = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => void look().then(lookLater), intervalMs);
    timer.unref();
  };
  lookLater();
  return {
    reload,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function emptied(file: string): ConfigError {
  const message = 'The file became empty; to serve nothing, write "sources: []".';
  return new ConfigError(file, [{ line: 1, column: 1, message }]);
}
