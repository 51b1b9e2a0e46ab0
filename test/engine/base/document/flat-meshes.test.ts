import { Document, type Primitive, type TypedArray } from '@gltf-transform/core';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bakeTransforms } from '../../../../src-main/engine/base/document/bake-transforms.ts';
import { NO_CORNER, type FlatPrimitive } from '../../../../src-main/engine/base/document/flat-mesh.ts';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { boundsOf, createAsymmetricModel, rowsOf, volumeOf, WORLD_VOLUME } from '../../files/asymmetric-model.ts';
import { SAMPLES } from '../../../helpers/samples.ts';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

function createModel(positions: TypedArray, build: (primitive: Primitive, document: Document) => void = () => {}) {
  const document = new Document();
  const accessor = document.createAccessor().setType('VEC3').setArray(positions);
  const primitive = document.createPrimitive().setAttribute('POSITION', accessor);
  build(primitive, document);
  const mesh = document.createMesh('square').addPrimitive(primitive);
  const node = document.createNode().setMesh(mesh);
  document.createScene().addChild(node);
  return { document, node, mesh };
}

function flatten(document: Document): FlatPrimitive {
  return toFlatMeshes(document)[0]!.primitives[0]!;
}

function setIndices(primitive: Primitive, document: Document, indices: number[]): void {
  primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(new Uint16Array(indices)));
}

test('strips and fans become triangles with one winding', () => {
  const strip = createModel(new Float32Array(SQUARE), (primitive, document) => {
    setIndices(primitive.setMode(5), document, [0, 1, 3, 2, 2]);
  });
  expect([...flatten(strip.document).indices]).toEqual([0, 1, 3, 1, 2, 3]);
  const fan = createModel(new Float32Array(SQUARE), (primitive) => primitive.setMode(6));
  expect([...flatten(fan.document).indices]).toEqual([1, 2, 0, 2, 3, 0]);
});

test('points and lines are left out', () => {
  for (const mode of [0, 1, 2, 3] as const) {
    const { document } = createModel(new Float32Array(SQUARE), (primitive) => primitive.setMode(mode));
    expect(toFlatMeshes(document)).toEqual([]);
  }
});

test('a mirroring node turns triangles and quads, so that the outside stays outside', async () => {
  const { positions, indices, quads, normals } = flatten(await createAsymmetricModel({ ngonEncoding: true }));
  const points = rowsOf([...positions], 3);
  expect(volumeOf(points, rowsOf([...indices], 3))).toBeCloseTo(WORLD_VOLUME, 3);
  expect(volumeOf(points, rowsOf([...quads!], 4))).toBeCloseTo(WORLD_VOLUME, 3);
  expect([...normals!.subarray(0, 3)]).toEqual([1, 0, 0]);
});

test('two triangles with one first corner are a quad, a lone one ends in no corner', () => {
  const { document, mesh } = createModel(new Float32Array(SQUARE), (primitive, owner) => {
    setIndices(primitive, owner, [0, 1, 2, 0, 2, 3, 1, 2, 3]);
  });
  expect(flatten(document).quads).toBeNull();
  mesh.setExtras({ ngonEncoding: true });
  expect([...flatten(document).quads!]).toEqual([0, 1, 2, 3, 1, 2, 3, NO_CORNER]);
});

test('quantised positions are decoded and uneven scales keep normals upright', () => {
  const { document, node } = createModel(new Int16Array([0, 0, 0, 32767, 0, 0, 0, 32767, 0]), (primitive, owner) => {
    primitive.getAttribute('POSITION')!.setNormalized(true);
    const normals = owner
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array([1, 1, 0, 1, 1, 0, 0, 0, 0]));
    primitive.setAttribute('NORMAL', normals);
  });
  node.setScale([2, 1, 1]);
  const { positions, normals } = flatten(document);
  expect([...positions]).toEqual([0, 0, 0, 2, 0, 0, 0, 1, 0]);
  expect(normals![0]! / normals![1]!).toBeCloseTo(0.5);
  expect(Math.hypot(...normals!.subarray(0, 3))).toBeCloseTo(1);
  expect([...normals!.subarray(6)]).toEqual([0, 1, 0]);
});

