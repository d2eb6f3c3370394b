import { destination, type Logger, pino, stdSerializers } from 'pino';
import { messageOf, ToolGraphError } from '../index.js';

/** How much the service writes to standard error. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Every level, from least to most. */
export const logLevels: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];

/**
 * The service's log: one JSON line an event, on standard error, without credentials.
 *
 * @param hideSecrets Takes known secrets out of a line, wherever in it they stand.
 */
export function createLog(level: LogLevel, hideSecrets?: (line: string) => string): Logger {
  return pino(
    {
      name: 'toolgraph',
      level,
      redact: {
        paths: [
          'authorization',
          'token',
          'headers.authorization',
          'headers.cookie',
          '*.authorization',
          '*.token',
          '*.password',
        ],
        censor: '[redacted]',
      },
      serializers: { place: withoutSecrets, err: level === 'debug' ? stdSerializers.err : expected },
      ...(hideSecrets === undefined ? {} : { hooks: { streamWrite: hideSecrets } }),
    },
    destination({ fd: 2, sync: true }),
  );
}

/** An error that was foreseen as its code and message; where a fault of ours is the cause, all of it. */
function expected(error: unknown): unknown {
  if (error instanceof ToolGraphError) return { code: error.code, message: messageOf(error) };
  return error instanceof Error ? stdSerializers.err(error) : error;
}

/** A URL without user, password and query, which may hold keys; any other text as it is. */
export function withoutSecrets(place: unknown): unknown {
  if (typeof place !== 'string' || !URL.canParse(place)) return place;
  const url = new URL(place);
  return url.host === '' ? place : `${url.protocol}//${url.host}${url.pathname}`;
}
