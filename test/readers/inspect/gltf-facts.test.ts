import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { readContentFacts } from '../../../src-main/readers/inspect/content-facts.ts';
import { readGltfFacts } from '../../../src-main/readers/inspect/gltf-facts.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** The facts of a glTF with clips of these names. */
function factsOf(names: readonly string[]) {
  const channels = [{ sampler: 0, target: { node: 0, path: 'translation' } }];
  const samplers = [{ input: 0, output: 0 }];
  const json = {
    asset: { version: '2.0' },
    nodes: [{}],
    accessors: [{ componentType: 5126, count: 1, type: 'VEC3' }],
    animations: names.map((name) => ({ name, channels, samplers })),
  };
  return readGltfFacts(json, () => Promise.resolve(null));
}

test('clips are listed by name', async () => {
  const { clips, hasMoreClips } = await factsOf(['walk', 'run', 'walk', '']);
  expect([clips, hasMoreClips]).toEqual([['walk', 'run'], undefined]);
});

test.each([
  ['many clips', Array.from({ length: 20_000 }, (_, at) => `c${at}`), 1_000],
  ['a clip with a very long name', ['walk', 'x'.repeat(201)], 1],
  ['many clips with long names', Array.from({ length: 900 }, (_, at) => `${at}${'x'.repeat(190)}`), 513],
  ['names that are longer as JSON', Array.from({ length: 900 }, (_, at) => `${at}${'\0'.repeat(150)}`), 110],
])('of %s, only as many are listed as a manifest has room for', async (_, names, count) => {
  const { clips, hasMoreClips } = await factsOf(names);
  expect([clips.length, hasMoreClips]).toEqual([count, true]);
  expect(clips).toEqual(names.filter((name) => name.length <= 200).slice(0, count));
  expect(Buffer.byteLength(JSON.stringify(clips))).toBeLessThan(120_000);
});

/** A triangle of 1 × 1 m, drawn by one node. */
const TRIANGLE = {
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
};

test('the triangles of a mesh that only some programs draw several times are unknown', async () => {
  const nothing = () => Promise.resolve(null);
  expect(await readGltfFacts(TRIANGLE, nothing)).toMatchObject({ triangles: 1, dimensions: [1, 1, 0] });
  const copied = { mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } } };
  expect(await readGltfFacts({ ...TRIANGLE, nodes: [copied] }, nothing)).toMatchObject({
    triangles: null,
    dimensions: null,
  });
});

test('a buffer beside a glTF is found by its decoded name', async () => {
  const folder = makeTempFolder();
  // The bind matrix doubles the size.
  const bind = new Float32Array([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
  writeFileSync(path.join(folder, 'my mesh.bin'), bind);
  const skinned = {
    ...TRIANGLE,
    scenes: [{ nodes: [0, 1] }],
    nodes: [{ mesh: 0, skin: 0 }, {}],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 0, WEIGHTS_0: 0 } }] }],
    accessors: [...TRIANGLE.accessors, { bufferView: 0, componentType: 5126, count: 1, type: 'MAT4' }],
    skins: [{ joints: [1], inverseBindMatrices: 1 }],
    bufferViews: [{ buffer: 0, byteLength: bind.byteLength }],
    buffers: [{ uri: './my%20mesh.bin', byteLength: bind.byteLength }],
  };
  const file = path.join(folder, 'a.gltf');
  writeFileSync(file, JSON.stringify(skinned));
  const { dimensions } = await readContentFacts({ path: file, format: 'gltf', folder }, systemDisk);
  expect(dimensions).toEqual([2, 2, 0]);
});
