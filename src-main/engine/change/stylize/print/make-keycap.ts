import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { addShape, cutShape, type Shape } from '../solid/level-set.ts';
import { boxShape, cylinderShape, taperedShape } from './primitive-shapes.ts';
import { dominantColor } from './dominant-color.ts';
import { paintOver } from '../solid/color-finder.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';
import { beginPrintObject, finishPrintObject, describeJoinedParts, type StylizedPrint } from './print-object.ts';

/** A cap for a 1u key (19.05 mm pitch): half widths at bottom and top, height, edge radius, wall and roof, mm. */
const CAP = { halves: [9, 6.6], height: 7.4, corner: 1.6, wall: 1.5, roof: 1.8 } as const;
/**
 * Socket for the cross-shaped stem of an MX switch, mm. According to the switch's drawing, as quoted in `stems.scad` of
 * keycap_playground, the cross is 4.0 long with arms 1.31 (horizontal) and 1.09 (vertical) wide, and the stem around it
 * is 5.5 wide. The socket adds clearance for printing: 4.1, 1.31 and 1.17.
 */
const SOCKET = { length: 4.1, across: 1.31, upright: 1.17, depth: 4, radius: 2.75 } as const;
/** Maximum width and height of the figure on top, and the depth by which it is sunk into the cap, mm. */
const FIGURE = { width: 14.5, height: 16, sunk: 0.7 } as const;
/** Edge of a cell, mm. */
const STEP = 0.155;
/** Thickening of the figure, mm. */
const OFFSET = 2 * STEP;

const NOTE = engineMessage('stylize.keycap');

/** Makes a keycap for an MX switch with the subject on top, in millimetres, standing on y = 0. */
export async function makeKeycap(subject: StylizeSubject, maxTriangles: number): Promise<StylizedPrint | null> {
  const [width, height, depth] = subject.size;
  const scale = Math.min(
    (FIGURE.width - 2 * OFFSET) / Math.max(width, depth, 1e-3),
    (FIGURE.height - 2 * OFFSET) / Math.max(height, 1e-3),
  );
  const rise = CAP.height - FIGURE.sunk + OFFSET;
  const top = rise + height * scale + OFFSET;
  const printObject = beginPrintObject(subject, {
    placement: { scale: [scale, scale, scale], translation: [0, rise + (height * scale) / 2, 0] },
    low: [-CAP.halves[0], 0, -CAP.halves[0]],
    high: [CAP.halves[0], Math.max(top, CAP.height), CAP.halves[0]],
    step: STEP,
    offset: OFFSET,
  });
  const { field, colors } = printObject;
  const plain = dominantColor(field, colors);
  addShape(field, taperedShape(0, CAP.height, CAP.halves, CAP.corner));
  cutShape(field, cavityShape());
  addShape(field, cylinderShape([0, 0, 0], 1, SOCKET.radius, 0, CAP.height - CAP.roof / 2));
  const arm = SOCKET.length / 2;
  cutShape(field, boxShape([-arm, -1, -SOCKET.across / 2], [arm, SOCKET.depth, SOCKET.across / 2]));
  cutShape(field, boxShape([-SOCKET.upright / 2, -1, -arm], [SOCKET.upright / 2, SOCKET.depth, arm]));

  const made = await finishPrintObject(
    { field, colors: paintOver(colors, plain, (_x, y) => y < CAP.height + STEP / 2) },
    maxTriangles,
  );
  return made && { ...made, notes: [NOTE, ...describeJoinedParts(printObject)] };
}

/** Returns the cavity inside the cap. */
function cavityShape(): Shape {
  const lean = (CAP.halves[0] - CAP.halves[1]) / CAP.height;
  const height = CAP.height - CAP.roof;
  const low = CAP.halves[0] - CAP.wall + lean;
  return taperedShape(-1, height, [low, low - lean * (height + 1)], CAP.corner / 2);
}
