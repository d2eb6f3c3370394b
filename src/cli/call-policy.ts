import { HttpCaller } from '../index.js';
import type { CallPolicy } from '../service/index.js';

/** The options that let clients call tools. */
export interface CallFlags {
  readonly calls?: true;
  readonly allowDestructive?: readonly string[];
  readonly allowPrivate?: readonly string[];
}

/** The policy that the options ask for; nothing without `--calls`. */
export function callPolicy({ calls, allowDestructive, allowPrivate }: CallFlags): { calls?: CallPolicy } {
  if (calls !== true) return {};
  const http = new HttpCaller({
    credentials: (source, scheme) => process.env[credentialVariable(source, scheme)],
    ...(allowPrivate === undefined ? {} : { privateHosts: allowPrivate }),
  });
  return { calls: { http, ...(allowDestructive === undefined ? {} : { allowDestructive }) } };
}

/** The environment variable that holds a credential: `TOOLGRAPH_CREDENTIAL_SHOP_API_KEY` for scheme `apiKey` of `shop`. */
export function credentialVariable(source: string, scheme: string): string {
  const words = `${source}_${scheme}`.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  return `TOOLGRAPH_CREDENTIAL_${words.toUpperCase()}`;
}
