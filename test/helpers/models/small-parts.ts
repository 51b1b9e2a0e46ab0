import { zipSync } from 'fflate';
import type { FbxElement } from '../../../src-main/engine/files/fbx/read/fbx-element.ts';
import { parseTextFbx } from '../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import { encodeBinaryFbx, textFbx } from '../../engine/files/import/fbx-files.ts';
import { describeTriangle } from './triangle-gltf.ts';

/** A model of one triangle with many small parts, each of which takes a hundred times its size in memory. */
export interface SmallParts {
  /** File name of the format. */
  readonly name: string;
  /** Name of the repeated part. */
  readonly part: string;
  /** Largest number that is read. */
  readonly largest: number;
  /** A number that is refused, with the message of `refusal`. */
  readonly above: number;
  readonly refusal: string;
  make(count: number): Uint8Array;
}

const MEMORY = 'model-limit.available-memory';
const PARTS = 'model-limit.parts';
const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const FACE = 'f 1 2 3\n';

/** Texts of many parts that have their number in place of `#`. */
function repeat(part: string, count: number): string {
  return part.includes('#')
    ? Array.from({ length: count }, (_, at) => part.replace('#', String(at))).join('')
    : part.repeat(count);
}

function makeTextFbx(inner: string): Uint8Array {
  const text = Buffer.from(textFbx()).toString();
  return Buffer.from(text.replace(/(?=Objects:)/, `Notes: {\n${inner}\n}\n`));
}

function makeBinaryFbx(children: readonly FbxElement[]): Uint8Array {
  const { version, root } = parseTextFbx(textFbx());
  return encodeBinaryFbx({ version, root: { ...root, children: [toElement(children), ...root.children] } }, 7400);
}

const toElement = (children: readonly FbxElement[], values: FbxElement['values'] = []): FbxElement => ({
  name: 'A',
  values,
  children,
});

function makeUsda(inner: string): Uint8Array {
  const mesh = `int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\npoint3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]`;
  return Buffer.from(`#usda 1.0\ndef Mesh "m" {\n${mesh}\n${inner}\n}\n`);
}

function makeThreeMf(resources: string): Uint8Array {
  const vertices = '<vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/>';
  const object = `<object id="1"><mesh><vertices>${vertices}</vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>`;
  const model = `<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>${object}${resources}</resources><build><item objectid="1"/></build></model>`;
  const files = { '[Content_Types].xml': Buffer.from('<Types/>'), '3D/3dmodel.model': Buffer.from(model) };
  return zipSync(files, { level: 0 });
}

function makeObj(materials: string): Uint8Array {
  const obj = `mtllib a.mtl\n${TRIANGLE}usemtl a\n${FACE}`;
  return zipSync({ 'a.obj': Buffer.from(obj), 'a.mtl': Buffer.from(`newmtl a\n${materials}`) }, { level: 0 });
}

/** A glTF in which `place` has the list or object of `open`, many times `part`, and `close`. */
function makeGltf(place: object, open: string, part: string, count: number, close: string): Uint8Array {
  return Buffer.from(
    JSON.stringify({ ...describeTriangle(), ...place }).replace('"PLACE"', `${open}${repeat(part, count)}${close}`),
  );
}

const primitive = (rest: object): object => ({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...rest }] }] });
/** Parts of each format that is read as a whole. */
export const SMALL_PARTS: readonly SmallParts[] = [
  {
    ...{ name: 'text.fbx', part: 'elements', largest: 910_000, above: 940_000, refusal: MEMORY },
    make: (count) => makeTextFbx(repeat('A:1\n', count)),
  },
  {
    ...{ name: 'text.fbx', part: 'short arrays', largest: 230_000, above: 242_000, refusal: MEMORY },
    make: (count) => makeTextFbx(repeat('A: *1 {\na: 1\n}\n', count)),
  },
  {
    ...{ name: 'model.fbx', part: 'elements', largest: 885_000, above: 915_000, refusal: MEMORY },
    make: (count) => makeBinaryFbx(Array<FbxElement>(count).fill(toElement([], [1]))),
  },
  {
    ...{ name: 'model.usda', part: 'properties', largest: 234_000, above: 250_000, refusal: MEMORY },
    make: (count) => makeUsda(repeat('int a#\n', count)),
  },
  {
    ...{ name: 'model.usda', part: 'time samples', largest: 2_100_000, above: 2_160_000, refusal: MEMORY },
    make: (count) => makeUsda(`int a.timeSamples = {${repeat('1: 1,', count)}}`),
  },
  {
    ...{ name: 'model.3mf', part: 'groups', largest: 820_000, above: 845_000, refusal: MEMORY },
    make: (count) => makeThreeMf(repeat('<colorgroup id="#"/>', count)),
  },
  {
    ...{ name: 'model.3mf', part: 'components', largest: 500_000, above: 520_000, refusal: MEMORY },
    make: (count) =>
      makeThreeMf(`<object id="2"><components>${repeat('<component objectid="1"/>', count)}</components></object>`),
  },
  {
    ...{ name: 'obj.zip', part: 'materials', largest: 172_000, above: 177_000, refusal: MEMORY },
    make: (count) => makeObj(repeat('newmtl a#\n', count)),
  },
  {
    ...{ name: 'obj.zip', part: 'maps', largest: 315_000, above: 323_000, refusal: MEMORY },
    make: (count) => makeObj(repeat('map_Kd #\n', count)),
  },
  {
    ...{ name: 'obj.zip', part: 'joined lines', largest: 2_530_000, above: 2_580_000, refusal: MEMORY },
    make: (count) => makeObj(`Kd ${repeat('\\\n', count)}1 1 1\n`),
  },
  {
    ...{ name: 'model.gltf', part: 'values', largest: 1_490_000, above: 1_510_000, refusal: PARTS },
    make: (count) => makeGltf({ extras: { list: 'PLACE' } }, '[0', ',0', count, ']'),
  },
  {
    ...{ name: 'model.gltf', part: 'joints', largest: 330_000, above: 336_000, refusal: PARTS },
    make: (count) => makeGltf({ skins: [{ joints: 'PLACE' }] }, '[0', ',0', count, ']'),
  },
  {
    ...{ name: 'model.gltf', part: 'targets', largest: 82_000, above: 83_500, refusal: PARTS },
    make: (count) => makeGltf(primitive({ targets: 'PLACE' }), '[{}', ',{}', count, ']'),
  },
  {
    ...{ name: 'model.gltf', part: 'attributes', largest: 990, above: 1_010, refusal: 'gltf.invalid' },
    make: (count) => makeGltf(primitive({ attributes: 'PLACE' }), '{"POSITION":0', ',"_#":0', count, '}'),
  },
];
