import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { dominantColor } from './dominant-color.ts';
import { paintOver } from '../solid/color-finder.ts';
import { addShape, cutShape, type LevelSet } from '../solid/level-set.ts';
import { cylinderShape } from './primitive-shapes.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';
import { beginPrintObject, finishPrintObject, describeJoinedParts, type StylizedPrint } from './print-object.ts';

/** Longer side of the relief, mm. */
const LENGTH = 50;
/** Edge of a cell, mm. */
const STEP = LENGTH / 140;
/** Thickening of the subject, mm. */
const OFFSET = 1.2 * STEP;
/** Maximum height of the relief, mm. */
const HEIGHT = 11;
/**
 * Pocket for a round magnet of 10 × 2 mm with clearance, and the thickness of the walls around and in front of it, mm.
 */
const POCKET = { radius: 5.1, depth: 2.2, wall: 1.4 } as const;
/** Minimum thickness of the relief, mm. */
const PLATE = 2;
/** Minimum ratio of depth to width for showing the side of a subject instead of its front. */
const DEEP = 1.3;

const NOTE = engineMessage('stylize.magnet');
const SIDE_NOTE = engineMessage('stylize.magnet-side');

/**
 * Makes a relief of the front half of a subject, 50 mm long, without undercuts and with a pocket for a magnet in its
 * flat back at z = 0, in millimetres.
 */
export async function makeMagnet(subject: StylizeSubject, maxTriangles: number): Promise<StylizedPrint | null> {
  const isSide = subject.size[2] > DEEP * subject.size[0];
  const [width, height, depth] = isSide
    ? [subject.size[2], subject.size[1], subject.size[0]]
    : [subject.size[0], subject.size[1], subject.size[2]];
  const scale = (LENGTH - 2 * OFFSET) / Math.max(width, height, 1e-3);
  const thick = Math.min(1, (HEIGHT - OFFSET) / ((depth * scale) / 2)) * scale;
  const seat = POCKET.radius + POCKET.wall;
  const half = [width * scale, height * scale].map((side) => Math.max(seat, side / 2 + OFFSET));
  const deep = (depth * thick) / 2 + OFFSET;
  const printObject = beginPrintObject(subject, {
    placement: { isRotated: isSide, scale: [scale, scale, thick], translation: [0, half[1]!, 0] },
    low: [-half[0]!, 0, -deep],
    high: [half[0]!, 2 * half[1]!, Math.max(deep, POCKET.depth + POCKET.wall, PLATE)],
    step: STEP,
    offset: OFFSET,
  });
  const { field } = printObject;
  const plain = dominantColor(field, printObject.colors);
  raiseRelief(field);
  const [thickX, thickY] = findThickest(field);
  // Clamped to the grid: a rod can be thickest at its ends, where the seat would extend beyond it.
  const x = clamp(thickX, seat - half[0]!, half[0]! - seat);
  const y = clamp(thickY, seat, 2 * half[1]! - seat);
  addShape(field, cylinderShape([x, y, 0], 2, seat, -1, POCKET.depth + POCKET.wall));
  cutShape(field, (_x, _y, z) => -z);
  cutShape(field, cylinderShape([x, y, 0], 2, POCKET.radius, -1, POCKET.depth));
  // The cut has no colour of its own; the nearest surface colours would alternate between front and rear.
  const isBack = (px: number, py: number, pz: number): boolean =>
    pz < STEP / 2 || (pz < POCKET.depth + STEP / 2 && Math.hypot(px - x, py - y) < POCKET.radius + STEP / 2);
  const made = await finishPrintObject({ field, colors: paintOver(printObject.colors, plain, isBack) }, maxTriangles);
  return (
    made && { ...made, notes: [NOTE, ...(isSide ? ([SIDE_NOTE] as const) : []), ...describeJoinedParts(printObject)] }
  );
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/**
 * Fills everything behind the front surface, in place. Parts of the outline that are entirely behind the back plane z =
 * 0 become a plate of thickness `PLATE`, so that the whole outline is kept.
 */
function raiseRelief({ counts: [nx, ny, nz], origin, steps, values }: LevelSet): void {
  for (let y = 0; y < ny; y++) {
    for (let x = 0; x < nx; x++) {
      let deepest = -Infinity;
      for (let z = nz - 1; z > 0; z--) {
        const cell = (y * nz + z) * nx + x;
        deepest = Math.max(deepest, values[cell]!);
        values[cell] = deepest;
      }
      for (let z = 1; z < nz - 1; z++) {
        const cell = (y * nz + z) * nx + x;
        values[cell] = Math.max(values[cell]!, Math.min(deepest, PLATE - (origin[2] + (z + 0.5) * steps[2])));
      }
    }
  }
}

/** Returns the point on the back with the largest distance to the outline, mm. */
function findThickest({ counts: [nx, ny, nz], origin, steps, values }: LevelSet): readonly [x: number, y: number] {
  const back = Math.ceil(-origin[2] / steps[2]);
  // Chamfer distance transform to the outside of the outline in two passes (G. Borgefors 1986).
  const distances = new Float32Array(nx * ny);
  const isInside = (at: number): boolean => values[(Math.floor(at / nx) * nz + back) * nx + (at % nx)]! > 0;
  const relax = (at: number, other: number, step: number): void => {
    distances[at] = Math.min(distances[at]!, (distances[other] ?? 0) + step);
  };
  for (let at = 0; at < distances.length; at++) {
    distances[at] = isInside(at) ? Infinity : 0;
    relax(at, at - 1, 1);
    for (const [other, step] of [
      [at - nx - 1, Math.SQRT2],
      [at - nx, 1],
      [at - nx + 1, Math.SQRT2],
    ] as const)
      relax(at, other, step);
  }
  let best = 0;
  for (let at = distances.length - 1; at >= 0; at--) {
    relax(at, at + 1, 1);
    for (const [other, step] of [
      [at + nx + 1, Math.SQRT2],
      [at + nx, 1],
      [at + nx - 1, Math.SQRT2],
    ] as const)
      relax(at, other, step);
    if (distances[at]! > distances[best]!) best = at;
  }
  return [origin[0] + ((best % nx) + 0.5) * steps[0], origin[1] + (Math.floor(best / nx) + 0.5) * steps[1]];
}
