const firstMs = 500;
const longestMs = 60_000;

/**
 * How long to wait before the next try to connect, in milliseconds: half a second after the first failure, twice as
 * long after each further one, a minute at most. A random part of up to a half is taken off, so that many hosts of one
 * server do not come back at the same moment.
 *
 * @param failures Failures in a row, >= 1.
 * @param random A number from 0 to 1.
 */
export function backOffMs(failures: number, random: number = Math.random()): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(full * (1 - random / 2));
}
