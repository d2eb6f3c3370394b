import { HttpCaller } from '../index.js';
import type { CallPolicy, ExposureOptions, Secrets } from '../service/index.js';
import { UsageError } from './failure.js';

/** The options that let clients call tools. */
export interface CallFlags {
  readonly calls?: true;
  readonly allowDestructive?: readonly string[];
  readonly allowPrivate?: readonly string[];
  readonly pin?: readonly string[];
  readonly listFound?: number | true;
}

/** How many found tools `--list-found` lists without a number. */
export const listedWhenFound = 10;

/** The number of `--list-found`. @throws UsageError */
export function foundNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,2}$/.test(text) || value < 1 || value > 50)
    throw new UsageError(`--list-found must be 1 to 50, not "${text}"`);
  return value;
}

/** The policy that the options ask for; nothing without `--calls`. */
export function callPolicy(flags: CallFlags, secrets: Secrets): { calls?: CallPolicy; expose?: ExposureOptions } {
  const { calls, allowDestructive, allowPrivate, pin, listFound } = flags;
  if (calls !== true) {
    if (pin !== undefined || listFound !== undefined)
      throw new UsageError('--pin and --list-found list tools to be called: they need --calls');
    return {};
  }
  const http = new HttpCaller({
    credentials: (source, scheme) => secrets.get(credentialVariable(source, scheme)),
    ...(allowPrivate === undefined ? {} : { privateHosts: allowPrivate }),
  });
  const expose = {
    ...(pin === undefined ? {} : { pinned: pin }),
    ...(listFound === undefined ? {} : { searched: listFound === true ? listedWhenFound : listFound }),
  };
  return {
    calls: { http, ...(allowDestructive === undefined ? {} : { allowDestructive }) },
    ...(Object.keys(expose).length === 0 ? {} : { expose }),
  };
}

/** The environment variable that holds a credential: `TOOLGRAPH_CREDENTIAL_SHOP_API_KEY` for scheme `apiKey` of `shop`. */
export function credentialVariable(source: string, scheme: string): string {
  const words = `${source}_${scheme}`.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  return `TOOLGRAPH_CREDENTIAL_${words.toUpperCase()}`;
}
