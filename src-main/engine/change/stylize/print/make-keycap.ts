import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { addShape, cutShape, type Shape } from '../solid/level-set.ts';
import { boxShape, cylinderShape, taperedShape } from './primitive-shapes.ts';
import { dominantColor } from './dominant-color.ts';
import { paintOver } from '../solid/color-finder.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';
import { beginPrintObject, finishPrintObject, describeJoinedParts, type StylizedPrint } from './print-object.ts';

/** A cap for one key (19.05 mm apart): half widths at bottom and top, height, wall and roof, mm. */
const CAP = { halves: [9, 6.6], height: 7.4, corner: 1.6, wall: 1.5, roof: 1.8 } as const;
/**
 * The socket for the cross on the stem of an MX switch, mm. The cross is 4.0 long with arms of 1.31 (across) and 1.09
 * (upright) (figures of the switch's drawing after `stems.scad` of keycap_playground, which also gives 5.5 for the stem
 * around it); the socket is a little wider where a print needs it: 4.1, 1.31 and 1.17.
 */
const SOCKET = { length: 4.1, across: 1.31, upright: 1.17, depth: 4, radius: 2.75 } as const;
/** The box the figure on top must fit, mm, and how deep it stands in the cap. */
const FIGURE = { width: 14.5, height: 16, sunk: 0.7 } as const;
const STEP = 0.155;
const SWELL = 2 * STEP;

const NOTE = engineMessage('stylize.keycap');

/** A figure on a keycap that fits the stem of an MX switch, millimetres, standing on y = 0. */
export async function makeKeycap(subject: StylizeSubject, most: number): Promise<StylizedPrint | null> {
  const [width, height, depth] = subject.size;
  const scale = Math.min(
    (FIGURE.width - 2 * SWELL) / Math.max(width, depth, 1e-3),
    (FIGURE.height - 2 * SWELL) / Math.max(height, 1e-3),
  );
  const rise = CAP.height - FIGURE.sunk + SWELL;
  const top = rise + height * scale + SWELL;
  const thing = beginPrintObject(subject, {
    placing: { scale: [scale, scale, scale], shift: [0, rise + (height * scale) / 2, 0] },
    low: [-CAP.halves[0], 0, -CAP.halves[0]],
    high: [CAP.halves[0], Math.max(top, CAP.height), CAP.halves[0]],
    step: STEP,
    swell: SWELL,
  });
  const { field, colors } = thing;
  const plain = dominantColor(field, colors);
  addShape(field, taperedShape(0, CAP.height, CAP.halves, CAP.corner));
  cutShape(field, hollow());
  addShape(field, cylinderShape([0, 0, 0], 1, SOCKET.radius, 0, CAP.height - CAP.roof / 2));
  const arm = SOCKET.length / 2;
  cutShape(field, boxShape([-arm, -1, -SOCKET.across / 2], [arm, SOCKET.depth, SOCKET.across / 2]));
  cutShape(field, boxShape([-SOCKET.upright / 2, -1, -arm], [SOCKET.upright / 2, SOCKET.depth, arm]));

  const made = await finishPrintObject(
    { field, colors: paintOver(colors, plain, (_x, y) => y < CAP.height + STEP / 2) },
    most,
  );
  return made && { ...made, notes: [NOTE, ...describeJoinedParts(thing)] };
}

/** The room inside of the cap. */
function hollow(): Shape {
  const lean = (CAP.halves[0] - CAP.halves[1]) / CAP.height;
  const height = CAP.height - CAP.roof;
  const low = CAP.halves[0] - CAP.wall + lean;
  return taperedShape(-1, height, [low, low - lean * (height + 1)], CAP.corner / 2);
}
