import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writeZip } from '../../../../src-main/engine/files/zip/write-zip.ts';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { parseBinaryFbx } from '../../../../src-main/engine/files/fbx/read/parse-binary-fbx.ts';
import { parseTextFbx } from '../../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import { toRigTrack } from '../../../../src-main/engine/files/animation/rig-track.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { encodeBinaryFbx, fbxArray, SHAPED, textFbx } from './fbx-files.ts';
import { findGltfErrors, findRefusal, measureDocument } from './measure.ts';

const roundAll = (values: readonly number[]): number[] => values.map((value) => Math.round(value * 1e4) / 1e4 + 0);
const boundsOf = async (file: Uint8Array) => {
  const { low, high } = measureDocument((await readAnyModel(file)).document);
  return [roundAll(low), roundAll(high)];
};

test.each([7100, 7400, 7500, 7700])('a binary FBX of version %s says what the text says', async (version) => {
  const text = textFbx({
    layers: `LayerElementUV: 0 { Version: 101 Name: "map1" MappingInformationType: "ByPolygonVertex"
    ReferenceInformationType: "Direct" ${fbxArray('UV', [0.5, 0, 1, 0, 1, 1, 0, 1])} }`,
  });
  const binary = encodeBinaryFbx(parseTextFbx(text), version);
  expect(parseBinaryFbx(binary).version).toBe(version);
  const [a, b] = await Promise.all([readAnyModel(text), readAnyModel(binary)]);
  expect(measureDocument(b.document)).toEqual(measureDocument(a.document));
  const uvs = b.document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('TEXCOORD_0')!;
  expect(uvs.getElement(0, [] as number[])).toEqual([0.5, 1]);
  expect(await findGltfErrors(b.document)).toEqual([]);
});

test('a long array of a text, which is read from its bytes, says what a short one says', async () => {
  const short = textFbx({ vertices: [0, 0, 0, 2.5, 0, 0, 2, 1e-3, -0.25, 0, 1, 0] });
  const pad = (text: string): Buffer =>
    Buffer.from(
      text.replaceAll(/(?<= a: )[^\n]*/g, (numbers) => ` ${'\n'.repeat(5_000)}${numbers.replaceAll(',', ' ,\r\n')} `),
    );
  const [a, b] = await Promise.all([readAnyModel(short), readAnyModel(pad(Buffer.from(short).toString()))]);
  expect(measureDocument(b.document)).toEqual(measureDocument(a.document));
  expect(
    parseTextFbx(Buffer.from(`; FBX\nA: *3 {\na: 1,${' '.repeat(5_000)},x }\nB: 1\n`)).root.children,
  ).toMatchObject([
    { name: 'A', values: [{ type: 'text', length: 3 }] },
    { name: 'B', values: [1] },
  ]);
  expect(() => parseTextFbx(Buffer.from('A: *\x007\n'))).toThrow(ModelError);
});

test('an array of a text keeps its end: what follows it, and that it is empty', () => {
  const blanks = ' '.repeat(5_000);
  const values = (text: string): unknown => parseTextFbx(Buffer.from(text)).root.children[0]!.values;
  expect(values(`A: *1 {a: 1${blanks}}2\nB: *1 {a: 3${blanks}}`)).toMatchObject([{ type: 'text', length: 1 }, 2]);
  expect(values(`A: *0 {a: ${blanks}}`)).toMatchObject([{ length: 0 }]);
  // Not taken out of a text that they are little of.
  expect(values(`A: *2 {a: 1,x${blanks}}\nContent: , "${'QUJD'.repeat(5_000)}"`)).toEqual([Float64Array.of(1, NaN)]);
});

test('a text with too many arrays is refused before they are parsed', () => {
  const arrays = Buffer.from('A:*1{a:1}'.repeat(400_000));
  expect(() => parseTextFbx(arrays)).toThrow(
    expect.objectContaining({ code: 'too_large', detail: { id: 'model-limit.available-memory', params: {} } }) as Error,
  );
  expect(parseTextFbx(arrays.subarray(0, 900)).root.children).toHaveLength(100);
});

