/** Something an export could not say in the provider's form, or had to say in another way. The catalog keeps the original. */
export interface ExportLoss {
  /** Exposed name of the tool in the catalog. */
  readonly tool: string;
  /** Path of the input it is about, arrays as `[]` (`stops[].lat`); `""` for the tool as a whole. */
  readonly path: string;
  /**
   * - `constraint-dropped`: a keyword the provider does not take; where it matters, its text is in the description.
   * - `union-folded`: alternatives became one set of properties; the choice is explained in the description.
   * - `description-cut`: a text was longer than the provider's limit and ends in the cut mark.
   * - `key-renamed`: a property's key was outside the provider's grammar; `restoreArguments` undoes it.
   * - `not-strict`: the schema cannot be said in strict mode; the tool is exported without it.
   * - `name-changed`: the tool's name was outside the provider's grammar.
   * - `repaired`: the schema was invalid in a way the provider refuses, and was put right.
   * - `input-left-out`, `values-left-out`, `annotation-left-out`, `output-left-out`: an optional input, values of a
   *   fixed list, a title or examples, or the output schema gave way to a token budget.
   */
  readonly kind:
    | 'constraint-dropped'
    | 'union-folded'
    | 'description-cut'
    | 'key-renamed'
    | 'not-strict'
    | 'name-changed'
    | 'repaired'
    | 'input-left-out'
    | 'values-left-out'
    | 'annotation-left-out'
    | 'output-left-out';
  /** One sentence for people. */
  readonly message: string;
}

/** A tool that a cap kept out of an export, with its rank in the selection (from 1). */
export interface OmittedTool {
  readonly tool: string;
  readonly rank: number;
  readonly reason: string;
}

/**
 * What an export gives. `tools` is `undefined`, never an empty list, when there is nothing to send: providers refuse
 * an empty `tools` array, and a field that is `undefined` is left out of the JSON.
 */
export interface ExportResult<T> {
  /** In the selection's order, ready for the provider's `tools` field. */
  readonly tools: T | undefined;
  /** True when no tool was selected: send the request without a `tools` field. */
  readonly empty: boolean;
  readonly losses: readonly ExportLoss[];
  /** The tools of the selection beyond the cap, best first. */
  readonly omitted: readonly OmittedTool[];
}
