import { endianness } from 'node:os';
import type { NumberColumn } from '../core/columns.js';

/** Types of number columns as a snapshot names them. Their bytes are little-endian. */
const types = {
  i8: Int8Array,
  u8: Uint8Array,
  u16: Uint16Array,
  i32: Int32Array,
  f32: Float32Array,
} as const;

/** The name of a column's type. */
export function columnType(column: NumberColumn): string {
  for (const [name, type] of Object.entries(types)) if (column instanceof type) return name;
  throw new TypeError(`A column is no ${column.constructor.name}.`);
}

/** The bytes of a column, not copied where the machine's order is the file's. */
export function bytesOfColumn(column: NumberColumn): Uint8Array {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  return swapped(bytes, column.BYTES_PER_ELEMENT);
}

/** The column that the bytes are, which are taken over; undefined for an unknown type or a length that does not fit it. */
export function columnOfBytes(type: string, bytes: Uint8Array): NumberColumn | undefined {
  if (!Object.hasOwn(types, type)) return undefined;
  const Numbers = types[type as keyof typeof types];
  if (bytes.length % Numbers.BYTES_PER_ELEMENT !== 0) return undefined;
  const own = swapped(bytes, Numbers.BYTES_PER_ELEMENT);
  const { buffer, byteOffset, byteLength } = own;
  // The numbers have to begin where their size divides the place; elsewhere they are copied.
  if (buffer instanceof ArrayBuffer && byteOffset % Numbers.BYTES_PER_ELEMENT === 0)
    return new Numbers(buffer, byteOffset, byteLength / Numbers.BYTES_PER_ELEMENT);
  return new Numbers(new Uint8Array(own).buffer);
}

function swapped(bytes: Uint8Array, size: number): Uint8Array {
  if (size === 1 || endianness() === 'LE') return bytes;
  const copy = Buffer.from(bytes);
  return size === 2 ? copy.swap16() : copy.swap32();
}
