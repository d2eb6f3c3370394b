import type { Diagnostic } from '../src/core/diagnostics.js';
import { ToolGraphError } from '../src/core/errors.js';
import { type JsonSchema, setOwn } from '../src/core/json-schema.js';
import type { IngestResult, ToolDraft } from '../src/core/tool-schema.js';
import { visibleText } from './hidden-text.js';
import { hasLookAlikes } from './look-alike-letters.js';
import { ordersIn, withoutOrders } from './model-orders.js';
import { graveFindings, type TextFindingKind } from './text-findings.js';

/**
 * What happens to a tool whose text hides something or gives orders to the model. Under every policy the finding is a
 * diagnostic and an entry in the tool's metadata, and hidden characters are taken out of the texts that are searched
 * and shown; names, enum values and defaults stay as they are, because calls need them.
 *
 * - `flag`: nothing more. - `strip`: sentences that give orders are taken out as well.
 * - `quarantine`: the tool is left out, unless the only findings are stray hidden characters or look-alike letters.
 */
export type TextPolicy = 'flag' | 'strip' | 'quarantine';

const policies: readonly unknown[] = ['flag', 'strip', 'quarantine'] satisfies TextPolicy[];

/** The policy as it was given, or undefined when none was. @throws ToolGraphError `INVALID_OPTION` for any other value. */
export function checkTextPolicy(policy: unknown): TextPolicy | undefined {
  if (policy === undefined || policies.includes(policy)) return policy as TextPolicy | undefined;
  throw new ToolGraphError(
    'INVALID_OPTION',
    `Option "textPolicy" must be ${policies.map((name) => JSON.stringify(name)).join(', ')}, not ${typeof policy === 'string' ? JSON.stringify(policy) : typeof policy}.`,
  );
}

/** Key of a tool's metadata under which findings are listed, as `{ place, kind }`. */
export const textFindingsKey = 'textFindings';

/** A result after the policy, with the identities that it left out. */
export interface SafeResult extends IngestResult {
  /** Tools that the policy quarantined: they must not stay in a catalog from before either. */
  readonly quarantined: readonly ToolDraft[];
}

interface Finding {
  readonly place: string;
  readonly kind: TextFindingKind;
}

/**
 * Looks at every text of every tool of a result, whatever its source, and applies the policy. Texts that only look
 * alike (a tool that says what *it* disregards, a tool about system prompts) are not findings. Nothing quotes the text.
 */
export function applyTextPolicy(result: IngestResult, policy: TextPolicy = 'flag'): SafeResult {
  checkTextPolicy(policy);
  const tools: ToolDraft[] = [];
  const quarantined: ToolDraft[] = [];
  const diagnostics: Diagnostic[] = [...result.diagnostics];
  const known: Known = { texts: new Map(), clean: new Set() };
  for (const tool of result.tools) {
    const read = new TextReader(known);
    read.look(tool);
    if (read.findings.length === 0) {
      tools.push(tool);
      continue;
    }
    const out = policy === 'quarantine' && read.findings.some(({ kind }) => graveFindings.has(kind));
    diagnostics.push(...diagnosticsOf(tool, read.findings, policy, out));
    if (out) quarantined.push(tool);
    else tools.push(cleanTool(tool, read.findings, (text) => cleanText(text, policy === 'strip')));
  }
  return { ...result, tools, diagnostics, quarantined };
}

/** What is known of one result so far: schemas of one source say the same many times over, and share their parts. */
interface Known {
  readonly texts: Map<string, readonly TextFindingKind[]>;
  /** Schema nodes below which no text has a finding. */
  readonly clean: Set<JsonSchema>;
}

/** Gathers the findings of one tool. Nothing is copied: most tools have none. */
class TextReader {
  readonly findings: Finding[] = [];
  readonly #known: Known;

  constructor(known: Known) {
    this.#known = known;
  }

  look(tool: ToolDraft): void {
    this.#text('name', tool.originalName.replace(/[_-]+/g, ' '));
    this.#text('title', tool.title);
    this.#text('description', tool.description);
    this.#schema('input', tool.inputSchema);
    this.#schema('output', tool.outputSchema);
    for (const text of tool.keywords ?? []) this.#text('keywords', text);
    for (const text of tool.tags ?? []) this.#text('tags', text);
    this.#text('annotation title', tool.annotations?.title);
    this.#text('source title', tool.source.title);
  }

  #schema(place: string, schema: JsonSchema | undefined): void {
    if (schema === undefined || this.#known.clean.has(schema)) return;
    const before = this.findings.length;
    this.#schemaTexts(place, schema);
    if (before === 0 && this.findings.length === 0) this.#known.clean.add(schema);
  }

  #schemaTexts(place: string, schema: JsonSchema): void {
    this.#text(place, schema.title);
    this.#text(place, schema.description);
    for (const value of [schema.enum, schema.examples, schema.const, schema.default].flat())
      if (typeof value === 'string') this.#text(place, value);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const inner = `${place}${place.includes(' ') ? '.' : ' '}${visibleText(name.slice(0, 60)).text}`;
      this.#text(inner, name.replace(/[_-]+/g, ' '));
      this.#schema(inner, property);
    }
    for (const child of childrenOf(schema)) this.#schema(place, child);
  }

  #text(place: string, text: string | undefined): void {
    if (text === undefined) return;
    let kinds = this.#known.texts.get(text);
    if (kinds === undefined) {
      kinds = kindsIn(text);
      this.#known.texts.set(text, kinds);
    }
    for (const kind of kinds) {
      if (!this.findings.some((finding) => finding.place === place && finding.kind === kind))
        this.findings.push({ place, kind });
    }
  }
}

