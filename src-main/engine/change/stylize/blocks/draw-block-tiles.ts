import { createRandom } from '../../../base/maths/random.ts';
import { drawTileImage, type TileImage } from '../colors/draw-tile-image.ts';
import type { LinearRgb } from '../colors/quantize-colors.ts';

/** Pixels along a block's edge. */
const TILE = 16;
/** Brightness of the pixels of a tile, and how common each is. */
const SHADES = [0.78, 0.89, 1, 1, 1.08, 1.2] as const;
/** The pixels at a tile's low and right edges are a little darker, so that blocks of one colour can be told apart. */
const EDGE = 0.86;
/** The side of a pixel that uvs keep away from a tile's border, so that no neighbour shows. */
const INSET = 0.02 / TILE;

/** Draws a tile of 16 × 16 speckled pixels for each colour. The same colours give the same picture. */
export async function drawBlockTiles(colors: readonly LinearRgb[]): Promise<TileImage> {
  const randoms = colors.map((_, tile) => createRandom(`block ${tile}`));
  const { image, uvOf } = await drawTileImage(colors.length, TILE, (tile, x, y) => {
    const isEdge = y === TILE - 1 || x === TILE - 1;
    const shade = SHADES[Math.floor(randoms[tile]!() * SHADES.length)]! * (isEdge ? EDGE : 1);
    const [r, g, b] = colors[tile]!;
    return [r * shade, g * shade, b * shade];
  });
  const within = (share: number): number => INSET + share * (1 - 2 * INSET);
  return { image, uvOf: (tile, x, y) => uvOf(tile, within(x), within(y)) };
}
