import { expect, test } from 'vitest';
import { writeUsdz } from '../../../../../src-main/engine/files/usd/write/write-usdz.ts';
import {
  boundsOf,
  createAsymmetricModel,
  numbersIn,
  rowsOf,
  unzip,
  volumeOf,
  WORLD_HIGH,
  WORLD_LOW,
  WORLD_VOLUME,
} from '../../asymmetric-model.ts';

function listOf(usda: string, attribute: string): number[] {
  const start = usda.indexOf(`${attribute} = [`);
  return numbersIn(usda.slice(start + attribute.length + 3, usda.indexOf(']', start)));
}

function readFaces(usda: string): number[][] {
  const indices = listOf(usda, 'faceVertexIndices');
  let at = 0;
  return listOf(usda, 'faceVertexCounts').map((count) => indices.slice(at, (at += count)));
}

test('every file in a USDZ is stored and begins at a multiple of 64 bytes, the layer first', async () => {
  const bytes = await writeUsdz(await createAsymmetricModel());
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const paths: string[] = [];
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const size = view.getUint32(at + 18, true);
    const name = view.getUint16(at + 26, true);
    const start = at + 30 + name + view.getUint16(at + 28, true);
    paths.push(Buffer.from(bytes.subarray(at + 30, at + 30 + name)).toString());
    expect(view.getUint16(at + 8, true)).toBe(0);
    expect(start % 64).toBe(0);
    at = start + size;
  }
  expect(paths).toEqual(['model.usda', 'textures/a_b.png', 'textures/a_b_2.png', 'textures/a_b_3.png']);
  expect(Object.keys(unzip(bytes).files)).toEqual(paths);
});

test('a USDZ keeps place, size and winding, in metres with +Y up', async () => {
  const usda = unzip(await writeUsdz(await createAsymmetricModel())).text('model.usda');
  expect(usda).toMatch(/^#usda 1\.0\n\(\n {4}defaultPrim = "Root"\n {4}metersPerUnit = 1\n {4}upAxis = "Y"\n\)\n/);
  const points = rowsOf(listOf(usda, 'points'), 3);
  expect(boundsOf(points)).toEqual({ low: WORLD_LOW, high: WORLD_HIGH });
  expect(rowsOf(listOf(usda, 'extent'), 3)).toEqual([WORLD_LOW, WORLD_HIGH]);
  expect(volumeOf(points, readFaces(usda))).toBeCloseTo(WORLD_VOLUME, 3);
  expect(rowsOf(listOf(usda, 'primvars:st'), 2).slice(0, 4)).toEqual([
    [0, 1],
    [0.25, 1],
    [0.25, 0.25],
    [0, 0.25],
  ]);
  expect(usda).toContain('doubleSided = 1');
});

test('quads become faces of four corners', async () => {
  const usda = unzip(await writeUsdz(await createAsymmetricModel({ ngonEncoding: true }))).text('model.usda');
  expect(listOf(usda, 'faceVertexCounts')).toEqual([4, 4, 4, 4, 4, 4]);
  expect(volumeOf(rowsOf(listOf(usda, 'points'), 3), readFaces(usda))).toBeCloseTo(WORLD_VOLUME, 3);
});

test('prims have safe names, braces match, and every connection and image leads somewhere', async () => {
  const { files, text } = unzip(await writeUsdz(await createAsymmetricModel()));
  const usda = text('model.usda');
  const path: string[] = [];
  const prims = new Set<string>();
  let last = '';
  for (const line of usda.split('\n')) {
    const prim = /^\s*def \w+ "(.*)"/.exec(line)?.[1];
    if (prim !== undefined) {
      expect(prim).toMatch(/^[A-Za-z_]\w*$/);
      last = prim;
      prims.add([...path, prim].join('/'));
    }
    if (line.trim() === '{') path.push(last);
    if (line.trim() === '}') path.pop();
  }
  expect(path).toEqual([]);
  const targets = [...usda.matchAll(/<\/([\w/]+)(?:\.outputs:\w+)?>/g)].map(([, target]) => target!);
  expect(targets.length).toBeGreaterThan(6);
  for (const target of targets) expect(prims).toContain(target);
  const images = [...usda.matchAll(/@(.+?)@/g)].map(([, image]) => image!);
  expect(images).toHaveLength(3);
  for (const image of images) expect(files).toHaveProperty([image]);
});

test('factors become scales and the normal map is spread to -1 to 1', async () => {
  const usda = unzip(await writeUsdz(await createAsymmetricModel())).text('model.usda');
  expect(usda).toContain('inputs:scale = (1, 0.5, 1, 1)\n');
  expect(usda).toContain('inputs:scale = (2, 2, 2, 1)\n');
  expect(usda).toContain('inputs:bias = (-1, -1, -1, 0)\n');
  expect(usda).toMatch(/inputs:roughness\.connect = <.*\/MetallicRoughness\.outputs:g>/);
  expect(usda).toMatch(/inputs:metallic\.connect = <.*\/MetallicRoughness\.outputs:b>/);
});
