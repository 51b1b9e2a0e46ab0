import type { Blocks } from './build-blocks.ts';
import { drawBlockTiles } from './draw-block-tiles.ts';
import { listRectangles, type Rectangle } from './list-rectangles.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { colorBlocks, linesOf } from './make-voxels.ts';
import { triangulateRectangles } from './triangulate-rectangles.ts';

const MAX_COLORS = 24;

/** Blocks with a speckled tile of 16 × 16 pixels on each face, in at most 24 colours. */
export async function makeMineBlocks(blocks: Blocks): Promise<StylizedMesh> {
  const { keys, colors } = colorBlocks(blocks, MAX_COLORS);
  const { image, uvOf } = await drawBlockTiles(colors);
  const rectangles = listRectangles({ ...blocks, keys }, false);
  const lay = (rectangle: Rectangle, u: number, v: number) => uvOf(rectangle.key, ...upright(rectangle, u, v));
  return { mesh: triangulateRectangles(linesOf(blocks), rectangles, lay), image };
}

/** The place on a tile, whose top is up on every side of a block, as seen from outside. */
function upright({ axis, side }: Rectangle, u: number, v: number): [x: number, y: number] {
  // The axes of a face: x has y and z, y has z and x, z has x and y.
  if (axis === 0) return [side > 0 ? 1 - v : v, u];
  if (axis === 1) return [v, side > 0 ? 1 - u : u];
  return [side > 0 ? u : 1 - u, v];
}
