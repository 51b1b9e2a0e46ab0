import sharp from 'sharp';

/** Tags of EXIF 2.32: the pointer to the photograph's own directory, how far away its subject was, and the lens. */
const EXIF_DIRECTORY = 0x8769;
const SUBJECT_DISTANCE = 0x9206;
const FOCAL_LENGTH_35MM = 0xa405;
/** Diagonal of a 35 mm frame in millimetres, which that focal length is counted for (CIPA DCG-001). */
const FRAME_DIAGONAL = 43.27;
/** Longest directory that is read, in entries. */
const MAX_ENTRIES = 512;
/** "Exif" and two zero bytes come before the TIFF header. */
const HEADER_BYTES = 6;

/**
 * How long the diagonal of what a photograph shows is at its subject, metres; null: the file does not say how far the
 * subject was and through which lens it was taken. Never throws for a damaged block.
 */
export async function readPhotoDiagonal(bytes: Uint8Array): Promise<number | null> {
  const { exif } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    // A container that sharp does not know has no such block.
    .catch(() => ({ exif: undefined }));
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

/** Where the value of a tag stands in a directory; null without it, or beyond the end. */
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

/** Four bytes as a number; 0 beyond the end. */
function readWord(view: DataView, at: number, isLittle: boolean): number {
  return at + 4 <= view.byteLength ? view.getUint32(at, isLittle) : 0;
}
