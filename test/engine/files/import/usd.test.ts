import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js';
import { expect, test } from 'vitest';
import { writeAlignedZip, writeZip } from '../../../../src-main/engine/files/zip/write-zip.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { findGltfErrors, measureDocument } from './measure.ts';
import { CUBE_FACES, CUBE_POINTS, cubeCrate, cubeUsdz } from './usd-cube.ts';

test('a crate is read in metres, turned upright, with its materials by face', async () => {
  const { document, notes } = await readAnyModel(cubeUsdz());
  const { triangles, low, high, volume, materials } = measureDocument(document);
  expect(notes.map(toEngineText)).toEqual([]);
  expect(triangles).toBe(12);
  // Z up becomes Y up, -Y front becomes +Z front.
  [0.1, 0.3, -0.23].forEach((value, k) => expect(low[k]).toBeCloseTo(value, 5));
  [0.12, 0.34, -0.2].forEach((value, k) => expect(high[k]).toBeCloseTo(value, 5));
  expect(volume).toBeCloseTo(0.02 * 0.03 * 0.04, 8);
  expect(materials).toEqual(['Blue 0.00 0.00 1.00 1.00 plain', 'Red 1.00 0.00 0.00 1.00 plain']);
  const primitives = document.getRoot().listMeshes()[0]!.listPrimitives();
  expect(primitives.map((each) => each.getIndices()!.getCount() / 3)).toEqual([10, 2]);
  expect(primitives[0]!.getMaterial()!.getRoughnessFactor()).toBeCloseTo(0.25);
  expect(primitives[0]!.getAttribute('TEXCOORD_0')!.getElement(0, [] as number[])[1]).toBeCloseTo(0.75);
  expect(await findGltfErrors(document)).toEqual([]);
});

test("three's reader finds the same in the crate, so that the test's own writer is no private dialect", () => {
  const bytes = cubeCrate();
  const { specsByPath } = new USDCParser().parseData(new Uint8Array(bytes).buffer);
  expect(Array.from(specsByPath['/Root/Cube/Mesh.points']!.fields['default'] as Float32Array)).toEqual(CUBE_POINTS);
  expect(Array.from(specsByPath['/Root/Cube/Mesh.faceVertexIndices']!.fields['default'] as Int32Array)).toEqual(
    CUBE_FACES,
  );
  expect(specsByPath['/Root/Cube/Mesh.material:binding']!.fields['targetPaths']).toEqual(['/Root/mtl/Red']);
});

const MESH = `def Mesh "Face" {
  int[] faceVertexCounts = [4]
  int[] faceVertexIndices = [0, 1, 2, 3]
  point3f[] points = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)]
  uniform token subdivisionScheme = "none"
`;
const text = (...lines: string[]): Uint8Array => Buffer.from(`#usda 1.0\n${lines.join('\n')}\n`);
const usdz = (files: Record<string, Uint8Array>): Uint8Array => writeAlignedZip(new Map(Object.entries(files)), 64);

/** A surface one input of which is a texture, read as the given lines say. */
async function textured(input: string, ...reading: string[]): Promise<Uint8Array> {
  const png = sharp({ create: { width: 2, height: 2, channels: 3, background: '#8080ff' } }).png();
  const layer = text(
    '( metersPerUnit = 1 )',
    `${MESH} texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] ( interpolation = "vertex" )`,
    '  rel material:binding = </M> }',
    'def Material "M" { token outputs:surface.connect = </M/S.outputs:surface>',
    '  def Shader "S" { uniform token info:id = "UsdPreviewSurface" token outputs:surface',
    `    ${input}.connect = </M/T.outputs:rgb> }`,
    '  def Shader "T" { uniform token info:id = "UsdUVTexture" asset inputs:file = @n.png@ float3 outputs:rgb',
    '    float2 inputs:st.connect = </M/P.outputs:result>',
    ...reading,
    '  }',
    '  def Shader "P" { uniform token info:id = "UsdPrimvarReader_float2" string inputs:varname = "st" } }',
  );
  return usdz({ 'a.usda': layer, 'n.png': await png.toBuffer() });
}

