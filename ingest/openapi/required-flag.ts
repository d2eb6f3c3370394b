import type { OpenApiContext } from './context.js';
import { own } from './document.js';

/**
 * Is a parameter or body required? Documents made by hand say `required: "true"`: such a text is read as it is meant,
 * and anything else that is not a truth value as false, each with a diagnostic.
 *
 * @param what The thing that is required, as the diagnostic begins: `The request body`.
 */
export function requiredFlag(holder: unknown, what: string, item: string, context: OpenApiContext): boolean {
  const flag = own(holder, 'required');
  if (flag === undefined || flag === null || typeof flag === 'boolean') return flag === true;
  const word = typeof flag === 'string' ? flag.trim().toLowerCase() : '';
  if (word === 'true' || word === 'false')
    context.log.repair(
      'required-as-text',
      item,
      `${what} has required: ${JSON.stringify(flag)}, a text; it is read as ${word}.`,
    );
  else
    context.log.repair(
      'invalid-required',
      item,
      `${what} has required: ${shown(flag)}, which is neither true nor false; it is read as false.`,
    );
  return word === 'true';
}

function shown(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  return String(JSON.stringify(value)).slice(0, 40);
}
