import { Document } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { writeStl } from '../../../../src-main/engine/files/stl/write-stl.ts';
import { boundsOf, createAsymmetricModel, volumeOf, WORLD_VOLUME } from '../asymmetric-model.ts';

function readStl(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(80, true);
  expect(bytes.byteLength).toBe(84 + 50 * count);
  const vector = (at: number) => [0, 4, 8].map((k) => view.getFloat32(at + k, true));
  const facets = Array.from({ length: count }, (_, i) => {
    const at = 84 + 50 * i;
    return { normal: vector(at), corners: [12, 24, 36].map((k) => vector(at + k)) };
  });
  return { header: Buffer.from(bytes.subarray(0, 80)).toString('latin1'), facets };
}

test('an STL stands upright in millimetres and says so', async () => {
  const { header, facets } = readStl(writeStl(await createAsymmetricModel()));
  expect(header).toContain('millimetres, Z up');
  expect(header).not.toMatch(/^solid/);
  expect(boundsOf(facets.flatMap((facet) => facet.corners))).toEqual({
    low: [8000, -37000, 18000],
    high: [11000, -27000, 24000],
  });
});

test('the facets of a mirrored box look outwards, and so do their normals', async () => {
  const { facets } = readStl(writeStl(await createAsymmetricModel()));
  const points = facets.flatMap((facet) => facet.corners);
  const faces = facets.map((_, i) => [i * 3, i * 3 + 1, i * 3 + 2]);
  expect(volumeOf(points, faces)).toBeCloseTo(WORLD_VOLUME * 1e9, -6);
  const centre = [9500, -32000, 21000];
  for (const { normal, corners } of facets) {
    const outwards = normal.reduce((sum, n, k) => sum + n * (corners[0]![k]! - centre[k]!), 0);
    expect(outwards).toBeGreaterThan(0);
  }
});

test('a model without surfaces is refused', () => {
  expect(() => writeStl(new Document())).toThrow(expect.objectContaining({ code: 'unsupported' }));
});

test('a facet with two corners in one place is left out', async () => {
  const model = await createAsymmetricModel();
  model.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getIndices()!.getArray()!.set([5, 5, 6], 0);
  expect(readStl(writeStl(model)).facets).toHaveLength(11);
});
