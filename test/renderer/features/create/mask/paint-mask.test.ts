import { expect, it } from 'vitest';
import { coversAny, paintLine } from '../../../../../src-renderer/features/create/mask/paint-mask.ts';

const EDGE = 40;
const empty = () => ({ width: EDGE, height: EDGE, data: new Uint8Array(EDGE * EDGE) });
const at = (mask: ReturnType<typeof empty>, x: number, y: number) => mask.data[y * EDGE + x];

it('paints a line with round ends and a soft edge, and says what changed', () => {
  const mask = empty();
  const changed = paintLine(mask, { x: 10, y: 20 }, { x: 30, y: 20 }, { radius: 4, erases: false });
  expect(changed).toEqual({ left: 5, top: 15, width: 30, height: 10 });
  expect([at(mask, 20, 20), at(mask, 7, 20), at(mask, 20, 17)]).toEqual([255, 255, 255]);
  expect([at(mask, 20, 10), at(mask, 2, 20), at(mask, 6, 16)]).toEqual([0, 0, 0]);
  // An area of a rectangle and a disc, within the edge.
  const area = mask.data.reduce((sum, value) => sum + value, 0) / 255;
  expect(Math.abs(area - (20 * 8 + Math.PI * 16))).toBeLessThan(3);
});

it('erases what was painted, and nothing beside it', () => {
  const mask = empty();
  mask.data.fill(255);
  paintLine(mask, { x: 20, y: 20 }, { x: 20, y: 20 }, { radius: 5, erases: true });
  expect([at(mask, 20, 20), at(mask, 20, 27), at(mask, 0, 0)]).toEqual([0, 255, 255]);
  expect(coversAny(mask)).toBe(true);
  paintLine(mask, { x: 0, y: 0 }, { x: EDGE, y: EDGE }, { radius: 60, erases: true });
  expect(coversAny(mask)).toBe(false);
});

it('changes nothing outside of the image', () => {
  const mask = empty();
  expect(paintLine(mask, { x: -50, y: 5 }, { x: -40, y: 5 }, { radius: 6, erases: false })).toBeNull();
  const changed = paintLine(mask, { x: -2, y: -2 }, { x: 2, y: 2 }, { radius: 3, erases: false });
  expect(changed).toMatchObject({ left: 0, top: 0 });
  expect([at(mask, 0, 0), at(mask, EDGE - 1, 0), at(mask, 0, EDGE - 1)]).toEqual([255, 0, 0]);
});
