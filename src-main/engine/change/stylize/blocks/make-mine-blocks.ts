import type { Blocks } from './build-blocks.ts';
import { drawBlockTiles } from './draw-block-tiles.ts';
import { listRectangles, type Rectangle } from './list-rectangles.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { colorBlocks, toGridLines } from './make-voxels.ts';
import { triangulateRectangles } from './triangulate-rectangles.ts';

const MAX_COLORS = 24;

/** Builds a model of blocks with a speckled tile of 16 × 16 texels on each face, in at most 24 colours. */
export async function makeMineBlocks(blocks: Blocks): Promise<StylizedMesh> {
  const { keys, colors } = colorBlocks(blocks, MAX_COLORS);
  const { image, uvOf } = await drawBlockTiles(colors);
  const rectangles = listRectangles({ ...blocks, keys }, false);
  const mapUv = (rectangle: Rectangle, u: number, v: number) => uvOf(rectangle.key, ...toTilePosition(rectangle, u, v));
  return { mesh: triangulateRectangles(toGridLines(blocks), rectangles, mapUv), image };
}

/**
 * Converts a position on a rectangle to one on its tile, so that the tile is upright and not mirrored on every side.
 */
function toTilePosition({ axis, side }: Rectangle, u: number, v: number): [x: number, y: number] {
  // (u, v) of a face are (y, z) on the x axis, (z, x) on the y axis, and (x, y) on the z axis.
  if (axis === 0) return [side > 0 ? 1 - v : v, u];
  if (axis === 1) return [v, side > 0 ? 1 - u : u];
  return [side > 0 ? u : 1 - u, v];
}