test('long arrays of a text stay bytes until they are used, and stars alone are no arrays', () => {
  expect(() => parseTextFbx(Buffer.alloc(1024 ** 2, '*'))).toThrow(ModelError);
  const curve = `A: *250 {\na: ${Array(250).fill('0.25').join(',')}\n}\n`;
  const curves = parseTextFbx(Buffer.from(curve.repeat(1_000))).root.children;
  expect(curves.every(({ values: [first] }) => typeof first === 'object' && 'budget' in first)).toBe(true);
});

test('a text of an old version is parsed up to the end of its header only', () => {
  const { version, root } = parseTextFbx(Buffer.from('FBXHeaderExtension: {\nFBXVersion: 6100\n}\nVertices: 0,1,2 }}'));
  expect([version, root.children.map(({ name }) => name)]).toEqual([6100, ['FBXHeaderExtension']]);
  const headers = [7400, 6100].map((each) => `FBXHeaderExtension: {\nFBXVersion: ${each}\n}\n`);
  expect(parseTextFbx(Buffer.from(`${headers.join('')}A: 1`))).toMatchObject({
    version: 7400,
    root: { children: [{}, {}, {}] },
  });
});

test.each([
  ['centimetres', '1', [2 / 100, 1 / 100, 0]],
  ['metres', '100', [2, 1, 0]],
  ['inches', '2.54', [2 * 0.0254, 0.0254, 0]],
])('a model in %s comes in metres', async (_, unit, size) => {
  const file = textFbx({ settings: `P: "UnitScaleFactor", "double", "Number", "",${unit}` });
  expect((await boundsOf(file))[1]).toEqual(roundAll(size));
});

test('a Z-up scene is turned upright, its nodes with it', async () => {
  const settings = [
    ['UpAxis', 2],
    ['FrontAxis', 1],
    ['FrontAxisSign', -1],
    ['UnitScaleFactor', 100],
  ].map(([name, value]) => `P: "${name}", "int", "Integer", "",${value}`);
  const model = `P: "Lcl Translation", "Lcl Translation", "", "A",10,20,30
    P: "Lcl Rotation", "Lcl Rotation", "", "A",0,0,90`;
  // Turned about the file's z the square spans x -1 … 0, y 0 … 2; y becomes -z.
  expect(await boundsOf(textFbx({ settings: settings.join('\n'), model }))).toEqual([
    [9, 30, -22],
    [10, 30, -20],
  ]);
});

test('turns before and after, pivots and geometric transforms place a mesh', async () => {
  const before = 'P: "RotationActive", "bool", "", "",1\nP: "PreRotation", "Vector3D", "Vector", "",0,90,0';
  expect(await boundsOf(textFbx({ model: before }))).toEqual([
    [0, 0, -2],
    [0, 1, 0],
  ]);
  const pivot =
    'P: "RotationPivot", "Vector3D", "Vector", "",2,0,0\nP: "Lcl Rotation", "Lcl Rotation", "", "A",0,0,180';
  expect(await boundsOf(textFbx({ model: pivot }))).toEqual([
    [2, -1, 0],
    [4, 0, 0],
  ]);
  const geometric =
    'P: "GeometricTranslation", "Vector3D", "Vector", "",0,0,7\nP: "GeometricScaling", "Vector3D", "Vector", "",3,1,1';
  expect(await boundsOf(textFbx({ model: geometric }))).toEqual([
    [0, 0, 7],
    [6, 1, 7],
  ]);
});

test('a hollow face is cut along its inside', async () => {
  // An arrow head whose fan from the first corner would leave it.
  const vertices = [0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 4, 0].map((value, i) => (i < 3 ? 3 * value : value));
  const shifted = textFbx({ vertices: [4, 0, 0, 1, 1, 0, 0, 4, 0, 0, 0, 0], polygons: [0, 1, 2, -4] });
  for (const file of [textFbx({ vertices }), shifted]) {
    const { document } = await readAnyModel(file);
    const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives();
    const points = primitive!.getAttribute('POSITION')!;
    let area = 0;
    for (let i = 0; i < primitive!.getIndices()!.getCount(); i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) =>
        points.getElement(primitive!.getIndices()!.getScalar(i + k), [] as number[]),
      ) as [number[], number[], number[]];
      const twice = (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);
      expect(twice).toBeGreaterThan(0);
      area += twice / 2;
    }
    expect(area).toBeCloseTo(4);
  }
});

