import { ToolGraphError } from '../core/errors.js';
import type { ToolSchema } from '../core/tool-schema.js';
import type { Exportable, ExportOptions } from './export-tools.js';
import type { ProviderProfile } from './provider-profile.js';

/** What a graph can be asked to export: tools, results that hold tools, or exposed names; best first. */
export type Selection = readonly (Exportable | string)[];

/**
 * The tools a selection names, or the whole catalog when there is none. A whole catalog beyond the provider's cap is
 * refused rather than cut, because a catalog has no order of relevance; so is a name that is not in the catalog.
 */
export function selectTools(
  selection: Selection | undefined,
  catalog: readonly ToolSchema[],
  get: (name: string) => ToolSchema,
  profile: ProviderProfile,
  options: ExportOptions = {},
): readonly Exportable[] {
  if (selection !== undefined) return selection.map((item) => (typeof item === 'string' ? get(item) : item));
  const limit = options.maxTools ?? profile.maxTools;
  if (catalog.length > limit)
    throw new ToolGraphError(
      'LIMIT_EXCEEDED',
      `The catalog holds ${catalog.length} tools and ${profile.label} is sent at most ${limit}; ` +
        'export a selection, such as the result of retrieveWithScores, or several batches, or raise maxTools.',
    );
  return catalog;
}
