import type { Blocks } from './build-blocks.ts';
import { drawPalette } from '../colors/draw-palette.ts';
import { listRectangles } from './list-rectangles.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { quantizeColors } from '../colors/quantize-colors.ts';
import { triangulateRectangles, type GridLines } from './triangulate-rectangles.ts';

const MAX_COLORS = 64;

/** Builds a model of blocks in at most 64 colours, with faces of the same colour merged into rectangles. */
export async function makeVoxels(blocks: Blocks): Promise<StylizedMesh> {
  const { keys, colors } = colorBlocks(blocks, MAX_COLORS);
  const { image, uvOf } = await drawPalette(colors);
  const rectangles = listRectangles({ ...blocks, keys }, true);
  return { mesh: triangulateRectangles(toGridLines(blocks), rectangles, ({ key }) => uvOf(key)), image };
}

/** Reduces the colours of blocks to at most `maxColors`; `keys` has the index of each block's colour. */
export function colorBlocks(
  { solid, colors }: Blocks,
  maxColors: number,
): { keys: Uint16Array; colors: ReturnType<typeof quantizeColors>['colors'] } {
  const cells: number[] = [];
  for (let cell = 0; cell < solid.length; cell++) if (solid[cell]) cells.push(cell);
  const blockColors = new Float32Array(cells.length * 3);
  cells.forEach((cell, i) => blockColors.set(colors.subarray(cell * 3, cell * 3 + 3), i * 3));
  const palette = quantizeColors(blockColors, maxColors);
  const keys = new Uint16Array(solid.length);
  cells.forEach((cell, i) => (keys[cell] = palette.labels[i]!));
  return { keys, colors: palette.colors };
}

/** Returns the positions of the grid lines between blocks. */
export function toGridLines({ counts, origin, steps }: Blocks): GridLines {
  const line = (k: 0 | 1 | 2) => Float64Array.from({ length: counts[k] + 1 }, (_, i) => origin[k] + i * steps[k]);
  return [line(0), line(1), line(2)];
}
