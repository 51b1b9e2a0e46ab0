import { describe, expect, test } from 'vitest';
import { writeSplatPly } from '../../../src-main/engine/files/splat/write-splat-ply.ts';
import { findPlyFileBytes, MAX_PLY_HEADER_BYTES, parsePlyHeader } from '../../../src-shared/formats/ply-header.ts';
import { emptySplatBounds, expandByPlySplats, splatBoundsSize } from '../../../src-shared/formats/splat-bounds.ts';
import { findSplatLayout, type SplatLayout } from '../../../src-shared/formats/splat-layout.ts';
import { makeSplatCloud } from '../../helpers/models/splat-cloud.ts';

const toBytes = (...lines: string[]): Uint8Array =>
  new TextEncoder().encode(['ply', ...lines, 'end_header\n'].join('\n'));
const FORMAT = 'format binary_little_endian 1.0';
const MESH = ['element vertex 8', 'property float x', 'property float y', 'property float z', 'property uchar red'];

/** The layout of what a file holds, which must be splats. */
function layoutOf(file: Uint8Array): SplatLayout {
  const found = findSplatLayout(parsePlyHeader(file)!);
  if ('kind' in found) throw new Error(found.kind);
  return found;
}

describe('the header of a PLY', () => {
  test('tells the length of a file, whatever it lists', () => {
    const head = toBytes(FORMAT, 'comment a thing', ...MESH, 'element camera 2', 'property double at');
    const header = parsePlyHeader(head)!;
    expect(header.bytes).toBe(head.byteLength);
    expect(header.elements.map(({ name, count, stride }) => [name, count, stride])).toEqual([
      ['vertex', 8, 13],
      ['camera', 2, 8],
    ]);
    expect(findPlyFileBytes(header)).toBe(head.byteLength + 8 * 13 + 2 * 8);
  });

  test('tells no length where lists or words follow', () => {
    const faces = ['element face 6', 'property list uchar int vertex_indices'];
    expect(findPlyFileBytes(parsePlyHeader(toBytes(FORMAT, ...MESH, ...faces))!)).toBeNull();
    expect(findPlyFileBytes(parsePlyHeader(toBytes('format ascii 1.0', ...MESH))!)).toBeNull();
  });

  test('is read with the line ends of either system', () => {
    const text = new TextDecoder().decode(toBytes(FORMAT, ...MESH)).replaceAll('\n', '\r\n');
    expect(parsePlyHeader(new TextEncoder().encode(text))?.elements[0]?.stride).toBe(13);
  });

  test.each<[string, Uint8Array]>([
    ['another kind of file', new TextEncoder().encode('glTF and so on, end_header\n')],
    ['no end', toBytes(FORMAT, ...MESH).subarray(0, -4)],
    ['an unknown format', toBytes('format binary_middle_endian 1.0', ...MESH)],
    ['an unknown type', toBytes(FORMAT, 'element vertex 1', 'property quaternion r')],
    ['a type that an object has by birth', toBytes(FORMAT, 'element vertex 1', 'property constructor r')],
    ['a column of nothing', toBytes(FORMAT, 'property float x')],
    ['fewer than no rows', toBytes(FORMAT, 'element vertex -1', 'property float x')],
    ['more rows than any file has', toBytes(FORMAT, 'element vertex 99999999999', 'property float x')],
    [
      'more columns than any file has',
      toBytes(FORMAT, 'element vertex 1', ...Array<string>(1100).fill('property float x')),
    ],
    ['an end that is too far away', toBytes(FORMAT, `comment ${'x'.repeat(MAX_PLY_HEADER_BYTES)}`, ...MESH)],
  ])('is none with %s', (_, bytes) => {
    expect(parsePlyHeader(bytes)).toBeNull();
  });
});

describe('splats in a PLY', () => {
  test('are told from a mesh by their columns, and named by the first that is missing', () => {
    expect(findSplatLayout(parsePlyHeader(toBytes(FORMAT, ...MESH))!)).toEqual({
      kind: 'no_splats',
      missing: 'scale_0',
    });
    const file = writeSplatPly(makeSplatCloud());
    expect(layoutOf(file)).toMatchObject({ count: 4, stride: 68, length: file.byteLength });
  });

  test.each([
    ['ascii', 'text'],
    ['binary_big_endian', 'big_endian'],
  ])('written as %s are not read', (format, what) => {
    const text = Buffer.from(writeSplatPly(makeSplatCloud()))
      .toString('latin1')
      .replace('binary_little_endian', format);
    expect(findSplatLayout(parsePlyHeader(Buffer.from(text, 'latin1'))!)).toEqual({ kind: 'unread', what });
  });

  test('have a box around their ellipsoids, turned as they are', () => {
    const sizesAs = (rotation: readonly number[]): number[] => {
      const cloud = makeSplatCloud();
      const rotations = cloud.rotations.map((_, i) => rotation[i % 4]!);
      const file = writeSplatPly({ ...cloud, rotations });
      const layout = layoutOf(file);
      const box = emptySplatBounds();
      expandByPlySplats(box, file.subarray(layout.start), layout);
      return splatBoundsSize(box)!;
    };
    const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 4) as number);
    expect(sizesAs([1, 0, 0, 0])).toEqual(near([2.2, 4.2, 0.02]));
    // A quarter turn about y: what was thin along z is thin along x. The turn need not be of length 1.
    expect(sizesAs([2, 0, 2, 0])).toEqual(near([2.02, 4.2, 0.2]));
    expect(sizesAs([Math.SQRT1_2, Math.SQRT1_2, 0, 0])).toEqual(near([2.2, 4.02, 0.2]));
  });

  test('that cannot be seen or lie nowhere have no box', () => {
    const cloud = makeSplatCloud();
    const positions = cloud.positions.map((value, i) => (i < 3 ? NaN : value));
    const measure = (file: Uint8Array): number[] | null => {
      const layout = layoutOf(file);
      const box = emptySplatBounds();
      expandByPlySplats(box, file.subarray(layout.start), layout);
      return splatBoundsSize(box);
    };
    expect(measure(writeSplatPly({ ...cloud, positions }))?.[1]).toBeCloseTo(4.2, 4);
    expect(measure(writeSplatPly({ ...cloud, opacity: 0.001 }))).toBeNull();
  });
});
