import { addStud } from './add-stud.ts';
import { LINEAR_BRICK_COLORS } from '../colors/brick-colors.ts';
import type { Blocks } from './build-blocks.ts';
import { carveGrooves, type FineCells } from './carve-grooves.ts';
import { drawPalette } from '../colors/draw-palette.ts';
import { layBricks } from './lay-bricks.ts';
import { stepsOver } from '../solid/label-pieces.ts';
import { listRectangles, type Rectangle } from './list-rectangles.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { toOklab, type Lab } from '../../../base/color/oklab.ts';
import { findNearestColor } from '../colors/nearest-color.ts';
import { triangulateRectangles, type GridCrossing } from './triangulate-rectangles.ts';

/** Measures of a brick as shares of the pitch of its studs: 8 mm apart, 9.6 mm high, studs 4.8 mm wide and 1.7 mm high. */
export const BRICK = { height: 9.6 / 8, studRadius: 2.4 / 8, studHeight: 1.7 / 8 } as const;

/** Sides of a stud, and of one where there are many. */
const SEGMENTS = [16, 10] as const;
const MANY_STUDS = 1200;
/** What lightness counts against hue when a brick's colour is chosen. */
const LIGHTNESS = 0.65;

/** What was built. */
export interface StylizedBricks extends StylizedMesh {
  readonly bricks: number;
  readonly colors: number;
}

/**
 * Bricks of usual footprints with studs on whatever is open above, each in the brick colour next to its own; blocks must
 * be `BRICK.height` times as high as wide. One solid: joints are grooves.
 */
export async function makeBricks(blocks: Blocks): Promise<StylizedBricks> {
  const keys = chooseColors(blocks);
  const { owners, colors } = layBricks(blocks.solid, keys, blocks.counts);
  const used = [...new Set(colors.slice(1))].sort((a, b) => a - b);
  const { image, uvOf } = await drawPalette(used.map((color) => LINEAR_BRICK_COLORS[color]!));
  const places = new Map(used.map((color, place) => [color, place]));
  const uvOfBrick = (brick: number) => uvOf(places.get(colors[brick]!)!);

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

/** Per block that can be seen the number of its brick colour; −1 for the others. */
function chooseColors({ counts, solid, colors }: Blocks): Int16Array {
  const labs = LINEAR_BRICK_COLORS.map((color) => toHueFirst(...color));
  const steps = stepsOver(counts);
  const keys = new Int16Array(solid.length).fill(-1);
  for (let cell = 0; cell < solid.length; cell++) {
    if (!solid[cell] || steps.every((step) => solid[cell + step])) continue;
    keys[cell] = findNearestColor(labs, toHueFirst(colors[cell * 3]!, colors[cell * 3 + 1]!, colors[cell * 3 + 2]!));
  }
  return keys;
}

/** OKLab with less of its lightness: an orange that is too dark is rather orange than brown. */
function toHueFirst(r: number, g: number, b: number): Lab {
  const [lightness, greenRed, blueYellow] = toOklab(r, g, b);
  return [lightness * LIGHTNESS, greenRed, blueYellow];
}

/** The faces that get a stud, each with the middle of its block, and the fine cells whose tops they are. */
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
    const middle = (k: 0 | 2, place: number): number => origin[k] + (place + 0.5) * steps[k];
    tops.set(rectangle, [middle(0, bx), origin[1] + (by + 1) * steps[1], middle(2, bz)]);
  }
  return { tops, covered };
}
