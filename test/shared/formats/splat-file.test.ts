import { describe, expect, test } from 'vitest';
import { writeSplat } from '../../../src-main/engine/files/splat/write-splat.ts';
import { SPLAT_RECORD_BYTES, expandBySplatRecords, isSplatFile } from '../../../src-shared/formats/splat-file.ts';
import { emptySplatBounds, splatBoundsSize } from '../../../src-shared/formats/splat-bounds.ts';
import { makeSplatCloud } from '../../helpers/models/splat-cloud.ts';

/** Four splats after their bytes were changed. */
function changed(change: (view: DataView) => void): Uint8Array {
  const bytes = writeSplat(makeSplatCloud());
  change(new DataView(bytes.buffer));
  return bytes;
}

const is = (bytes: Uint8Array, size = bytes.byteLength): boolean => isSplatFile(bytes, size);

describe('a file of nothing but splats', () => {
  test('is told by its length and its first splats', () => {
    const bytes = writeSplat(makeSplatCloud());
    expect(is(bytes)).toBe(true);
    expect(is(bytes, 3200)).toBe(true);
    expect(is(bytes, 3201)).toBe(false);
    expect(is(bytes.subarray(0, 20), 3200)).toBe(false);
    expect(is(new Uint8Array(0))).toBe(false);
  });

  test.each<[string, (view: DataView) => void]>([
    ['a place that is no number', (view) => view.setFloat32(SPLAT_RECORD_BYTES, NaN, true)],
    ['a place beyond all scenes', (view) => view.setFloat32(8, -1e7, true)],
    ['a size below nothing', (view) => view.setFloat32(12, -1, true)],
    ['a turn of no length', (view) => view.setUint32(3 * SPLAT_RECORD_BYTES + 28, 0x80808080)],
    ['a turn that is too long', (view) => view.setUint32(28, 0xffff80ff)],
  ])('is not what has %s', (_, change) => {
    expect(is(changed(change))).toBe(false);
  });

  test('has a box of the middles and one deviation to all sides, as the same splats of a PLY', () => {
    const box = emptySplatBounds();
    expandBySplatRecords(box, writeSplat(makeSplatCloud()));
    splatBoundsSize(box)?.forEach((size, axis) => expect(size).toBeCloseTo([2.2, 4.2, 0.02][axis]!, 3));
    expect(box.min[1]).toBeCloseTo(-0.1, 3);
  });

  test('has nothing around splats that cannot be seen', () => {
    const hidden = changed((view) => {
      for (let row = 0; row < 4; row++) view.setUint8(row * SPLAT_RECORD_BYTES + 27, 0);
    });
    const box = emptySplatBounds();
    expandBySplatRecords(box, hidden);
    expect(splatBoundsSize(box)).toBeNull();
  });
});
