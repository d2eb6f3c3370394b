import { CommanderError } from 'commander';

/** The exit codes of the command line. Nothing found is an answer, so it is `ok`. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** A mistake in how the command was called; ends with exit code 2. The message says what to call instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One line for stderr and the exit code, for anything that a command can throw. */
export function describeFailure(thrown: unknown): { line: string; exitCode: number } {
  if (thrown instanceof UsageError) return { line: oneLine(thrown.message), exitCode: exitCodes.usage };
  if (thrown instanceof CommanderError) return { line: commanderLine(thrown), exitCode: exitCodes.usage };
  if (isExpected(thrown)) return { line: oneLine(thrown.message), exitCode: exitCodes.failed };
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    line: `${oneLine(text)} — unexpected; run again with TOOLGRAPH_DEBUG=1 for the stack and report it`,
    exitCode: exitCodes.failed,
  };
}

/** Known by name, so that a mistyped command does not load the library. */
function isExpected(thrown: unknown): thrown is Error {
  return thrown instanceof Error && thrown.name === 'ToolGraphError';
}

/** Commander writes `error: unknown command 'serch'` and the suggestion on a line of its own. */
function commanderLine(error: CommanderError): string {
  const text = oneLine(error.message).replace(/^error: /, '');
  const suggestion = /\s*\(Did you mean (?:one of )?(.+?)\?\)$/.exec(text);
  if (suggestion === null) return `${text} — see toolgraph --help`;
  return `${text.slice(0, suggestion.index)} — did you mean ${suggestion[1]}?`;
}

/** Line breaks and tabs become single spaces, control characters go, so that a message cannot rewrite the terminal. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}