test('references, payloads and sublayers inside the package are followed, and their paths with them', async () => {
  const file = usdz({
    'root.usda': text(
      '( metersPerUnit = 1\n subLayers = [@./over.usda@] )',
      'def Xform "A" ( prepend references = @./parts/face.usda@ ) {',
      '  double3 xformOp:translate = (5, 0, 0)',
      '  uniform token[] xformOpOrder = ["xformOp:translate"]',
      '}',
      'def Xform "B" ( payload = @./parts/face.usda@</Thing> ) { }',
    ),
    'over.usda': text('def Xform "C" ( references = </Hidden> ) { }', `class Xform "Hidden" { ${MESH} } }`),
    'parts/face.usda': text(
      '( defaultPrim = "Thing" )',
      `def Xform "Thing" { ${MESH} rel material:binding = </Thing/Red> }`,
      'def Material "Red" { token outputs:surface.connect = </Thing/Red/S.outputs:surface>',
      '  def Shader "S" { uniform token info:id = "UsdPreviewSurface" color3f inputs:diffuseColor = (1, 0, 0) token outputs:surface } } }',
    ),
  });
  const { document, notes } = await readAnyModel(file);
  const { triangles, low, high, materials } = measureDocument(document);
  expect(notes.map(toEngineText)).toEqual([]);
  expect(triangles).toBe(6);
  expect([low[0], high[0]]).toEqual([0, 7]);
  expect(materials).toContain('Red 1.00 0.00 0.00 1.00 plain');
});

test.each([
  ['without scale and bias', '', 1],
  ['with a scale of 1', 'float4 inputs:scale = (1, 1, 1, 1)', 1],
  ['of full strength', 'float4 inputs:scale = (2, 2, 2, 1) float4 inputs:bias = (-1, -1, -1, 0)', 1],
  ['of less strength', 'float4 inputs:scale = (0.5, 0.5, 2, 1) float4 inputs:bias = (-0.25, -0.25, -1, 0)', 0.25],
])('a normal map %s has its strength', async (_, reading, strength) => {
  const { document, notes } = await readAnyModel(await textured('normal3f inputs:normal', reading));
  const [material] = document.getRoot().listMaterials();
  expect(notes.map(toEngineText)).toEqual([]);
  expect(material!.getNormalTexture()).not.toBeNull();
  expect(material!.getNormalScale()).toBe(strength);
});

test('a reference that leads to itself, or out of the package, ends with a sentence or a note', async () => {
  const ring = usdz({ 'a.usda': text(`def Xform "A" ( references = </A> ) { ${MESH} } }`) });
  await expect(readAnyModel(ring)).rejects.toThrow(/nests its parts/);
  const outside = usdz({
    'a.usda': text(`def Xform "A" ( references = @../../../etc/passwd@ ) { ${MESH} } }`),
  });
  expect((await readAnyModel(outside)).notes.map(toEngineText)).toEqual([expect.stringMatching(/not in the file/)]);
});

test.each([
  ['leftHanded', '  uniform token orientation = "leftHanded"', -1],
  ['rightHanded', '', 1],
])('a %s surface looks to the side it means', async (_, line, side) => {
  const { document } = await readAnyModel(text('( metersPerUnit = 1 )', `${MESH}${line}\n}`));
  const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives();
  const [a, b, c] = [0, 1, 2].map((i) =>
    primitive!.getAttribute('POSITION')!.getElement(primitive!.getIndices()!.getScalar(i), [] as number[]),
  ) as [number[], number[], number[]];
  const turn = (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);
  expect(Math.sign(turn)).toBe(side);
});

test('what is hidden, a guide or a pattern is not shown, and a file of nothing else is refused', async () => {
  const hidden = [
    `${MESH} token visibility = "invisible" }`,
    `${MESH} uniform token purpose = "guide" }`.replace('Face', 'Guide'),
    `class Xform "P" { ${MESH} } }`,
  ];
  await expect(readAnyModel(text(...hidden))).rejects.toThrow('The USD file contains no visible mesh');
});

test('operations on a prim are made in their order, inverses among them', async () => {
  const file = text(
    '( metersPerUnit = 1 )',
    'def Xform "A" {',
    '  float3 xformOp:rotateXYZ = (90, 0, 90)',
    '  double3 xformOp:translate:pivot = (1, 0, 0)',
    '  double3 xformOp:translate.timeSamples = { 0: (0, 0, 5), 24: (9, 9, 9) }',
    '  uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:translate:pivot", "xformOp:rotateXYZ", "!invert!xformOp:translate:pivot"]',
    MESH,
    '} }',
  );
  const { low, high } = measureDocument((await readAnyModel(file)).document);
  // (x, y, 0) → minus pivot → about x: (x - 1, 0, y) → about z: (0, x - 1, y) → plus pivot, plus 5 up z.
  [1, -1, 5].forEach((value, k) => expect(low[k]).toBeCloseTo(value, 5));
  [1, 1, 6].forEach((value, k) => expect(high[k]).toBeCloseTo(value, 5));
});

