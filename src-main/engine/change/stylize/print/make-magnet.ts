import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { dominantColor } from './dominant-color.ts';
import { paintOver } from '../solid/color-finder.ts';
import { addShape, cutShape, type LevelSet } from '../solid/level-set.ts';
import { cylinderShape } from './primitive-shapes.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';
import { beginPrintObject, finishPrintObject, describeJoinedParts, type StylizedPrint } from './print-object.ts';

/** Longer side of the picture, mm. */
const LENGTH = 50;
const STEP = LENGTH / 140;
const SWELL = 1.2 * STEP;
/** Most height of the relief over its back, mm. */
const HEIGHT = 11;
/** A round magnet of 10 × 2 mm with some play, and the wall between it and the front and around it. */
const POCKET = { radius: 5.1, depth: 2.2, wall: 1.4 } as const;
/** Least thickness of the relief, mm. */
const PLATE = 2;
/** A subject that is deeper than this times its width shows its side. */
const DEEP = 1.3;

const NOTE = engineMessage('stylize.magnet');
const SIDE_NOTE = engineMessage('stylize.magnet-side');

/** The front half of a figure as a relief without hollows, 50 mm long, with a pocket for a magnet, millimetres. */
export async function makeMagnet(subject: StylizeSubject, most: number): Promise<StylizedPrint | null> {
  const isSide = subject.size[2] > DEEP * subject.size[0];
  const [width, height, depth] = isSide
    ? [subject.size[2], subject.size[1], subject.size[0]]
    : [subject.size[0], subject.size[1], subject.size[2]];
  const scale = (LENGTH - 2 * SWELL) / Math.max(width, height, 1e-3);
  const thick = Math.min(1, (HEIGHT - SWELL) / ((depth * scale) / 2)) * scale;
  const seat = POCKET.radius + POCKET.wall;
  const half = [width * scale, height * scale].map((side) => Math.max(seat, side / 2 + SWELL));
  const deep = (depth * thick) / 2 + SWELL;
  const thing = beginPrintObject(subject, {
    placing: { isTurned: isSide, scale: [scale, scale, thick], shift: [0, half[1]!, 0] },
    low: [-half[0]!, 0, -deep],
    high: [half[0]!, 2 * half[1]!, Math.max(deep, POCKET.depth + POCKET.wall, PLATE)],
    step: STEP,
    swell: SWELL,
  });
  const { field } = thing;
  const plain = dominantColor(field, thing.colors);
  raiseRelief(field);
  const [thickX, thickY] = findThickest(field);
  // A rod is thickest at its ends, where the seat would reach out of the grid.
  const x = clamp(thickX, seat - half[0]!, half[0]! - seat);
  const y = clamp(thickY, seat, 2 * half[1]! - seat);
  addShape(field, cylinderShape([x, y, 0], 2, seat, -1, POCKET.depth + POCKET.wall));
  cutShape(field, (_x, _y, z) => -z);
  cutShape(field, cylinderShape([x, y, 0], 2, POCKET.radius, -1, POCKET.depth));
  // The back was never to be seen: its colour would be that of front or rear, whichever is nearer by a hair.
  const isBack = (px: number, py: number, pz: number): boolean =>
    pz < STEP / 2 || (pz < POCKET.depth + STEP / 2 && Math.hypot(px - x, py - y) < POCKET.radius + STEP / 2);
  const made = await finishPrintObject({ field, colors: paintOver(thing.colors, plain, isBack) }, most);
  return made && { ...made, notes: [NOTE, ...(isSide ? ([SIDE_NOTE] as const) : []), ...describeJoinedParts(thing)] };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/**
 * Fills all that lies behind the front, as seen from there, and gives what lies behind the back's plane altogether the
 * thickness of a plate: the whole outline stays.
 */
function raiseRelief({ counts: [nx, ny, nz], origin, steps, values }: LevelSet): void {
  for (let y = 0; y < ny; y++) {
    for (let x = 0; x < nx; x++) {
      let most = -Infinity;
      for (let z = nz - 1; z > 0; z--) {
        const cell = (y * nz + z) * nx + x;
        most = Math.max(most, values[cell]!);
        values[cell] = most;
      }
      for (let z = 1; z < nz - 1; z++) {
        const cell = (y * nz + z) * nx + x;
        values[cell] = Math.max(values[cell]!, Math.min(most, PLATE - (origin[2] + (z + 0.5) * steps[2])));
      }
    }
  }
}

/** The place on the back that lies deepest within the outline, mm. */
function findThickest({ counts: [nx, ny, nz], origin, steps, values }: LevelSet): readonly [x: number, y: number] {
  const back = Math.ceil(-origin[2] / steps[2]);
  // Two passes of a chamfer distance (G. Borgefors 1986) to the outside of the outline.
  const depths = new Float32Array(nx * ny);
  const isInside = (at: number): boolean => values[(Math.floor(at / nx) * nz + back) * nx + (at % nx)]! > 0;
  const lower = (at: number, other: number, way: number): void => {
    depths[at] = Math.min(depths[at]!, (depths[other] ?? 0) + way);
  };
  for (let at = 0; at < depths.length; at++) {
    depths[at] = isInside(at) ? Infinity : 0;
    lower(at, at - 1, 1);
    for (const [other, way] of [
      [at - nx - 1, Math.SQRT2],
      [at - nx, 1],
      [at - nx + 1, Math.SQRT2],
    ] as const)
      lower(at, other, way);
  }
  let best = 0;
  for (let at = depths.length - 1; at >= 0; at--) {
    lower(at, at + 1, 1);
    for (const [other, way] of [
      [at + nx + 1, Math.SQRT2],
      [at + nx, 1],
      [at + nx - 1, Math.SQRT2],
    ] as const)
      lower(at, other, way);
    if (depths[at]! > depths[best]!) best = at;
  }
  return [origin[0] + ((best % nx) + 0.5) * steps[0], origin[1] + (Math.floor(best / nx) + 0.5) * steps[1]];
}