const NORMALS = [0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, -1];
test.each([
  ['ByPolygonVertex', 'Direct', NORMALS, null, [0, 1, 2, 3]],
  ['ByPolygonVertex', 'IndexToDirect', NORMALS, [3, 3, 1, 0], [3, 3, 1, 0]],
  ['ByVertice', 'Direct', NORMALS, null, [0, 1, 2, 3]],
  ['ByVertice', 'IndexToDirect', NORMALS, [2, 1, 0, 3], [2, 1, 0, 3]],
  ['ByPolygon', 'Direct', NORMALS.slice(3), null, [1, 1, 1, 1]],
  ['AllSame', 'Direct', NORMALS.slice(6), null, [2, 2, 2, 2]],
])('normals %s, %s reach their corners', async (mapping, reference, values, index, expected) => {
  const layers = `LayerElementNormal: 0 { MappingInformationType: "${mapping}" ReferenceInformationType: "${reference}"
    ${fbxArray('Normals', values)} ${index ? fbxArray('NormalsIndex', index) : ''} }`;
  const { document } = await readAnyModel(textFbx({ layers }));
  const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives();
  const [points, normals] = ['POSITION', 'NORMAL'].map((name) => primitive!.getAttribute(name)!);
  const corners = [
    [0, 0],
    [2, 0],
    [2, 1],
    [0, 1],
  ];
  for (let i = 0; i < points!.getCount(); i++) {
    const [x, y] = points!.getElement(i, [] as number[]);
    const corner = corners.findIndex((each) => each[0] === x && each[1] === y);
    expect(normals!.getElement(i, [] as number[])).toEqual(
      NORMALS.slice(expected[corner]! * 3, expected[corner]! * 3 + 3),
    );
  }
});

const UVS = `LayerElementUV: 0 { MappingInformationType: "ByVertice" ReferenceInformationType: "Direct"
  ${fbxArray('UV', [0, 0, 1, 0, 1, 1, 0, 1])} }`;
const TEXTURED = {
  layers: UVS,
  objects: `Material: 300, "Material::paint", "" { Version: 102 Properties70: {
      P: "DiffuseColor", "Color", "", "A",1,0.5,0
      P: "ReflectionFactor", "Number", "", "A",0.7
      P: "Shininess", "Number", "", "A",25
    } }
    Texture: 400, "Texture::t", "" { FileName: "C:\\work\\paint.png" RelativeFilename: "..\\textures\\paint.png" }`,
  connections: 'C: "OO",300,8000000000000000001\nC: "OO",400,8000000000000000001\nC: "OP",400,300, "DiffuseColor"',
};

test('a texture is found beside the FBX by its name, and told of when it is not there', async () => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const file = textFbx(TEXTURED);
  const zipped = await readAnyModel(
    await writeZip(
      new Map([
        ['a/model.fbx', file],
        ['a/Textures/Paint.PNG', png],
      ]),
    ),
  );
  const [material] = zipped.document.getRoot().listMaterials();
  expect(png.equals(material!.getBaseColorTexture()!.getImage()!)).toBe(true);
  expect(material!.getBaseColorFactor()).toEqual([1, 0.5, 0, 1]);
  expect(material!.getRoughnessFactor()).toBeCloseTo(0.5);
  // Not Blender's file: its reflection is not metal.
  expect(material!.getMetallicFactor()).toBe(0);
  expect(zipped.notes.map(toEngineText)).toEqual([]);

  const alone = await readAnyModel(file);
  expect(alone.notes.map(toEngineText)).toEqual([expect.stringMatching(/paint\.png is neither embedded nor beside/)]);
  expect(alone.document.getRoot().listMaterials()[0]!.getBaseColorTexture()).toBeNull();
});

test('a text FBX embeds pictures in base 64', async () => {
  const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const objects = `${TEXTURED.objects} Video: 500, "Video::v", "Clip" { Content: , "${png.toString('base64')}" }`;
  const file = textFbx({ layers: UVS, objects, connections: `${TEXTURED.connections}\nC: "OO",500,400` });
  const { document } = await readAnyModel(file);
  expect(document.getRoot().listTextures()[0]!.getSize()).toEqual([3, 2]);
});

