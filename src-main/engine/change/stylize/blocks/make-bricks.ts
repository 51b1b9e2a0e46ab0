import { addStud } from './add-stud.ts';
import { LINEAR_BRICK_COLORS } from '../colors/brick-colors.ts';
import type { Blocks } from './build-blocks.ts';
import { carveGrooves, type FineCells } from './carve-grooves.ts';
import { drawPalette } from '../colors/draw-palette.ts';
import { layBricks } from './lay-bricks.ts';
import { neighbourOffsets } from '../solid/label-pieces.ts';
import { listRectangles, type Rectangle } from './list-rectangles.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { toOklab, type Lab } from '../../../base/color/oklab.ts';
import { findNearestColor } from '../colors/nearest-color.ts';
import { triangulateRectangles, type GridCrossing } from './triangulate-rectangles.ts';

/** Dimensions of a brick in stud pitches: 8 mm pitch, 9.6 mm high, studs 4.8 mm wide and 1.7 mm high. */
export const BRICK = { height: 9.6 / 8, studRadius: 2.4 / 8, studHeight: 1.7 / 8 } as const;

/** Number of sides of a stud, and of a stud if there are more than `MANY_STUDS`. */
const SEGMENTS = [16, 10] as const;
const MANY_STUDS = 1200;
/** Weight of lightness relative to hue in choosing a brick's colour. */
const LIGHTNESS = 0.65;

/** A model of bricks, with the number of bricks and of their colours. */
export interface StylizedBricks extends StylizedMesh {
  readonly bricks: number;
  readonly colors: number;
}

/**
 * Builds a model of bricks with common footprints and studs on open tops, each in the brick colour nearest to its own.
 * The blocks must be `BRICK.height` times as high as wide. The bricks form one solid with grooves at the joints.
 */
export async function makeBricks(blocks: Blocks): Promise<StylizedBricks> {
  const keys = chooseColors(blocks);
  const { owners, colors } = layBricks(blocks.solid, keys, blocks.counts);
  const used = [...new Set(colors.slice(1))].sort((a, b) => a - b);
  const { image, uvOf } = await drawPalette(used.map((color) => LINEAR_BRICK_COLORS[color]!));
  const paletteIndex = new Map(used.map((color, i) => [color, i]));
  const uvOfBrick = (brick: number) => uvOf(paletteIndex.get(colors[brick]!)!);

  const fine = carveGrooves(blocks, owners);
  const { tops, covered } = listStudTops(blocks, fine);
  const plain = listRectangles(fine, true, covered);
  const segments = tops.size > MANY_STUDS ? SEGMENTS[1] : SEGMENTS[0];
  const [pitch] = blocks.steps;
  const mesh = triangulateRectangles(
    fine.lines,
    [...plain, ...tops.keys()],
    ({ key }) => uvOfBrick(key),
    (rectangle, border, target) => {
      const at = tops.get(rectangle);
      if (!at) return false;
      const points = border.map((crossing: GridCrossing) => crossing.map((line, k) => fine.lines[k]![line]!));
      const shape = { radius: BRICK.studRadius * pitch, height: BRICK.studHeight * pitch, segments };
      addStud(points, { at, ...shape, uv: uvOfBrick(rectangle.key) }, target);
      return true;
    },
  );
  return { mesh, image, bricks: colors.length - 1, colors: used.length };
}

/** Returns the index of the brick colour of each visible block, −1 for the others. */
function chooseColors({ counts, solid, colors }: Blocks): Int16Array {
  const labs = LINEAR_BRICK_COLORS.map((color) => toWeightedLab(...color));
  const steps = neighbourOffsets(counts);
  const keys = new Int16Array(solid.length).fill(-1);
  for (let cell = 0; cell < solid.length; cell++) {
    if (!solid[cell] || steps.every((step) => solid[cell + step])) continue;
    keys[cell] = findNearestColor(labs, toWeightedLab(colors[cell * 3]!, colors[cell * 3 + 1]!, colors[cell * 3 + 2]!));
  }
  return keys;
}

/** Converts to OKLab with reduced lightness, so that a dark orange matches orange rather than brown. */
function toWeightedLab(r: number, g: number, b: number): Lab {
  const [lightness, greenRed, blueYellow] = toOklab(r, g, b);
  return [lightness * LIGHTNESS, greenRed, blueYellow];
}

/**
 * Lists the faces that get a stud, each with the centre of its block's top, and the faces of fine cells that they cover
 * (numbered as in `listRectangles`).
 */
function listStudTops(
  { counts, solid, origin, steps }: Blocks,
  fine: FineCells,
): { tops: Map<Rectangle, readonly [number, number, number]>; covered: Set<number> } {
  const tops = new Map<Rectangle, readonly [number, number, number]>();
  const covered = new Set<number>();
  const slice = fine.counts[0] * fine.counts[2];
  for (let block = 0; block < solid.length; block++) {
    if (!solid[block] || solid[block + counts[0] * counts[2]]) continue;
    const bx = block % counts[0];
    const bz = Math.floor(block / counts[0]) % counts[2];
    const by = Math.floor(block / (counts[0] * counts[2]));
    const y = by * 3 + 2;
    const cellAt = (x: number, z: number): number => (y * fine.counts[2] + bz * 3 + z) * fine.counts[0] + bx * 3 + x;
    const isOpen = (x: number, z: number): boolean => {
      const cell = cellAt(x, z);
      return fine.solid[cell] === 1 && fine.solid[cell + slice] === 0;
    };
    const x = [isOpen(0, 1) ? 0 : 1, isOpen(2, 1) ? 3 : 2] as const;
    const z = [isOpen(1, 0) ? 0 : 1, isOpen(1, 2) ? 3 : 2] as const;
    const cells: number[] = [];
    let isWhole = true;
    for (let px = x[0]; px < x[1]; px++) {
      for (let pz = z[0]; pz < z[1]; pz++) {
        isWhole &&= isOpen(px, pz);
        cells.push(cellAt(px, pz) * 6 + 3);
      }
    }
    if (!isWhole) continue;
    for (const cell of cells) covered.add(cell);
    const rectangle: Rectangle = {
      axis: 1,
      side: 1,
      plane: y + 1,
      u: [bz * 3 + z[0], bz * 3 + z[1]],
      v: [bx * 3 + x[0], bx * 3 + x[1]],
      key: fine.keys[cellAt(1, 1)]!,
    };
    const middle = (k: 0 | 2, index: number): number => origin[k] + (index + 0.5) * steps[k];
    tops.set(rectangle, [middle(0, bx), origin[1] + (by + 1) * steps[1], middle(2, bz)]);
  }
  return { tops, covered };
}
