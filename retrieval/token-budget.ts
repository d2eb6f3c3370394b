import { ToolGraphError } from '../src/core/errors.js';
import type { Tokenizer } from '../src/core/tokens.js';
import type { ToolSchema } from '../src/core/tool-schema.js';

/** Writes the definitions that a model is sent, whole or in smaller forms; form 0 is the whole tool. */
export interface FormWriter<Definitions, Loss> {
  readonly forms: number;
  readonly form: (
    tool: ToolSchema,
    form: number,
    keep: ReadonlySet<string>,
  ) => { readonly tool: ToolSchema; readonly cuts: readonly Loss[] };
  readonly write: (tools: readonly ToolSchema[]) => {
    readonly tools: Definitions | undefined;
    readonly losses: readonly Loss[];
  };
}

/** A tool that wants a place, and the paths of its inputs that must not be cut. */
export interface Applicant {
  readonly tool: ToolSchema;
  readonly keep: ReadonlySet<string>;
  /** May it have a place, given the names of the tools that have one? Default: yes. */
  readonly isWanted?: (placed: ReadonlySet<string>) => boolean;
}

/** A tool that fits, in the form in which it does. */
export interface Fitted<Loss> {
  readonly tool: ToolSchema;
  /** The tool as it is sent. */
  readonly sent: ToolSchema;
  readonly cuts: readonly Loss[];
}

/** What fits into a budget. */
export interface Fit<Definitions, Loss> {
  /** In the order of the applicants. */
  readonly fitted: readonly Fitted<Loss>[];
  /** Applicants without a place, in their order; `least` is what the smallest form costs, absent where it was not wanted. */
  readonly refused: readonly { readonly tool: ToolSchema; readonly least?: number }[];
  readonly definitions: Definitions | undefined;
  readonly losses: readonly Loss[];
  /** Tokens of `definitions` as JSON, as the tokenizer counts them; 0 when there are none. */
  readonly tokens: number;
}

/** How a budget is filled. */
export interface FitOptions {
  /** Most tokens; Infinity for no limit. */
  readonly budget: number;
  readonly tokenizer: Tokenizer;
  /** May tools be cut to smaller forms? */
  readonly project: boolean;
}

/**
 * Fills a token budget, best applicant first. When everything fits whole, nothing is cut. Otherwise each applicant in
 * turn gets a place if its smallest form still fits, and what is left buys fuller forms, again best first. The sum is
 * counted on the very text that is returned, so that no tokenizer can make it exceed the budget.
 */
export function fitToBudget<Definitions, Loss>(
  applicants: readonly Applicant[],
  writer: FormWriter<Definitions, Loss>,
  options: FitOptions,
): Fit<Definitions, Loss> {
  const search = new BudgetSearch(applicants, writer, options);
  return search.whole() ?? search.cut();
}

interface Place {
  readonly at: number;
  form: number;
}

class BudgetSearch<Definitions, Loss> {
  readonly #applicants: readonly Applicant[];
  readonly #writer: FormWriter<Definitions, Loss>;
  readonly #options: FitOptions;
  readonly #costs = new Map<string, number>();

  constructor(applicants: readonly Applicant[], writer: FormWriter<Definitions, Loss>, options: FitOptions) {
    this.#applicants = applicants;
    this.#writer = writer;
    this.#options = options;
  }

  /** Every applicant in full, or undefined when that is too much. */
  whole(): Fit<Definitions, Loss> | undefined {
    const places = this.#admitted(() => 0);
    const fit = this.#measured(places, new Map());
    return fit.tokens <= this.#options.budget ? fit : undefined;
  }

