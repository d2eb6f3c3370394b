import type { DocumentProgress } from '../index.js';
import { count, plural } from './terminal.js';

const barWidth = 20;
/** A rate is not told before this: the first documents say nothing yet. */
const settledAfterMs = 1000;

/** Says how far a list of documents is, how fast it goes and how long it will take, for one line of a terminal. */
export class IngestClock {
  readonly #now: () => number;
  readonly #start: number;

  /** @param now Milliseconds from any start. Default: `performance.now`. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** A bar, the share by bytes, documents and tools so far, megabytes a second, and the time left. */
  line({ done, total, doneBytes, totalBytes, tools }: DocumentProgress): string {
    const share = totalBytes > 0 ? doneBytes / totalBytes : total > 0 ? done / total : 1;
    const filled = Math.round(share * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    const parts = [
      `${bar} ${Math.floor(share * 100)} %`,
      `${count(done)} of ${plural(total, 'file')}`,
      plural(tools, 'tool'),
    ];
    const elapsedMs = this.#now() - this.#start;
    if (elapsedMs >= settledAfterMs && share > 0) {
      if (totalBytes > 0) parts.push(`${(doneBytes / 1e6 / (elapsedMs / 1000)).toFixed(1)} MB/s`);
      parts.push(`${duration((elapsedMs * (1 - share)) / share)} left`);
    }
    return parts.join(' · ');
  }
}

/** `42 s`, `3 min 5 s`, `2 h 10 min`. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
