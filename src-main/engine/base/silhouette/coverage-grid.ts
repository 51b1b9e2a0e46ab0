import sharp from 'sharp';
import type { Mask, PixelBox } from '../image/mask.ts';

/** The mask's box as square cells with soft coverage 0 to 1; rows run UP (row 0 is the lowest), like +Y. */
export interface CoverageGrid {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
  /** Empty cells around the box on every side. */
  readonly padding: number;
  /** Coverage at the outline. */
  readonly outline: number;
}

const PADDING = 3;
/** Tried in turn until thin parts survive: the outline of a shape half a cell wide is below half coverage. */
const OUTLINES = [0.5, 0.3, 0.15, 0.05];
const MIN_KEPT = 0.7;
/** Finer grids per image pixel only reproduce its stair steps. */
const MAX_CELLS_PER_PIXEL = 2;
const MIN_EDGE = 24;

/** When coverage is blurred by a cell: cells that average several pixels have a smooth outline without it. */
export type Softening = 'always' | 'fine_cells';

/**
 * Resamples a mask to a grid whose long edge has `edge` cells (fewer for tiny images), softened so that pixel stair
 * steps do not show; with `fine_cells` only where a cell is smaller than a pixel, which keeps tips and corners.
 * O(pixels + cells).
 */
export async function toCoverageGrid(
  mask: Mask,
  box: PixelBox,
  edge: number,
  softening: Softening = 'always',
): Promise<CoverageGrid> {
  const long = Math.max(box.width, box.height);
  const cells = Math.min(edge, Math.max(MIN_EDGE, MAX_CELLS_PER_PIXEL * long));
  const width = Math.max(1, Math.round((box.width * cells) / long));
  const height = Math.max(1, Math.round((box.height * cells) / long));

  // Two steps: in a single pipeline sharp would extend before it resizes.
  const inner = await sharp(mask.data, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .extract(box)
    .resize({ width, height, fit: 'fill', kernel: 'mitchell' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();

  const paddedWidth = width + 2 * PADDING;
  const paddedHeight = height + 2 * PADDING;
  const values = new Float32Array(paddedWidth * paddedHeight);
  let covered = 0;
  for (let y = 0; y < height; y++) {
    const row = (PADDING + height - 1 - y) * paddedWidth + PADDING;
    for (let x = 0; x < width; x++) {
      values[row + x] = inner[y * width + x]! / 255;
      covered += values[row + x]!;
    }
  }
  const isSoftened = softening === 'always' || cells > long;
  const soft = isSoftened ? soften(values, paddedWidth, paddedHeight) : values;
  const countFrom = (level: number): number => soft.reduce((count, value) => count + (value > level ? 1 : 0), 0);
  const outline = OUTLINES.find((level) => countFrom(level) >= MIN_KEPT * covered) ?? OUTLINES.at(-1)!;
  return { width: paddedWidth, height: paddedHeight, values: soft, padding: PADDING, outline };
}

/** Applies one binomial 1-2-1 blur in each direction; the outermost cells stay empty. */
function soften(values: Float32Array, width: number, height: number): Float32Array {
  const across = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  for (let i = 1; i < values.length - 1; i++) across[i] = (values[i - 1]! + 2 * values[i]! + values[i + 1]!) / 4;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      out[i] = (across[i - width]! + 2 * across[i]! + across[i + width]!) / 4;
    }
  }
  return out;
}
