/** Bytes before the number of facets, which takes four, and bytes per facet (binary STL). */
export const STL_HEADER_BYTES = 80;
export const STL_FACET_BYTES = 50;

/** True if the number of facets of a binary STL matches the length exactly. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length < STL_HEADER_BYTES + 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.length === STL_HEADER_BYTES + 4 + STL_FACET_BYTES * view.getUint32(STL_HEADER_BYTES, true);
}
