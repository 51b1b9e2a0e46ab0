import { zipSync } from 'fflate';
import { BufferGeometry, Group, Mesh, MeshBasicMaterial } from 'three';
import { expect, test } from 'vitest';
import { checkGltfCounts } from '../../../../../src-renderer/features/viewer/load/check-gltf-counts.ts';
import {
  checkShowable,
  MAX_DRAWN,
  MAX_OBJECTS,
} from '../../../../../src-renderer/features/viewer/load/check-showable.ts';
import { checkThreeMfCounts } from '../../../../../src-renderer/features/viewer/load/check-three-mf-counts.ts';

const TOO_LARGE = expect.objectContaining({ failure: 'too_large' }) as Error;
const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

function gltf(rest: object): ArrayBuffer {
  return bufferOf(Buffer.from(JSON.stringify({ asset: { version: '2.0' }, ...rest })));
}

/** The same as a GLB, with its JSON only. */
function glb(text: ArrayBuffer): ArrayBuffer {
  const json = Buffer.from(text);
  const head = Buffer.alloc(20);
  [0x46546c67, 2, 20 + json.length, json.length, 0x4e4f534a].forEach((word, at) => head.writeUInt32LE(word, at * 4));
  return bufferOf(Buffer.concat([head, json]));
}

function threeMf(resources: string, items: string): ArrayBuffer {
  const model = `<model><resources>${resources}</resources><build>${items}</build></model>`;
  return bufferOf(zipSync({ '3D/3dmodel.model': Buffer.from(model) }));
}

test('a glTF with more nodes than the page can show is too large before it is loaded', () => {
  const nodes = (count: number): object[] => Array.from({ length: count }, () => ({}));
  for (const as of [(text: ArrayBuffer) => text, glb]) {
    expect(() => checkGltfCounts(as(gltf({ nodes: nodes(MAX_OBJECTS + 1) })))).toThrow(TOO_LARGE);
    expect(() => checkGltfCounts(as(gltf({ nodes: nodes(MAX_OBJECTS) })))).not.toThrow();
  }
  const scenes = [{ nodes: Array<number>(MAX_OBJECTS + 1).fill(0) }];
  expect(() => checkGltfCounts(gltf({ nodes: [{}], scenes }))).toThrow(TOO_LARGE);
  const drawn = { meshes: [{ primitives: [{}, {}] }], nodes: Array(MAX_DRAWN / 2 + 1).fill({ mesh: 0 }) };
  expect(() => checkGltfCounts(gltf(drawn))).toThrow(TOO_LARGE);
});

test('the JSON of a glTF is bounded before it is parsed, and what is no glTF is left to the loader', () => {
  expect(() => checkGltfCounts(bufferOf(Buffer.from(`[${'[],'.repeat(1_600_000)}1]`)))).toThrow(TOO_LARGE);
  for (const text of ['', '{', 'glTF', '{"nodes":{},"meshes":[1],"scenes":[null]}']) {
    expect(() => checkGltfCounts(bufferOf(Buffer.from(text)))).not.toThrow();
  }
});

test('a few lines of a 3MF that are billions of objects are too large before they are loaded', () => {
  const level = (id: number, of: number): string =>
    `<object id="${id}"><components><component objectid="${of}"/><component objectid='${of}' transform="1 0 0"/></components></object>`;
  const tower = (levels: number): string =>
    `<object id="0"/>${Array.from({ length: levels }, (_, at) => level(at + 1, at)).join('')}`;
  expect(() => checkThreeMfCounts(threeMf(tower(40), '<item objectid="40"/>'))).toThrow(TOO_LARGE);
  expect(() => checkThreeMfCounts(threeMf(tower(8), '<item objectid="8"/>'))).not.toThrow();
  expect(() => checkThreeMfCounts(threeMf(level(1, 1), '<item objectid="1"/>'))).toThrow(TOO_LARGE);
  expect(() => checkThreeMfCounts(threeMf('<object id="1"/>', '<item objectid="1"/>'.repeat(20_001)))).toThrow(
    TOO_LARGE,
  );
});

test('a model of more objects or meshes than the page can show is too large after it is loaded', () => {
  const many = (count: number, create: () => Group | Mesh): Group => {
    const group = new Group();
    for (let at = 0; at < count; at++) group.children.push(create());
    return group;
  };
  const mesh = (): Mesh => new Mesh(new BufferGeometry(), [new MeshBasicMaterial(), new MeshBasicMaterial()]);
  expect(() => checkShowable(many(MAX_OBJECTS, () => new Group()))).toThrow(TOO_LARGE);
  expect(() => checkShowable(many(MAX_DRAWN / 2 + 1, mesh))).toThrow(TOO_LARGE);
  expect(() => checkShowable(many(10, mesh))).not.toThrow();
});
