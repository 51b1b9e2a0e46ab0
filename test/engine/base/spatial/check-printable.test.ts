import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { expect, test } from 'vitest';
import { checkPrintable } from '../../../../src-main/engine/base/spatial/check-printable.ts';
import { buildModel, cutAbove, makeBall, move, turnProfile } from '../mesh/build-model.ts';

test('a closed body is printable: its size and its thickness are told', async () => {
  const ball = toEngineText(checkPrintable(await buildModel({ ball: makeBall(24) })));
  expect(ball).toMatch(/^3D printing: the model is one closed body of 2000 × 2000 × 2000 mm, at least 19\d\d mm thick/);
});

test('a plate is as thick as it is', async () => {
  // Flat but for its edge: radius 1, 40 mm high.
  const plate = turnProfile(32, 32, (height) => Math.min(1, 40 * Math.sqrt(1 - height * height)));
  const flat = { ...plate, positions: plate.positions.map((value, i) => (i % 3 === 1 ? 0.02 * value : value)) };
  const note = toEngineText(checkPrintable(await buildModel({ flat })));
  const [, thick] = /at least ([\d.]+) mm thick/.exec(note)!;
  expect(Number(thick)).toBeGreaterThan(30);
  expect(Number(thick)).toBeLessThan(41);
});

test('parts are counted, and those with a hole are named', async () => {
  const [one, two] = [makeBall(12), move(makeBall(12), [3, 0, 0])];
  expect(toEngineText(checkPrintable(await buildModel({ one, two })))).toContain(
    'the model has 2 closed parts, together 5000 × 2000',
  );
  expect(toEngineText(checkPrintable(await buildModel({ one, two: cutAbove(two, 0.5) })))).toBe(
    '3D printing: these parts are not closed: two.',
  );
});
