import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Document } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { writeUsdz } from '../../../../src-main/engine/files/usd/write/write-usdz.ts';
import { writeAlignedZip } from '../../../../src-main/engine/files/zip/write-zip.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { createBendingModel, type BendingOptions } from '../moving-models.ts';
import { boxDifference, playGltf } from '../play-with-three.ts';
import { findGltfErrors, measureDocument } from './measure.ts';
import { writeUsdc, type CratePrim } from './usdc-writer.ts';

const SHARES = [0, 0.25, 0.5, 0.8, 1];

const CASES: readonly (readonly [string, BendingOptions])[] = [
  ['a skeleton', {}],
  ['a skeleton of centimetres in two surfaces', { armatureSize: 0.01, primitives: 2 }],
  ['a skeleton with something fixed to a bone', { hasBox: true }],
  ['a skeleton that stands bent', { isBent: true }],
  ['curves', { interpolation: 'CUBICSPLINE' }],
];

test.each(CASES)('%s and its clips come back from a USDZ', async (_, options) => {
  const meant = await playGltf(createBendingModel(options), SHARES);
  const { document, notes } = await readAnyModel(await writeUsdz(createBendingModel(options)));
  expect(notes.map(toEngineText)).toEqual([]);
  expect(await findGltfErrors(document)).toEqual([]);
  expect(document.getRoot().listSkins()[0]!.listJoints().length).toBeGreaterThanOrEqual(2);
  const found = await playGltf(document, SHARES);
  expect(found.map(({ name }) => name)).toEqual(['bend', 'hop']);
  found.forEach(({ name, seconds, boxes }, clip) => {
    expect(seconds).toBeCloseTo(meant[clip]!.seconds, 3);
    boxes.forEach((box, i) => expect(boxDifference(box, meant[clip]!.boxes[i]!), `${name} ${i}`).toBeLessThan(0.003));
  });
});

/** A square of 2 × 1 with its lower edge on the first joint and its upper one on the second, in centimetres and Z up. */
const FLAG = `#usda 1.0
( upAxis = "Z"
  metersPerUnit = 0.01
  timeCodesPerSecond = 10 )
def SkelRoot "Flag" (prepend apiSchemas = ["SkelBindingAPI"]) {
  rel skel:skeleton = </Flag/Bones>
  rel skel:animationSource = </Flag/Wave>
  def Skeleton "Bones" {
    uniform token purpose = "guide"
    uniform token[] joints = ["pole", "pole/top"]
    uniform matrix4d[] bindTransforms = [
      ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)),
      ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 100, 1)) ]
    uniform matrix4d[] restTransforms = [
      ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)),
      ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 100, 1)) ]
  }
  def SkelAnimation "Wave" {
    uniform token[] joints = ["pole/top"]
    float3[] translations.timeSamples = { 5: [(0, 0, 100)], 15: [(50, 0, 200)] }
    quatf[] rotations = [(1, 0, 0, 0)]
    half3[] scales = [(1, 1, 1)]
  }
  def Mesh "Cloth" {
    double3 xformOp:translate = (1000, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (200, 0, 0), (200, 0, 100), (0, 0, 100)]
    uniform token subdivisionScheme = "none"
    uniform token[] skel:joints = ["pole/top", "pole"]
    int[] primvars:skel:jointIndices = [1, 1, 0, 0] ( elementSize = 1
      interpolation = "vertex" )
    float[] primvars:skel:jointWeights = [1, 1, 1, 1] ( elementSize = 1
      interpolation = "vertex" )
    matrix4d primvars:skel:geomBindTransform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 10, 0, 1))
  }
}
`;

const readText = (text: string) => readAnyModel(writeAlignedZip(new Map([['flag.usda', Buffer.from(text)]]), 64));

async function expectFlag(document: Document) {
  expect(await findGltfErrors(document)).toEqual([]);
  const [clip, ...others] = await playGltf(document, [0, 0.5, 1]);
  expect(others).toEqual([]);
  expect(clip).toMatchObject({ name: 'Wave', seconds: expect.closeTo(1, 4) as number });
  // Z up becomes Y up: where the cloth was bound, not where its prim stands; its upper edge goes up and to the side.
  const expected = [
    [0, 0, -0.1, 2, 1, -0.1],
    [0, 0, -0.1, 2.25, 1.5, -0.1],
    [0, 0, -0.1, 2.5, 2, -0.1],
  ];
  clip!.boxes.forEach(([low, high], i) => {
    [...low, ...high].forEach((value, k) => expect(value, `${i} ${k}`).toBeCloseTo(expected[i]![k]!, 4));
  });
}

