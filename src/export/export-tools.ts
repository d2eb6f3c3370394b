import { ToolGraphError } from '../core/errors.js';
import { isExposedName, shortHash, toExposedName, withSuffix } from '../core/names.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { cutDescription, joinSentences } from './cut-description.js';
import type { ExportLoss, OmittedTool } from './export-result.js';
import { lowerRoot } from './lower-root.js';
import { Lowering, type ProviderSchema } from './lowering.js';
import type { ProviderProfile } from './provider-profile.js';
import { NotStrict } from './typed-schema.js';

/** A tool, or a result that holds one (`ScoredTool`). */
export type Exportable = ToolSchema | { readonly tool: ToolSchema };

/** What every export takes. */
export interface ExportOptions {
  /**
   * Most tools exported, at least 1. Default: the provider's own limit. Tools beyond it are left out from the end of
   * the selection and listed in `omitted`.
   */
  readonly maxTools?: number;
  /** Most characters (UTF-16 units) of a description, at least 40. Default: the provider's own limit. */
  readonly maxDescription?: number;
}

/** One tool in a provider's terms, before it is put into the provider's object. */
export interface LoweredTool {
  readonly tool: ToolSchema;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ProviderSchema;
  /** Strict profiles: did the schema fit? */
  readonly strict: boolean;
}

/** Every selected tool in a provider's terms. */
export interface LoweredSelection {
  readonly lowered: readonly LoweredTool[];
  readonly losses: readonly ExportLoss[];
  readonly omitted: readonly OmittedTool[];
}

/**
 * Brings a selection into a provider's terms: best tools first up to the cap, names and descriptions within limits,
 * schemas in the provider's subset. A tool that occurs twice is exported once. `fallback` is the profile for tools
 * that a strict profile cannot say.
 */
export function lowerSelection(
  selection: readonly Exportable[],
  given: ProviderProfile,
  options: ExportOptions = {},
  fallback: ProviderProfile = given,
): LoweredSelection {
  const profile = withLimits(given, options);
  const tools = [...new Set(selection.map(toolOf))];
  const kept = tools.slice(0, profile.maxTools);
  const omitted = tools.slice(profile.maxTools).map((tool, index) => ({
    tool: tool.name,
    rank: profile.maxTools + index + 1,
    reason: `${profile.label} is sent at most ${profile.maxTools} tools and this one ranks ${profile.maxTools + index + 1} of ${tools.length}`,
  }));
  const losses: ExportLoss[] = [];
  const taken = new Set(kept.map((tool) => tool.name).filter(isExposedName));
  const lowered = kept.map((tool) => {
    const one = lowerTool(tool, profile, withLimits(fallback, options));
    const name = exportedName(tool, taken, losses);
    losses.push(...one.losses);
    return { ...one.lowered, name };
  });
  return { lowered, losses, omitted };
}

function withLimits(profile: ProviderProfile, options: ExportOptions): ProviderProfile {
  const { maxTools = profile.maxTools, maxDescription = profile.maxDescription } = options;
  if (!(maxTools >= 1)) throw new ToolGraphError('INVALID_OPTION', `maxTools must be at least 1, not ${maxTools}.`);
  if (!(maxDescription >= 40))
    throw new ToolGraphError('INVALID_OPTION', `maxDescription must be at least 40, not ${maxDescription}.`);
  return { ...profile, maxTools: Math.floor(maxTools), maxDescription: Math.floor(maxDescription) };
}

function toolOf(item: Exportable): ToolSchema {
  return 'tool' in item && !('inputSchema' in item) ? item.tool : (item as ToolSchema);
}

function lowerTool(
  tool: ToolSchema,
  profile: ProviderProfile,
  fallback: ProviderProfile,
): { lowered: Omit<LoweredTool, 'name'>; losses: readonly ExportLoss[] } {
  try {
    const lowering = new Lowering(profile, tool.name);
    const root = lowerRoot(tool.inputSchema, lowering);
    if (profile.strict) checkStrictSize(root.schema);
    const description = describeTool(tool, root.notes, lowering);
    return {
      lowered: { tool, description, inputSchema: root.schema, strict: profile.strict },
      losses: lowering.losses,
    };
  } catch (error) {
    if (!(error instanceof NotStrict)) throw error;
    const { lowered, losses } = lowerTool(tool, fallback, fallback);
    const message = `Tool ${JSON.stringify(tool.name)} is exported without strict mode: ${error.message}.`;
    return { lowered, losses: [{ tool: tool.name, path: '', kind: 'not-strict', message }, ...losses] };
  }
}

function describeTool(tool: ToolSchema, notes: readonly string[], lowering: Lowering): string {
  const limit = lowering.profile.maxDescription;
  const tail = notes.filter((note) => !tool.description.includes(note)).join(' ');
  const whole = joinSentences(tool.description, tail);
  if (whole.length <= limit) return whole;
  const cut = cutDescription(tool.description, limit, tail);
  lowering.lose('description-cut', '', `the description was cut from ${whole.length} to ${cut.length} characters`);
  return cut;
}

/** The catalog's names fit every provider; a tool made by hand may need another. */
function exportedName(tool: ToolSchema, taken: Set<string>, losses: ExportLoss[]): string {
  if (isExposedName(tool.name)) return tool.name;
  const base = toExposedName(tool.name);
  const name = taken.has(base) ? withSuffix(base, shortHash(tool.name)) : base;
  taken.add(name);
  const message = `Tool ${JSON.stringify(tool.name)} is exported as ${JSON.stringify(name)}, because no provider takes its name.`;
  losses.push({ tool: tool.name, path: '', kind: 'name-changed', message });
  return name;
}

/** Limits of one schema in OpenAI's strict mode. */
const strictLimits = { properties: 5000, depth: 10, enumValues: 1000, textLength: 120_000 } as const;

function checkStrictSize(schema: ProviderSchema): void {
  const size = { properties: 0, enumValues: 0, textLength: 0 };
  measure(schema, 1, size);
  for (const key of ['properties', 'enumValues', 'textLength'] as const)
    if (size[key] > strictLimits[key])
      throw new NotStrict(`its schema has ${size[key]} ${key}, more than ${strictLimits[key]}`);
}

function measure(
  node: ProviderSchema,
  depth: number,
  size: Record<'properties' | 'enumValues' | 'textLength', number>,
): void {
  if (depth > strictLimits.depth) throw new NotStrict(`its schema nests deeper than ${strictLimits.depth} levels`);
  const properties = (node['properties'] ?? {}) as Record<string, ProviderSchema>;
  for (const [key, child] of Object.entries(properties)) {
    size.properties++;
    size.textLength += key.length;
    measure(child, depth + 1, size);
  }
  for (const value of (node['enum'] ?? []) as unknown[]) {
    size.enumValues++;
    if (typeof value === 'string') size.textLength += value.length;
  }
  if (typeof node['const'] === 'string') size.textLength += node['const'].length;
  if (node['items'] !== undefined) measure(node['items'] as ProviderSchema, depth + 1, size);
  for (const branch of (node['anyOf'] ?? []) as ProviderSchema[]) measure(branch, depth, size);
}
