import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { addShape, type LevelSet } from '../solid/level-set.ts';
import { ringShape, rodShape } from './primitive-shapes.ts';
import type { GridPoint, StylizeSubject } from '../mesh/stylize-subject.ts';
import { beginPrintObject, finishPrintObject, describeJoinedParts, type StylizedPrint } from './print-object.ts';

/** Longest side of the figure, mm. */
const LENGTH = 40;
/** Edge of a cell, mm. */
const STEP = LENGTH / 116;
/** Half the minimum thickness, mm; legs and ears are then at least three lines of a common nozzle wide. */
const OFFSET = 2 * STEP;
/** Torus with a hole of 5 mm, for a common split ring: radius of its centre line and of its tube, mm. */
const RING = { radius: 4.2, tube: 1.7 } as const;
/** Depths by which the ring and its neck extend into the figure, mm. */
const DEPTH = { ring: 0.6, neck: 3 } as const;
/** Weight of horizontal distance from the centre relative to height in choosing the ring's position. */
const BALANCE = 0.6;

const NOTE = engineMessage('stylize.keyring');

/** Makes a figure 40 mm long with a ring on top, in millimetres. */
export async function makeKeyring(subject: StylizeSubject, maxTriangles: number): Promise<StylizedPrint | null> {
  const scale = LENGTH - 2 * OFFSET;
  const half = subject.size.map((side) => (side * scale) / 2 + OFFSET);
  // The hole runs along the short side, so that the ring is in the plane of the figure.
  const axis = subject.size[0] <= subject.size[2] ? 0 : 2;
  const loop = RING.radius + RING.tube;
  const room = axis === 0 ? [RING.tube, loop] : [loop, RING.tube];
  const [x, z] = [half[0]! + room[0]!, half[2]! + room[1]!];
  const printObject = beginPrintObject(subject, {
    placement: { scale: [scale, scale, scale], translation: [0, half[1]!, 0] },
    low: [-x, 0, -z],
    high: [x, 2 * half[1]! + 2 * loop, z],
    step: STEP,
    offset: OFFSET,
  });
  const anchor = findRingAnchor(printObject.field);
  const middle: GridPoint = [anchor[0], anchor[1] + RING.radius - DEPTH.ring, anchor[2]];
  addShape(printObject.field, ringShape(middle, axis, RING.radius, RING.tube));
  const neck = Math.max(RING.tube, anchor[1] - DEPTH.neck);
  addShape(
    printObject.field,
    rodShape([anchor[0], neck, anchor[2]], Math.max(0, anchor[1] - DEPTH.ring - neck), RING.tube),
  );
  const made = await finishPrintObject(printObject, maxTriangles);
  return made && { ...made, notes: [NOTE, ...describeJoinedParts(printObject)] };
}

/**
 * Returns the position on top of a solid that is high and near the centre, so that the figure hangs roughly upright.
 */
function findRingAnchor({ counts, origin, steps, values }: LevelSet): GridPoint {
  let best: GridPoint = [0, 0, 0];
  let bestScore = -Infinity;
  for (let z = 0; z < counts[2]; z++) {
    for (let x = 0; x < counts[0]; x++) {
      for (let y = counts[1] - 1; y >= 0; y--) {
        if (values[(y * counts[2] + z) * counts[0] + x]! <= 0) continue;
        const position = [x, y, z].map((count, k) => origin[k]! + (count + 0.5) * steps[k]!) as unknown as GridPoint;
        const score = position[1] - BALANCE * Math.hypot(position[0], position[2]);
        if (score > bestScore) [best, bestScore] = [position, score];
        break;
      }
    }
  }
  return best;
}