  cut(): Fit<Definitions, Loss> {
    const { budget, project } = this.#options;
    const last = project ? this.#writer.forms - 1 : 0;
    const refused = new Map<number, number>();
    let left = budget;
    const places = this.#admitted((at) => {
      const form = this.#cheapest(at, last);
      const cost = this.#cost(at, form);
      if (cost > left) {
        refused.set(at, cost);
        return undefined;
      }
      left -= cost;
      return form;
    });
    for (const place of places) left -= this.#upgrade(place, left);
    return this.#verified(places, refused);
  }

  /** Gives places in order; `formFor` says in which form, or undefined for none. */
  #admitted(formFor: (at: number) => number | undefined): Place[] {
    const placed = new Set<string>();
    const places: Place[] = [];
    this.#applicants.forEach(({ tool, isWanted }, at) => {
      if (isWanted?.(placed) === false) return;
      const form = formFor(at);
      if (form === undefined) return;
      placed.add(tool.name);
      places.push({ at, form });
    });
    return places;
  }

  /** The fuller of two forms where a cut saves nothing: notes on what was cut can cost more than the cut. */
  #cheapest(at: number, last: number): number {
    let best = 0;
    for (let form = 1; form <= last; form++) if (this.#cost(at, form) < this.#cost(at, best)) best = form;
    return best;
  }

  /** Puts a place into the fullest form that `left` pays for; returns what it took. */
  #upgrade(place: Place, left: number): number {
    const now = this.#cost(place.at, place.form);
    for (let form = 0; form < place.form; form++) {
      const extra = this.#cost(place.at, form) - now;
      if (extra > left) continue;
      place.form = form;
      return extra;
    }
    return 0;
  }

  /** Counts what would be returned; while it is too much, the last place falls back to its smallest form, then away. */
  #verified(places: Place[], refused: Map<number, number>): Fit<Definitions, Loss> {
    const smallest = (place: Place) => (this.#options.project ? this.#cheapest(place.at, this.#writer.forms - 1) : 0);
    for (;;) {
      const fit = this.#measured(places, refused);
      if (fit.tokens <= this.#options.budget) return fit;
      const reducible = places.findLast((place) => place.form < smallest(place));
      if (reducible !== undefined) {
        reducible.form = smallest(reducible);
        continue;
      }
      const dropped = places.pop();
      if (dropped !== undefined) refused.set(dropped.at, this.#cost(dropped.at, dropped.form));
    }
  }

  #measured(places: readonly Place[], refused: ReadonlyMap<number, number>): Fit<Definitions, Loss> {
    const fitted = places.map(({ at, form }) => this.#formOf(at, form));
    const taken = new Set(places.map(({ at }) => at));
    const { tools, losses } = this.#writer.write(fitted.map(({ sent }) => sent));
    return {
      fitted,
      refused: this.#applicants.flatMap(({ tool }, at) => {
        const least = refused.get(at);
        return taken.has(at) ? [] : [{ tool, ...(least === undefined ? {} : { least }) }];
      }),
      definitions: tools,
      losses,
      tokens: tools === undefined ? 0 : countTokens(tools, this.#options.tokenizer),
    };
  }

  /** What a tool alone costs; a little more than its share, as the brackets around the list are counted with it. */
  #cost(at: number, form: number): number {
    const key = `${at} ${form}`;
    const known = this.#costs.get(key);
    if (known !== undefined) return known;
    const { tools } = this.#writer.write([this.#formOf(at, form).sent]);
    const cost = countTokens(tools, this.#options.tokenizer);
    this.#costs.set(key, cost);
    return cost;
  }

  #formOf(at: number, form: number): Fitted<Loss> {
    const { tool, keep } = this.#applicants[at] as Applicant;
    const { tool: sent, cuts } = this.#writer.form(tool, form, keep);
    return { tool, sent, cuts };
  }
}

/** Tokens of a value as JSON. Throws `INVALID_OPTION` for a tokenizer that does not count. */
function countTokens(value: unknown, tokenizer: Tokenizer): number {
  const count = tokenizer.count(JSON.stringify(value));
  if (!(count >= 0) || !Number.isFinite(count))
    throw new ToolGraphError(
      'INVALID_OPTION',
      `Tokenizer ${JSON.stringify(tokenizer.name)} counted ${String(count)} tokens; it must return a number of 0 or more.`,
    );
  return count;
}
