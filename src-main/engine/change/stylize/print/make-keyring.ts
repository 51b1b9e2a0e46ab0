import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { addShape, type LevelSet } from '../solid/level-set.ts';
import { ringShape, rodShape } from './primitive-shapes.ts';
import type { GridPoint, StylizeSubject } from '../mesh/stylize-subject.ts';
import { beginPrintObject, finishPrintObject, describeJoinedParts, type StylizedPrint } from './print-object.ts';

/** Length of the figure's longest side, mm. */
const LENGTH = 40;
const STEP = LENGTH / 116;
/** Half the least thickness, mm: no leg or ear is thinner than three lines of a usual nozzle. */
const SWELL = 2 * STEP;
/** The ring's hole takes the wire of a usual split ring: 5 mm wide, mm from the middle to that of the tube. */
const RING = { radius: 4.2, tube: 1.7 } as const;
/** How deep the ring and its neck reach into the figure, mm. */
const DEPTH = { ring: 0.6, neck: 3 } as const;
/** What a millimetre away from the middle counts against one of height when a place for the ring is chosen. */
const BALANCE = 0.6;

const NOTE = engineMessage('stylize.keyring');

/** A figure 40 mm long with a ring on top, millimetres. */
export async function makeKeyring(subject: StylizeSubject, most: number): Promise<StylizedPrint | null> {
  const scale = LENGTH - 2 * SWELL;
  const half = subject.size.map((side) => (side * scale) / 2 + SWELL);
  // The hole runs along the short side, so that the ring lies flat with the figure.
  const axis = subject.size[0] <= subject.size[2] ? 0 : 2;
  const loop = RING.radius + RING.tube;
  const room = axis === 0 ? [RING.tube, loop] : [loop, RING.tube];
  const [x, z] = [half[0]! + room[0]!, half[2]! + room[1]!];
  const thing = beginPrintObject(subject, {
    placing: { scale: [scale, scale, scale], shift: [0, half[1]!, 0] },
    low: [-x, 0, -z],
    high: [x, 2 * half[1]! + 2 * loop, z],
    step: STEP,
    swell: SWELL,
  });
  const foot = findFoot(thing.field);
  const middle: GridPoint = [foot[0], foot[1] + RING.radius - DEPTH.ring, foot[2]];
  addShape(thing.field, ringShape(middle, axis, RING.radius, RING.tube));
  const neck = Math.max(RING.tube, foot[1] - DEPTH.neck);
  addShape(thing.field, rodShape([foot[0], neck, foot[2]], Math.max(0, foot[1] - DEPTH.ring - neck), RING.tube));
  const made = await finishPrintObject(thing, most);
  return made && { ...made, notes: [NOTE, ...describeJoinedParts(thing)] };
}

/** The place on top of a solid where a ring holds it high and about level. */
function findFoot({ counts, origin, steps, values }: LevelSet): GridPoint {
  let best: GridPoint = [0, 0, 0];
  let worth = -Infinity;
  for (let z = 0; z < counts[2]; z++) {
    for (let x = 0; x < counts[0]; x++) {
      for (let y = counts[1] - 1; y >= 0; y--) {
        if (values[(y * counts[2] + z) * counts[0] + x]! <= 0) continue;
        const place = [x, y, z].map((count, k) => origin[k]! + (count + 0.5) * steps[k]!) as unknown as GridPoint;
        const own = place[1] - BALANCE * Math.hypot(place[0], place[2]);
        if (own > worth) [best, worth] = [place, own];
        break;
      }
    }
  }
  return best;
}
