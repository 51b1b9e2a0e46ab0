/** A property of a PLY row. */
interface PlyProperty {
  readonly name: string;
  /** As written in the header, such as `float` or `uchar`; `list` for a list. */
  readonly type: string;
  /** Byte offset in a row; meaningless after a list. */
  readonly offset: number;
}

/** One kind of rows in a PLY, such as its vertices. */
interface PlyElement {
  readonly name: string;
  readonly count: number;
  /** Bytes per row; null if it contains a list. */
  readonly stride: number | null;
  readonly properties: readonly PlyProperty[];
}

/** Header of a PLY. */
export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Size of the header in bytes; the data follows. */
  readonly bytes: number;
}

/** Number of leading bytes that are searched for the end of the header; typical headers have 2 kB. */
export const MAX_PLY_HEADER_BYTES = 64 * 1024;

/** Row counts above this are invalid. */
const MAX_ROWS = 2 ** 32;
const MAX_ELEMENTS = 64;
const MAX_PROPERTIES = 1024;

/** Sizes in bytes of number types, in both common spellings. */
const SIZES: Readonly<Record<string, number>> = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
};

const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;

/**
 * Parses the header of a PLY (G. Turk, “The PLY Polygon File Format”, 1994) from a file's first `MAX_PLY_HEADER_BYTES`
 * bytes; null for other files, and for longer or invalid headers.
 */
export function parsePlyHeader(head: Uint8Array): PlyHeader | null {
  let text = '';
  for (const byte of head.subarray(0, MAX_PLY_HEADER_BYTES)) text += String.fromCharCode(byte);
  const end = /^end_header\r?\n/m.exec(text);
  if (!end) return null;
  const lines = text.slice(0, end.index).split(/\r?\n/);
  const format = FORMATS.find((each) => lines[1] === `format ${each} 1.0`);
  if (lines[0] !== 'ply' || !format) return null;
  const elements = parseElements(lines.slice(2));
  return elements && { format, elements, bytes: end.index + end[0].length };
}

/** Returns the total file size according to the header; null if it depends on the rows. */
export function findPlyFileBytes({ format, elements, bytes }: PlyHeader): number | null {
  if (format === 'ascii') return null;
  let length = bytes;
  for (const { count, stride } of elements) {
    if (stride === null) return null;
    length += count * stride;
  }
  return length;
}

function parseElements(lines: readonly string[]): PlyElement[] | null {
  const elements: { name: string; count: number; stride: number | null; properties: PlyProperty[] }[] = [];
  for (const line of lines) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === '' || word === 'comment' || word === 'obj_info') continue;
    const current = elements.at(-1);
    if (word === 'element') {
      const [name = '', digits = ''] = rest;
      const count = /^\d{1,12}$/.test(digits) ? Number(digits) : NaN;
      if (!(count <= MAX_ROWS) || elements.length >= MAX_ELEMENTS) return null;
      elements.push({ name, count, stride: 0, properties: [] });
    } else if (word === 'property' && current && current.properties.length < MAX_PROPERTIES) {
      const [type = '', name = ''] = rest;
      const size = Object.hasOwn(SIZES, type) ? SIZES[type]! : null;
      if (size === null && type !== 'list') return null;
      current.properties.push({ name: type === 'list' ? (rest[3] ?? '') : name, type, offset: current.stride ?? 0 });
      current.stride = size === null || current.stride === null ? null : current.stride + size;
    } else return null;
  }
  return elements;
}