function kindsIn(text: string): TextFindingKind[] {
  const { text: visible, kinds } = visibleText(text);
  return [...kinds, ...(hasLookAlikes(visible) ? ['look-alike-letters' as const] : []), ...ordersIn(visible)];
}

function cleanText(text: string, strip: boolean): string {
  const visible = visibleText(text).text;
  return strip ? withoutOrders(visible) : visible;
}

function childrenOf(schema: JsonSchema): JsonSchema[] {
  const open = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  const single = [schema.items, open, schema.not].filter((child) => child !== undefined);
  return [...single, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.prefixItems ?? [])];
}

/** A copy with cleaned texts. What a call must repeat to the letter (names, enum values, defaults) is not rewritten. */
function cleanTool(tool: ToolDraft, findings: readonly Finding[], clean: (text: string) => string): ToolDraft {
  const { title: givenTitle, ...rest } = tool;
  const title = givenTitle === undefined ? '' : clean(givenTitle);
  const list = (texts: readonly string[]) => texts.map(clean).filter((text) => text !== '');
  const { annotations, source, keywords, tags, outputSchema } = tool;
  return {
    ...rest,
    source: source.title === undefined ? source : { ...source, title: clean(source.title) },
    ...(title === '' ? {} : { title }),
    description: clean(tool.description) || title || visibleText(tool.originalName).text || tool.originalId,
    inputSchema: cleanSchema(tool.inputSchema, clean),
    ...(outputSchema === undefined ? {} : { outputSchema: cleanSchema(outputSchema, clean) }),
    ...(keywords === undefined ? {} : { keywords: list(keywords) }),
    ...(tags === undefined ? {} : { tags: list(tags) }),
    ...(annotations?.title === undefined ? {} : { annotations: { ...annotations, title: clean(annotations.title) } }),
    metadata: { ...tool.metadata, [textFindingsKey]: findings.map(({ place, kind }) => ({ place, kind })) },
  };
}

function cleanSchema(schema: JsonSchema, clean: (text: string) => string): JsonSchema {
  const copy: Record<string, unknown> = { ...schema };
  for (const key of ['title', 'description'] as const) {
    const text = schema[key];
    if (text !== undefined) copy[key] = clean(text);
  }
  if (schema.properties !== undefined) {
    const properties: Record<string, JsonSchema> = {};
    for (const [name, property] of Object.entries(schema.properties))
      setOwn(properties, name, cleanSchema(property, clean));
    copy['properties'] = properties;
  }
  for (const key of ['items', 'additionalProperties', 'not'] as const) {
    const child = schema[key];
    if (typeof child === 'object') copy[key] = cleanSchema(child, clean);
  }
  for (const key of ['anyOf', 'oneOf', 'prefixItems'] as const) {
    const children = schema[key];
    if (children !== undefined) copy[key] = children.map((child) => cleanSchema(child, clean));
  }
  return copy;
}

const reasons: Readonly<Record<TextFindingKind, string>> = {
  'hidden-characters': 'hides characters that nobody sees',
  'smuggled-text': 'hides characters that can carry a message',
  'bidi-controls': 'has direction marks that make it read differently from what it says',
  'look-alike-letters': 'mixes letters of another script that look alike into a word',
  'override-order': 'tells the model to drop earlier instructions',
  'secrecy-order': 'tells the model to keep something from the user',
  'preference-order': 'tells the model to choose this tool whatever the task',
  'disclosure-order': 'tells the model to read or pass on what the tool has no use for',
  'role-order': 'tells the model to be someone else',
};

/** One diagnostic for each kind, with every place it was found at. */
function diagnosticsOf(tool: ToolDraft, findings: readonly Finding[], policy: TextPolicy, out: boolean): Diagnostic[] {
  const name = visibleText(tool.originalName.slice(0, 100)).text;
  const kinds = [...new Set(findings.map((finding) => finding.kind))];
  const diagnostics = kinds.map((kind): Diagnostic => {
    const places = findings.filter((finding) => finding.kind === kind).map((finding) => finding.place);
    const hidden = kind === 'hidden-characters' || kind === 'smuggled-text' || kind === 'bidi-controls';
    const stripped = hidden || (policy === 'strip' && kind.endsWith('-order'));
    const done = out
      ? 'the tool was left out'
      : stripped
        ? 'taken out of the texts that are searched and shown'
        : 'kept as it is, flagged';
    return {
      severity: 'warning',
      code: `text-${kind}`,
      source: tool.source.id,
      item: tool.originalName,
      message: `Tool ${JSON.stringify(name)}: its ${listed(places)} ${reasons[kind]}; ${done}.`,
      ...(stripped && !out ? { repaired: true } : {}),
    };
  });
  if (!out) return diagnostics;
  const message = `Tool ${JSON.stringify(name)} was quarantined for its text (${kinds.join(', ')}); the policy "quarantine" asks for that.`;
  return [
    ...diagnostics,
    { severity: 'error', code: 'text-quarantined', source: tool.source.id, item: tool.originalName, message },
  ];
}

function listed(places: readonly string[]): string {
  const unique = [...new Set(places)];
  const shown = unique.slice(0, 4).join(', ');
  return unique.length > 4 ? `${shown} and ${unique.length - 4} more places` : shown;
}
