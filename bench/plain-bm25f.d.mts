export interface PlainField {
  readonly terms: readonly string[];
  readonly weight: number;
}
export function plainBm25f(
  documents: readonly (readonly PlainField[])[],
): (terms: readonly string[], topK: number) => { readonly doc: number; readonly score: number }[];