test('clips follow curves: steps, lines and bends', async () => {
  const second = 46186158000;
  const curve = (id: number, values: number[], flags: number, slopes = [0, 0, 0, 0]): string =>
    `AnimationCurve: ${id}, "AnimCurve::", "" { ${fbxArray('KeyTime', [second, 2 * second])} ${fbxArray('KeyValueFloat', values)}
     ${fbxArray('KeyAttrFlags', [flags])} ${fbxArray('KeyAttrDataFloat', slopes)} ${fbxArray('KeyAttrRefCount', [2])} }`;
  const objects = `AnimationStack: 10, "AnimStack::Hop", "" { }
    AnimationLayer: 11, "AnimLayer::Base", "" { }
    AnimationCurveNode: 12, "AnimCurveNode::T", "" { }
    AnimationCurveNode: 13, "AnimCurveNode::R", "" { }
    ${curve(20, [0, 4], 4)} ${curve(21, [0, 4], 8)} ${curve(22, [0, 180], 4)}`;
  const connections = `C: "OO",11,10\nC: "OO",12,11\nC: "OO",13,11
    C: "OP",12,8000000000000000001, "Lcl Translation"\nC: "OP",13,8000000000000000001, "Lcl Rotation"
    C: "OP",20,12, "d|X"\nC: "OP",21,12, "d|Y"\nC: "OP",22,13, "d|Z"`;
  const { document } = await readAnyModel(textFbx({ objects, connections }));
  const [clip] = document.getRoot().listAnimations();
  expect(clip!.getName()).toBe('Hop');
  const at = (path: string, seconds: number): number[] => {
    const sampler = clip!
      .listChannels()
      .find((channel) => channel.getTargetPath() === path)!
      .getSampler()!;
    const times = [...sampler.getInput()!.getArray()!];
    expect(times[0]).toBe(0);
    const key = times.findIndex((time) => Math.abs(time - seconds) < 0.02);
    return sampler.getOutput()!.getElement(key, [] as number[]);
  };
  // A quarter of the way: the line has gone a quarter, the bend with flat ends less.
  expect(at('translation', 0.2667)[0]).toBeCloseTo(4 * 0.2667, 2);
  expect(at('translation', 0.2667)[1]).toBeCloseTo(4 * (3 * 0.2667 ** 2 - 2 * 0.2667 ** 3), 2);
  expect(at('rotation', 0.5)[2]).toBeCloseTo(Math.SQRT1_2, 2);
  expect(at('rotation', 1)[2]).toBeCloseTo(1, 4);
  expect(await findGltfErrors(document)).toEqual([]);
});

test.each([
  ['constant', 2, [0, 0, 0, 0], 0],
  ['linear', 4, [0, 0, 0, 0], 0.9],
  // Leaves upwards and arrives from above: 3 (1 - t) t more than a bend with flat ends, 3 t² - 2 t³.
  ['cubic', 8, [3, -3, 0, 0], 0.27 + 0.972],
] as const)('a %s curve is followed by nodes and blend shapes', async (_, flags, slopes, share) => {
  const curve = (id: number, top: number): string =>
    `AnimationCurve: ${id}, "AnimCurve::", "" { ${fbxArray('KeyTime', [0, 46186158000])} ${fbxArray('KeyValueFloat', [0, top])}
     ${fbxArray('KeyAttrFlags', [flags])} ${fbxArray('KeyAttrRefCount', [2])}
     ${fbxArray(
       'KeyAttrDataFloat',
       slopes.map((slope) => slope * top),
     )} }`;
  const objects = `${SHAPED.objects!.replace(/AnimationCurve: 713.*$/s, '')}
    ${curve(713, 100)} ${curve(721, 4)} AnimationCurveNode: 720, "AnimCurveNode::T", "" { }`;
  const connections = `${SHAPED.connections}\nC: "OO",720,711\nC: "OP",721,720, "d|X"
    C: "OP",720,8000000000000000001, "Lcl Translation"`;
  const { document } = await readAnyModel(textFbx({ objects, connections }));
  const channels = document.getRoot().listAnimations()[0]!.listChannels();
  expect(channels.map((channel) => channel.getTargetPath()).sort()).toEqual(['translation', 'weights']);
  for (const channel of channels) {
    const track = toRigTrack(channel)!;
    const top = channel.getTargetPath() === 'weights' ? 1 : 4;
    expect(track.at(0.9)[0]! / top).toBeCloseTo(share, 2);
    expect(track.at(1)[0]! / top).toBe(1);
    expect(track.times.at(-1)).toBe(1);
  }
  expect(await findGltfErrors(document)).toEqual([]);
});

