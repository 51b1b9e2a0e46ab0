/** Bytes before the number of facets, which takes four, and bytes per facet (binary STL). */
export const STL_HEADER_BYTES = 80;
export const STL_FACET_BYTES = 50;

/** True if the number of facets of a binary STL matches the `size` of the file exactly; `head` is its beginning. */
export function isBinaryStl(head: Uint8Array, size: number): boolean {
  if (head.length < STL_HEADER_BYTES + 4) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return size === STL_HEADER_BYTES + 4 + STL_FACET_BYTES * view.getUint32(STL_HEADER_BYTES, true);
}
