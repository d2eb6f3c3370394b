import { checkTextPolicy, type TextPolicy } from '../../ingest/text-safety.js';
import { ToolGraphError } from '../core/errors.js';
import { isRecord } from '../core/json-schema.js';

/** Settings of a graph, for everything that is ever taken into it. */
export interface ToolGraphOptions {
  /**
   * What happens to tools whose text hides something or gives orders to the model, whichever source they come from.
   * An ingest that is given a policy of its own follows that one. Default `flag`.
   */
  readonly textPolicy?: TextPolicy;
}

const defaults = { textPolicy: 'flag' } as const satisfies Required<ToolGraphOptions>;

/** The options with their defaults. @throws ToolGraphError `INVALID_OPTION` naming the option, the value and what it takes. */
export function checkGraphOptions(options: unknown): Required<ToolGraphOptions> {
  if (!isRecord(options))
    throw new ToolGraphError(
      'INVALID_OPTION',
      `new ToolGraph() takes an object of options, not ${Array.isArray(options) ? 'a list' : String(options)}.`,
    );
  const known = Object.keys(defaults);
  for (const key of Object.keys(options)) {
    if (!known.includes(key))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `new ToolGraph() has an unknown option ${JSON.stringify(key)}. Known options: ${known.join(', ')}.`,
      );
  }
  return { textPolicy: checkTextPolicy(options['textPolicy']) ?? defaults.textPolicy };
}
