export interface PlainField {
  readonly terms: readonly string[];
  readonly weight: number;
}
export function plainBm25f(
  documents: Iterable<readonly PlainField[]>,
): (terms: readonly string[], topK: number) => { readonly doc: number; readonly score: number }[];
