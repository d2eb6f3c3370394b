import type { Command } from 'commander';
import { hashToken, type Scope } from '../../service/index.js';
import { UsageError } from '../failure.js';
import { print, printJson } from '../terminal.js';
import { newToken } from '../token-file.js';

interface TokenFlags {
  readonly id: string;
  readonly scopes: readonly Scope[];
  readonly json?: true;
}

const known: readonly Scope[] = ['read', 'call', 'admin'];

/** `toolgraph token`: makes a bearer token. It is shown this once; the service is given its hash. */
export function define(command: Command): void {
  command
    .description(
      'Make a bearer token for the service. It is printed once and stored nowhere: the service keeps its hash.',
    )
    .option('--id <name>', 'name of its holder, as logs show it', tokenId, 'agent')
    .option('--scopes <list>', 'what it may do: read, call, admin', scopeList, ['read'])
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph token --id support --scopes read,call
  toolgraph token --json | jq -r .token`,
    )
    .action(({ id, scopes, json }: TokenFlags) => {
      const token = newToken();
      const sha256 = hashToken(token);
      if (json === true) printJson({ id, token, sha256, scopes });
      else print(pageOf(id, token, sha256, scopes));
    });
}

function pageOf(id: string, token: string, sha256: string, scopes: readonly Scope[]): string {
  return `Token, shown only now:

  ${token}

For the configuration (toolgraph.yaml):

  tokens:
    - id: ${id}
      sha256: "${sha256}"
      scopes: [${scopes.join(', ')}]

Or as a line of a --token-file, where it may do everything:

  sha256:${sha256}`;
}

function tokenId(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text)) return text;
  throw new UsageError(`--id must be letters, digits, ".", "_" and "-", not "${text}"`);
}

function scopeList(text: string): readonly Scope[] {
  return text.split(',').map((entry) => {
    const scope = known.find((name) => name === entry.trim());
    if (scope === undefined) throw new UsageError(`--scopes must be of ${known.join(', ')}, not "${entry.trim()}"`);
    return scope;
  });
}