test('a skinned mesh follows its joints and not its node', () => {
  const { document, node } = createModel(new Float32Array(SQUARE), (primitive, owner) => {
    const joints = owner
      .createAccessor()
      .setType('VEC4')
      .setArray(new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    const weights = owner
      .createAccessor()
      .setType('VEC4')
      .setArray(new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0]));
    primitive.setAttribute('JOINTS_0', joints).setAttribute('WEIGHTS_0', weights);
  });
  const inverseBinds = new Float32Array(32);
  for (const k of [0, 5, 10, 15]) inverseBinds[k] = inverseBinds[16 + k] = 1;
  inverseBinds[16 + 12] = -1;
  const left = document.createNode('left').setTranslation([0, 0, 10]);
  const right = document.createNode('right').setTranslation([1, 0, 20]);
  document.getRoot().listScenes()[0]!.addChild(left).addChild(right);
  const skin = document.createSkin().addJoint(left).addJoint(right);
  skin.setInverseBindMatrices(document.createAccessor().setType('MAT4').setArray(inverseBinds));
  node.setSkin(skin).setTranslation([100, 100, 100]);
  expect([...flatten(document).positions]).toEqual([0, 0, 10, 1, 0, 20, 1, 1, 15, 0, 1, 10]);
});

test('a joint without an inverse bind matrix is bound by the identity', () => {
  const { document, node } = createModel(new Float32Array(SQUARE), (primitive, owner) => {
    const rows = (array: TypedArray) => owner.createAccessor().setType('VEC4').setArray(array);
    const second = [0, 1, 0, 0];
    primitive.setAttribute('JOINTS_0', rows(new Uint8Array(16)));
    primitive.setAttribute('WEIGHTS_0', rows(new Float32Array(16).fill(0.25)));
    primitive.getAttribute('JOINTS_0')!.setElement(3, second);
  });
  const left = document.createNode('left').setTranslation([0, 0, 10]);
  const right = document.createNode('right').setTranslation([0, 0, 20]);
  document.getRoot().listScenes()[0]!.addChild(left).addChild(right);
  const one = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  const skin = document.createSkin().addJoint(left).addJoint(right);
  node.setSkin(skin.setInverseBindMatrices(document.createAccessor().setType('MAT4').setArray(one)));
  expect([...flatten(document).positions]).toEqual([0, 0, 10, 1, 0, 10, 1, 1, 10, 0, 1, 12.5]);
});

function createMorphed() {
  return createModel(new Float32Array(SQUARE), (primitive, owner) => {
    const rows = (values: number[]) => owner.createAccessor().setType('VEC3').setArray(new Float32Array(values));
    primitive.setAttribute('NORMAL', rows([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]));
    setIndices(primitive, owner, [0, 1, 2, 0, 2, 3]);
    const up = owner.createPrimitiveTarget('up').setAttribute('POSITION', rows([0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    const tilted = owner.createPrimitiveTarget('tilted');
    tilted.setAttribute('NORMAL', rows([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    primitive.addTarget(up).addTarget(tilted);
  });
}

test('morph targets have their weights at rest: those of the node, or else those of the mesh', () => {
  const { document, node, mesh } = createMorphed();
  expect(flatten(document).positions[2]).toBe(0);
  mesh.setWeights([0.5, 1]);
  node.setScale([1, 1, 3]);
  const { positions, normals } = flatten(document);
  expect([...positions]).toEqual([0, 0, 6, ...SQUARE.slice(3)]);
  expect(normals![0]! / normals![2]!).toBeCloseTo(3);
  expect([...normals!.subarray(3, 6)]).toEqual([0, 0, 1]);
  node.setWeights([1, 0]);
  expect([...flatten(document).positions]).toEqual([0, 0, 12, ...SQUARE.slice(3)]);
  expect([...flatten(document).normals!.subarray(0, 3)]).toEqual([0, 0, 1]);
});

test('baked transforms freeze morph targets as they are at rest', () => {
  const { document, mesh } = createMorphed();
  mesh.setWeights([0.5, 1]);
  const shown = flatten(document);
  expect(shown.positions[2]).toBe(2);
  bakeTransforms(document);
  expect(mesh.listPrimitives()[0]!.listTargets()).toEqual([]);
  const { positions, normals } = flatten(document);
  expect([positions, normals]).toEqual([shown.positions, shown.normals]);
});

test('names are unique, whatever the nodes are called', () => {
  const { document, mesh } = createModel(new Float32Array(SQUARE));
  const scene = document.getRoot().listScenes()[0]!;
  for (const name of ['Arm', 'arm', '']) scene.addChild(document.createNode(name).setMesh(mesh));
  expect(toFlatMeshes(document).map(({ name }) => name)).toEqual(['square', 'Arm', 'arm_2', 'square_2']);
});

const fox = pathToFileURL(path.join(SAMPLES, 'models/Fox.glb'));

test.skipIf(!existsSync(fox))('the sample fox stands as Blender shows it (skipped without samples)', async () => {
  const document = await readGlb(readFileSync(fox));
  const { low, high } = boundsOf(rowsOf([...flatten(document).positions], 3));
  expect(low.map(Math.round)).toEqual([-13, -0, -88]);
  expect(high.map(Math.round)).toEqual([13, 79, 67]);
});
