import { openWithSharp } from './open-with-sharp.ts';

/** EXIF 2.32 tags: pointer to the EXIF directory, subject distance, and focal length. */
const EXIF_DIRECTORY = 0x8769;
const SUBJECT_DISTANCE = 0x9206;
const FOCAL_LENGTH_35MM = 0xa405;
/** Diagonal of a 35 mm frame in millimetres, to which that focal length refers (CIPA DCG-001). */
const FRAME_DIAGONAL = 43.27;
/** Maximum number of directory entries that are read. */
const MAX_ENTRIES = 512;
/** "Exif" and two zero bytes come before the TIFF header. */
const HEADER_BYTES = 6;

/**
 * Returns the diagonal of the field of view at the subject's distance, in metres; null if the file does not contain the
 * subject distance and the focal length. Never throws for a damaged block.
 */
export async function readPhotoDiagonal(bytes: Uint8Array): Promise<number | null> {
  const exif = await readExif(bytes);
  if (!exif || exif.length < HEADER_BYTES + 8) return null;
  const tiff = exif.subarray(HEADER_BYTES);
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const isLittle = view.getUint16(0) === 0x4949;
  const pointer = findEntry(view, view.getUint32(4, isLittle), EXIF_DIRECTORY, isLittle);
  if (pointer === null) return null;
  const directory = readWord(view, pointer, isLittle);
  const distanceAt = findEntry(view, directory, SUBJECT_DISTANCE, isLittle);
  const lensAt = findEntry(view, directory, FOCAL_LENGTH_35MM, isLittle);
  if (distanceAt === null || lensAt === null) return null;
  const fraction = readWord(view, distanceAt, isLittle);
  const distance = readWord(view, fraction, isLittle) / readWord(view, fraction + 4, isLittle);
  const diagonal = (distance * FRAME_DIAGONAL) / view.getUint16(lensAt, isLittle);
  // An unknown distance is 0, an infinite one all ones.
  return diagonal > 0 && diagonal < 1e4 ? diagonal : null;
}

async function readExif(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    return (await openWithSharp(bytes, { limitInputPixels: false }).metadata()).exif;
  } catch {
    // A container that sharp does not support has no such block.
    return undefined;
  }
}

/** Returns the offset of a tag's value in a directory; null if it is missing or beyond the end. */
function findEntry(view: DataView, directory: number, tag: number, isLittle: boolean): number | null {
  if (directory + 2 > view.byteLength) return null;
  const count = Math.min(MAX_ENTRIES, view.getUint16(directory, isLittle));
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > view.byteLength) return null;
    if (view.getUint16(entry, isLittle) === tag) return entry + 8;
  }
  return null;
}

/** Reads four bytes as a number; 0 beyond the end. */
function readWord(view: DataView, at: number, isLittle: boolean): number {
  return at + 4 <= view.byteLength ? view.getUint32(at, isLittle) : 0;
}
