import picocolors from 'picocolors';
import { oneLine } from './failure.js';

/** Colours when standard output is a terminal and NO_COLOR is not set; otherwise plain text. */
export const style = picocolors.createColors(
  process.env['FORCE_COLOR'] !== undefined && process.env['FORCE_COLOR'] !== '0'
    ? true
    : process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb',
);

/** Writes text and a line break to standard output, the only place a command's result goes. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a value to standard output as JSON, indented by two. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

/** Writes a remark to standard error, where it cannot disturb a script that reads the result. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Shows what is being done on one line of standard error, on a terminal only; an empty text clears it. */
export function progress(text: string): void {
  if (process.stderr.isTTY !== true) return;
  process.stderr.write(`\r\u001b[K${shorten(text, (process.stderr.columns ?? 80) - 1)}`);
}

/** One column of a table. `cell` may be styled; its width is that of the text it shows. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly right?: boolean;
  readonly paint?: (text: string) => string;
}

/**
 * An aligned table with two spaces between columns. The last column is cut to the terminal's width; where there is
 * no terminal nothing is cut, so that `grep` sees whole texts.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], indent = ''): string {
  const cells = rows.map((row) => columns.map((column) => oneLine(column.cell(row))));
  const widths = columns.map((column, index) =>
    Math.max(displayWidth(column.title), ...cells.map((row) => displayWidth(row[index] ?? ''))),
  );
  const line = (texts: readonly string[], paint: (text: string, column: Column<Row>) => string): string => {
    const room = (process.stdout.columns ?? Number.POSITIVE_INFINITY) - indent.length;
    const fixed = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
    const shown = columns.map((column, index) => {
      const text = texts[index] ?? '';
      if (index === columns.length - 1 && column.right !== true)
        return paint(shorten(text, Math.max(20, room - fixed)), column);
      const padding = ' '.repeat((widths[index] ?? 0) - displayWidth(text));
      return column.right === true ? padding + paint(text, column) : paint(text, column) + padding;
    });
    return (indent + shown.join('  ')).trimEnd();
  };
  const head = columns.some((column) => column.title !== '')
    ? [line(columns.map((column) => column.title), (text) => style.dim(text))] // biome-ignore format: one row
    : [];
  return [...head, ...cells.map((row) => line(row, (text, column) => column.paint?.(text) ?? text))].join('\n');
}

/** Cuts to at most `width` columns, the last one an ellipsis. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += displayWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** Terminal columns of a text: East Asian wide characters take two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}|\p{Cf}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** `12,345`, the same on every machine. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `1 tool`, `12 tools`, `1,223 tools`. */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