/** Two triangles with vertex colours, and a material whose diffuse colour is `diffuse`. */
const coloredMesh = (inner: string, diffuse: string): Uint8Array =>
  text(
    'def Xform "R" { def Mesh "M" {',
    '  int[] faceVertexCounts = [3, 3]',
    '  int[] faceVertexIndices = [0, 1, 2, 2, 1, 3]',
    '  point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]',
    '  color3f[] primvars:displayColor = [(1, 1, 1), (1, 0, 0), (1, 1, 1), (0, 0, 1)] ( interpolation = "vertex" )',
    '  uniform token subdivisionScheme = "none"',
    `  ${inner} }`,
    'def Material "Mat" { token outputs:surface.connect = </R/Mat/S.outputs:surface>',
    `  def Shader "S" { uniform token info:id = "UsdPreviewSurface" color3f inputs:diffuseColor${diffuse} token outputs:surface }`,
    '  def Shader "C" { uniform token info:id = "UsdPrimvarReader_float3" string inputs:varname = "displayColor" float3 outputs:result } } }',
  );
const BINDING = 'rel material:binding = </R/Mat>';
const SUBSET = `def GeomSubset "G" { uniform token elementType = "face" int[] indices = [1] ${BINDING} }`;
const GREEN = ' = (0, 1, 0)';

test.each<[string, string, string, readonly (readonly [boolean, readonly number[]])[]]>([
  ['without a material, which is white', '', GREEN, [[true, [1, 1, 1, 1]]]],
  ['not with a material', BINDING, GREEN, [[false, [0, 1, 0, 1]]]],
  ['with a material that reads them', BINDING, '.connect = </R/Mat/C.outputs:result>', [[true, [1, 1, 1, 1]]]],
  [
    'on the faces without a material',
    SUBSET,
    GREEN,
    [
      [true, [1, 1, 1, 1]],
      [false, [0, 1, 0, 1]],
    ],
  ],
])('vertex colours are visible %s', async (_, inner, diffuse, expected) => {
  const { document } = await readAnyModel(coloredMesh(inner, diffuse));
  const primitives = document.getRoot().listMeshes()[0]!.listPrimitives();
  const found = primitives.map((each) => [
    each.getAttribute('COLOR_0') !== null,
    each.getMaterial()!.getBaseColorFactor(),
  ]);
  expect(found).toEqual(expected);
  expect(await findGltfErrors(document)).toEqual([]);
});

test('a material that is not read shows the display colors of the mesh', async () => {
  const file = String(Buffer.from(coloredMesh(BINDING, GREEN))).replace('"UsdPreviewSurface"', '"ND_standard_surface"');
  const { document, notes } = await readAnyModel(Buffer.from(file));
  const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives();
  expect(primitive!.getAttribute('COLOR_0')).not.toBeNull();
  expect(primitive!.getMaterial()!.getBaseColorFactor()).toEqual([1, 1, 1, 1]);
  expect(notes).toHaveLength(1);
});

test.each([
  ['that reads it', 'UsdPreviewSurface', '.connect = </R/Mat/C.outputs:result>'],
  ['that is not read', 'ND_standard_surface', GREEN],
])('one display color of a mesh is that of a material %s, for each mesh its own', async (_, id, diffuse) => {
  const colored = String(Buffer.from(coloredMesh(BINDING, diffuse)))
    .replace('"UsdPreviewSurface"', `"${id}"`)
    .replace(/displayColor = .*/, 'displayColor = [(1, 0, 0)]');
  const mesh = /def Mesh[^]*?(?=def Material)/.exec(colored)![0];
  const second = mesh.replace(/def Mesh "\w+"/, 'def Mesh "Second"').replace('(1, 0, 0)]', '(0, 0, 1)]');
  const { document } = await readAnyModel(Buffer.from(colored.replace(mesh, mesh + second)));
  const materials = document
    .getRoot()
    .listMeshes()
    .map((each) => each.listPrimitives()[0]!.getMaterial()!);
  expect(materials.map((each) => each.getBaseColorFactor().slice(0, 3))).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ]);
});

test('vertex colors that a material emits, which glTF cannot, do not make all of the mesh emit white', async () => {
  const connection = 'color3f inputs:emissiveColor.connect = </R/Mat/C.outputs:result>';
  const { document } = await readAnyModel(coloredMesh(BINDING, ` = (0, 0, 0) ${connection}`));
  const [material] = document.getRoot().listMaterials();
  expect(material!.getEmissiveFactor()).toEqual([0, 0, 0]);
});

test('a USDZ is told from any zip by its first file', async () => {
  const file = await writeZip(new Map([['a.usda', text('( metersPerUnit = 1 )', `${MESH} }`)]]));
  expect(measureDocument((await readAnyModel(file)).document).triangles).toBe(2);
});
