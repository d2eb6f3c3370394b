/** A column of numbers, one entry a row or as its writer says. */
export type NumberColumn = Int8Array | Uint8Array | Uint16Array | Int32Array | Float32Array;

/** What a part of the graph worked out of the tools, as named columns of plain values, to be kept in a snapshot. */
export interface Columns {
  readonly numbers: Readonly<Record<string, NumberColumn>>;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** The numbers of a column that must have a type; undefined when it is not there or of another type. */
export function numbersOf<Column extends NumberColumn>(
  columns: Columns,
  name: string,
  type: abstract new (...args: never[]) => Column,
): Column | undefined {
  const column = Object.hasOwn(columns.numbers, name) ? columns.numbers[name] : undefined;
  return column instanceof type ? column : undefined;
}

/** The texts of a column; undefined when it is not there. */
export function textsOf(columns: Columns, name: string): readonly string[] | undefined {
  return Object.hasOwn(columns.texts, name) ? columns.texts[name] : undefined;
}
