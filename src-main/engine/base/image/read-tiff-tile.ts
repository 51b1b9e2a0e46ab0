/** Size of a tile in pixels. */
export interface TileSize {
  readonly width: number;
  readonly height: number;
}

const [TILE_WIDTH, TILE_LENGTH] = [322, 323];
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * Size of the tiles of a TIFF's first image (TIFF 6.0, section 15); null for other files and for images in strips, which are
 * decoded line by line.
 */
export function readTiffTile(bytes: Uint8Array): TileSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 8) return null;
  const order = view.getUint16(0);
  const isLittle = order === 0x4949;
  if ((!isLittle && order !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return null;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > view.byteLength) return null;
  const end = Math.min(view.byteLength, start + 2 + ENTRY_BYTES * view.getUint16(start, isLittle));
  const found = new Map<number, number>();
  for (let at = start + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    const isShort = view.getUint16(at + 2, isLittle) === SHORT;
    const value = isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle);
    found.set(view.getUint16(at, isLittle), value);
  }
  const [width = 0, height = 0] = [found.get(TILE_WIDTH), found.get(TILE_LENGTH)];
  return width > 0 && height > 0 ? { width, height } : null;
}
