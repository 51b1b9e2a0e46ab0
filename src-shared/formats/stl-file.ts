import { sniffContainer } from './containers.ts';

/** Bytes before the number of facets, which takes four, and bytes per facet (binary STL). */
export const STL_HEADER_BYTES = 80;
export const STL_FACET_BYTES = 50;
/** Maximum number of bytes after the facets, unless the facets take more. */
const MAX_TRAILER_BYTES = 4096;

/**
 * True if the number of facets of a binary STL matches the `size` of the file; `head` is its beginning. Some programs
 * add bytes after the facets, which are accepted if the header and the number contain a zero byte, as no text does, and
 * do not begin another format.
 */
export function isBinaryStl(head: Uint8Array, size: number): boolean {
  const start = STL_HEADER_BYTES + 4;
  if (head.length < start) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const facets = STL_FACET_BYTES * view.getUint32(STL_HEADER_BYTES, true);
  const trailer = size - start - facets;
  if (trailer <= 0 || facets === 0) return trailer === 0;
  const isLikely = trailer <= Math.max(facets, MAX_TRAILER_BYTES) && head.subarray(0, start).includes(0);
  return isLikely && sniffContainer(head) === null;
}

/** Returns an STL without bytes after its facets, with which readers take a binary file that begins with `solid` for a text. */
export function withoutStlTrailer(file: ArrayBuffer): ArrayBuffer {
  if (!isBinaryStl(new Uint8Array(file), file.byteLength)) return file;
  const facets = new DataView(file).getUint32(STL_HEADER_BYTES, true);
  const end = STL_HEADER_BYTES + 4 + STL_FACET_BYTES * facets;
  return end < file.byteLength ? file.slice(0, end) : file;
}
