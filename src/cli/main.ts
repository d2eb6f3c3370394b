#!/usr/bin/env node
import { CommanderError } from 'commander';
import { describeFailure, exitCodes } from './failure.js';
import { runProgram } from './program.js';
import { progress, remark } from './terminal.js';

/** A reader that stops early (`| head`) is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failed);
});
process.once('SIGINT', () => {
  progress('');
  remark('toolgraph: stopped');
  process.exit(exitCodes.interrupted);
});

try {
  await runProgram(process.argv.slice(2));
} catch (thrown) {
  progress('');
  const isHelp = thrown instanceof CommanderError && /^commander\.(help|version)/.test(thrown.code);
  if (isHelp) process.exitCode = thrown.exitCode === exitCodes.ok ? exitCodes.ok : exitCodes.usage;
  else {
    const { line, exitCode } = describeFailure(thrown);
    remark(`toolgraph: ${line}`);
    if (process.env['TOOLGRAPH_DEBUG'] !== undefined && thrown instanceof Error) remark(thrown.stack ?? '');
    process.exitCode = exitCode;
  }
}
