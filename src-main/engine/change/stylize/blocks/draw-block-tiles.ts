import { createRandom } from '../../../base/maths/random.ts';
import { drawTileImage, type TileImage } from '../colors/draw-tile-image.ts';
import type { LinearRgb } from '../colors/quantize-colors.ts';

/** Edge of a tile in texels. */
const TILE = 16;
/** Brightness factors of texels, each equally likely. */
const SHADES = [0.78, 0.89, 1, 1, 1.08, 1.2] as const;
/** Brightness factor of the bottom and right edges of a tile, which separates blocks of the same colour. */
const EDGE = 0.86;
/**
 * Distance of UVs from a tile's border as a share of the tile (0.02 texels), so that the neighbouring tile is not
 * sampled.
 */
const INSET = 0.02 / TILE;

/** Draws a tile of 16 × 16 speckled texels for each colour. Deterministic. */
export async function drawBlockTiles(colors: readonly LinearRgb[]): Promise<TileImage> {
  const randoms = colors.map((_, tile) => createRandom(`block ${tile}`));
  const { image, uvOf } = await drawTileImage(colors.length, TILE, (tile, x, y) => {
    const isEdge = y === TILE - 1 || x === TILE - 1;
    const shade = SHADES[Math.floor(randoms[tile]!() * SHADES.length)]! * (isEdge ? EDGE : 1);
    const [r, g, b] = colors[tile]!;
    return [r * shade, g * shade, b * shade];
  });
  const inset = (share: number): number => INSET + share * (1 - 2 * INSET);
  return { image, uvOf: (tile, x, y) => uvOf(tile, inset(x), inset(y)) };
}
