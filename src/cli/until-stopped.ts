import { exitCodes } from './failure.js';

/** How long a second signal counts as the first one, delivered twice: by the terminal and by npm. */
const sameSignalMs = 1000;

/** Resolves when the process is asked to end. Asked again while it ends, it ends at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const stop = (): void => {
      const now = performance.now();
      if (asked !== undefined && now - asked > sameSignalMs) process.exit(exitCodes.interrupted);
      asked ??= now;
      resolve();
    };
    process.removeAllListeners('SIGINT');
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
