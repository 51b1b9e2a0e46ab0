import sharp from 'sharp';
import { toSrgbByte } from '../linear-color.ts';
import { createRandom } from '../text/random.ts';
import type { Rgb } from './reduce-colors.ts';

/** Pixels along a block's edge. */
const TILE = 16;
/** Brightness of the pixels of a tile, and how common each is. */
const SHADES = [0.78, 0.89, 1, 1, 1.08, 1.2] as const;
/** The pixels at a tile's low and right edges are a little darker, so that blocks of one colour can be told apart. */
const EDGE = 0.86;
/** The side of a pixel that uvs keep away from a tile's border, so that no neighbour shows. */
const INSET = 0.02;

/** Tiles as a picture, and where on it each one is. */
export interface TileImage {
  /** PNG, sRGB, without alpha. */
  readonly image: Uint8Array;
  /** The uv at a share of a tile's width and height, from its low left corner. */
  readonly uvOf: (tile: number, x: number, y: number) => readonly [u: number, v: number];
}

/** Draws a tile of 16 × 16 speckled pixels for each colour. The same colours give the same picture. */
export async function drawBlockTiles(colors: readonly Rgb[]): Promise<TileImage> {
  const across = 2 ** Math.ceil(Math.log2(Math.max(1, Math.sqrt(colors.length))));
  const size = across * TILE;
  const data = new Uint8Array(size * size * 3);
  colors.forEach((color, tile) => {
    const random = createRandom(`block ${tile}`);
    const [left, top] = [(tile % across) * TILE, Math.floor(tile / across) * TILE];
    for (let y = 0; y < TILE; y++) {
      for (let x = 0; x < TILE; x++) {
        const isEdge = y === TILE - 1 || x === TILE - 1;
        const shade = SHADES[Math.floor(random() * SHADES.length)]! * (isEdge ? EDGE : 1);
        const at = ((top + y) * size + left + x) * 3;
        for (let k = 0; k < 3; k++) data[at + k] = toSrgbByte(color[k]! * shade);
      }
    }
  });
  const png = await sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  const inset = INSET / TILE;
  const within = (share: number): number => inset + share * (1 - 2 * inset);
  return {
    image: new Uint8Array(png),
    uvOf: (tile, x, y) => [
      ((tile % across) + within(x)) / across,
      (Math.floor(tile / across) + within(1 - y)) / across,
    ],
  };
}
