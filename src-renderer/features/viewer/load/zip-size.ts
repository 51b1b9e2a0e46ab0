/** End of central directory record, and its size with the longest possible comment. */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LONGEST_COMMENT = 65_535;

/**
 * Returns the unpacked size in bytes of all entries, from the central directory of a zip (APPNOTE 4.3.12), which is the
 * memory a reader allocates. Null: not a zip, or zip64.
 */
export function readUnpackedSize(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  let end = bytes.byteLength - END_BYTES;
  const last = Math.max(0, end - LONGEST_COMMENT);
  while (end >= last && view.getUint32(end, true) !== END_SIGNATURE) end--;
  if (end < last) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > bytes.byteLength || view.getUint32(at, true) !== ENTRY_SIGNATURE) return null;
    sum += view.getUint32(at + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    at += ENTRY_BYTES + name + extra + comment;
  }
  return sum;
}