test('points that hang from no joint stay with their mesh, others follow theirs', async () => {
  const objects = `Deformer: 600, "Deformer::", "Skin" { }
    Deformer: 601, "SubDeformer::", "Cluster" { ${fbxArray('Indexes', [1, 2])} ${fbxArray('Weights', [0.5, 0.25])}
      ${fbxArray('Transform', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -5, 0, 0, 1])}
      ${fbxArray('TransformLink', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1])} }
    Model: 602, "Model::bone", "LimbNode" { Properties70: { P: "Lcl Translation", "Lcl Translation", "", "A",5,0,3 } }`;
  const connections = 'C: "OO",602,0\nC: "OO",600,100\nC: "OO",601,600\nC: "OO",602,601';
  const { document } = await readAnyModel(textFbx({ objects, connections }));
  // The bone was bound at z 0 and stands at z 3: its two points go with it, the others stay.
  const { low, high } = measureDocument(document);
  expect([roundAll(low), roundAll(high)]).toEqual([
    [0, 0, 0],
    [2, 1, 3],
  ]);
  expect(await findGltfErrors(document)).toEqual([]);
});

test('blend shapes and what moves them come along', async () => {
  const { document } = await readAnyModel(textFbx(SHAPED));
  const mesh = document.getRoot().listMeshes()[0]!;
  const [primitive] = mesh.listPrimitives();
  expect(mesh.getWeights()).toEqual([0.5]);
  expect(mesh.getExtras()).toEqual({ targetNames: ['lift'] });
  const [points, moves] = [primitive!, primitive!.listTargets()[0]!].map((each) => each.getAttribute('POSITION')!);
  for (let i = 0; i < points!.getCount(); i++) {
    const [x, y] = points!.getElement(i, [] as number[]);
    expect(moves!.getElement(i, [] as number[])).toEqual([0, 0, x === 2 && y === 0 ? 3 : 0]);
  }
  const [channel] = document.getRoot().listAnimations()[0]!.listChannels();
  expect(channel!.getTargetPath()).toBe('weights');
  expect([...channel!.getSampler()!.getOutput()!.getArray()!]).toEqual([0, 1]);
  expect(await findGltfErrors(document)).toEqual([]);
});

test.each([
  ['of version 6', textFbx({ version: 6100 }), /version 6\.1\. Export it as FBX 7\.4/],
  ['whose faces name points that are not there', textFbx({ polygons: [0, 1, 9, -4] }), /refers to a missing point/],
  [
    'with a point that is no number',
    textFbx({ vertices: [0, 0, 0, 2, 0, 0, NaN, 1, 0, 0, 1, 0] }),
    /invalid coordinates/,
  ],
  ['without faces', textFbx({ polygons: [] }), /contains no mesh/],
  ['that ends in the middle', textFbx().subarray(0, 500), /ends too early|damaged/],
])('an FBX %s is refused in a sentence', async (_, file, words) => {
  expect(await findRefusal(file)).toMatch(words);
});

test('models that hang from themselves are left where they are met first', async () => {
  const connections = 'C: "OO",8000000000000000001,8000000000000000001\nC: "OO",100,100';
  expect(await boundsOf(textFbx({ connections }))).toEqual([
    [0, 0, 0],
    [2, 1, 0],
  ]);
});

test('a mesh that its model mirrors keeps its outside, whoever carries the mirror', async () => {
  const pyramid = {
    vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    polygons: [0, 2, -2, 0, 1, -4, 1, 2, -4, 2, 0, -4],
  };
  for (const model of ['GeometricScaling', 'Lcl Scaling']) {
    const file = textFbx({ ...pyramid, model: `P: "${model}", "${model}", "", "A",-1,1,1` });
    const { volume, low } = measureDocument((await readAnyModel(file)).document);
    expect(low[0]).toBe(-1);
    expect(volume).toBeCloseTo(1 / 6, 5);
  }
});