test('a skeleton that nobody sees holds a mesh with joints in an order of its own, Z up, in centimetres', async () => {
  const { document, notes } = await readText(FLAG);
  expect(notes.map(toEngineText)).toEqual([]);
  await expectFlag(document);
});

test('the same comes from a crate', async () => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const raised = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 100, 1];
  const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 10, 0, 1];
  const prims: CratePrim[] = [
    {
      path: '/Flag',
      type: 'SkelRoot',
      properties: {
        'skel:skeleton': { targets: ['/Flag/Bones'] },
        'skel:animationSource': { targets: ['/Flag/Wave'] },
      },
    },
    {
      path: '/Flag/Bones',
      type: 'Skeleton',
      properties: {
        joints: { type: 'token[]', value: { tokens: ['pole', 'pole/top'] } },
        bindTransforms: { type: 'matrix4d[]', value: { matrices: [...identity, ...raised] } },
        restTransforms: { type: 'matrix4d[]', value: { matrices: [...identity, ...raised] } },
      },
    },
    {
      path: '/Flag/Wave',
      type: 'SkelAnimation',
      properties: {
        joints: { type: 'token[]', value: { tokens: ['pole/top'] } },
        translations: {
          type: 'float3[]',
          samples: [
            [5, { vec3s: [0, 0, 100] }],
            [15, { vec3s: [50, 0, 200] }],
          ],
        },
        // No turn: the real part comes last in a crate.
        rotations: { type: 'quatf[]', samples: [[5, { quats: [0, 0, 0, 1] }]] },
      },
    },
    {
      path: '/Flag/Cloth',
      type: 'Mesh',
      properties: {
        faceVertexCounts: { type: 'int[]', value: { ints: [4] } },
        faceVertexIndices: { type: 'int[]', value: { ints: [0, 1, 2, 3] } },
        points: { type: 'point3f[]', value: { vec3s: [0, 0, 0, 200, 0, 0, 200, 0, 100, 0, 0, 100] } },
        subdivisionScheme: { type: 'token', value: { token: 'none' } },
        'primvars:skel:jointIndices': { type: 'int[]', interpolation: 'vertex', value: { ints: [0, 0, 1, 1] } },
        'primvars:skel:jointWeights': { type: 'float[]', interpolation: 'vertex', value: { floats: [1, 1, 1, 1] } },
        'primvars:skel:geomBindTransform': { type: 'matrix4d', value: { matrix: moved } },
      },
    },
  ];
  const crate = writeUsdc({ upAxis: { token: 'Z' }, metersPerUnit: 0.01, timeCodesPerSecond: 10 }, prims);
  const { document, notes } = await readAnyModel(writeAlignedZip(new Map([['flag.usdc', crate]]), 64));
  expect(notes.map(toEngineText)).toEqual([]);
  await expectFlag(document);
});

test('points that no joint holds stay, and a mesh may hang on one joint as a whole', async () => {
  const loose = await readText(FLAG.replace('jointWeights = [1, 1, 1, 1]', 'jointWeights = [0, 0, 1, 1]'));
  await expectFlag(loose.document);
  const rigid = await readText(
    FLAG.replace(/jointIndices = .*\n.*"vertex"/, 'jointIndices = [0] ( interpolation = "constant"').replace(
      /jointWeights = .*\n.*"vertex"/,
      'jointWeights = [1] ( interpolation = "constant"',
    ),
  );
  const [clip] = await playGltf(rigid.document, [1]);
  expect(clip!.boxes[0]![0].map((value) => Math.round(value * 100))).toEqual([50, 100, -10]);
});

test('a skeleton that holds nothing, or is not there, leaves the mesh as it is', async () => {
  for (const text of [
    FLAG.replace('rel skel:skeleton = </Flag/Bones>', 'rel skel:skeleton = </Flag/Gone>'),
    FLAG.replace('uniform token[] joints = ["pole", "pole/top"]', ''),
  ]) {
    const { document } = await readText(text);
    expect(document.getRoot().listSkins()).toEqual([]);
    expect(document.getRoot().listAnimations()).toEqual([]);
    expect(measureDocument(document).triangles).toBe(2);
    expect(measureDocument(document).low[0]).toBeCloseTo(10, 4);
    expect(
      document
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
    ).toEqual(['Flag', 'Cloth']);
  }
});

test('matrices and samples that do not fit are left out', async () => {
  const { document } = await readText(
    FLAG.replace('uniform matrix4d[] bindTransforms', 'uniform matrix4d[] other').replace(
      '5: [(0, 0, 100)]',
      '1: [(1, 2, 3), (4, 5, 6)], 5: [(0, 0, 100)]',
    ),
  );
  await expectFlag(document);
});
