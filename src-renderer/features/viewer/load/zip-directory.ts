/** End of central directory record, and its size with the longest possible comment. */
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LONGEST_COMMENT = 65_535;

/** The flag for names in UTF-8. */
const UTF8_FLAG = 0x800;

/**
 * Returns the unpacked size in bytes of all entries, from the central directory of a zip (APPNOTE 4.3.12), which is the
 * memory a reader allocates. Null: not a zip, or zip64.
 */
export function readUnpackedSize(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  return listEntries(view)?.reduce((sum, at) => sum + view.getUint32(at + 24, true), 0) ?? null;
}

/** Sets the flag for names in UTF-8 that lack it, in place: without it, readers take their bytes for Latin-1. */
export function flagUtf8Names(bytes: ArrayBuffer): void {
  const view = new DataView(bytes);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (const at of listEntries(view) ?? []) {
    try {
      decoder.decode(new Uint8Array(bytes, at + ENTRY_BYTES, view.getUint16(at + 28, true)));
      view.setUint16(at + 8, view.getUint16(at + 8, true) | UTF8_FLAG, true);
    } catch {
      // It is in another encoding.
    }
  }
}

/** Lists where the entries of the central directory begin; null: not a zip, or zip64. */
function listEntries(view: DataView): number[] | null {
  let end = view.byteLength - END_BYTES;
  const last = Math.max(0, end - LONGEST_COMMENT);
  while (end >= last && view.getUint32(end, true) !== END_SIGNATURE) end--;
  if (end < last) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: number[] = [];
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY_SIGNATURE) return null;
    entries.push(at);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    at += ENTRY_BYTES + name + extra + comment;
  }
  return entries;
}
