import sharp from 'sharp';
import { ImageLoader, Mesh, type MeshPhongMaterial, type MeshStandardMaterial } from 'three';
import { expect, onTestFinished, test, vi } from 'vitest';
import { convertModel } from '../../../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../../../src-main/engine/change/convert/convert-options.ts';
import { writeGlb } from '../../../../../src-main/engine/files/gltf/read-glb.ts';
import { measureFacts } from '../../../../../src-renderer/features/viewer/load/pack-model.ts';
import { readModel } from '../../../../../src-renderer/features/viewer/load/read-model.ts';
import { createBendingModel } from '../../../../engine/files/moving-models.ts';

/** Puts back at the end of the test what reading a model changes for its whole worker. */
function restoreLoaders(): void {
  const { createObjectURL, revokeObjectURL } = URL;
  const { load } = ImageLoader.prototype;
  onTestFinished(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    ImageLoader.prototype.load = load;
  });
}

test.each(['blender', 'mixamo', '3dsmax'] as const)(
  'a rigged FBX of the preset %s is measured in metres, y up',
  async (fbxPreset) => {
    restoreLoaders();
    // The loader warns of models whose z axis points up.
    vi.spyOn(console, 'warn').mockReturnValue();
    const options = { ...defaultConvertOptions('FBX'), fbxPreset };
    const { bytes } = await convertModel(await writeGlb(createBendingModel()), options, () => undefined);
    const parsed = await readModel('fbx', Uint8Array.from(bytes).buffer, new Map());
    const { statistics } = measureFacts(parsed);
    expect(statistics.bones).toBe(2);
    expect([statistics.size.x, statistics.size.y, statistics.size.z]).toEqual(
      [0.6, 2, 0.6].map((metres) => expect.closeTo(metres, 5) as number),
    );
  },
);

/** Decodes images as empty bitmaps. */
function stubBitmaps(): void {
  class Bitmap {
    close = (): void => undefined;
  }
  vi.stubGlobal('ImageBitmap', Bitmap);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(new Bitmap()));
  onTestFinished(() => void vi.unstubAllGlobals());
}

const toBuffer = (content: string | Uint8Array): ArrayBuffer =>
  Uint8Array.from(typeof content === 'string' ? new TextEncoder().encode(content) : content).buffer;

/** Reads an OBJ of one triangle for each material of its libraries; returns the materials by their names. */
async function readMaterials(head: string, names: readonly string[], files: Readonly<Record<string, string>>) {
  restoreLoaders();
  stubBitmaps();
  const png = await sharp({ create: { width: 2, height: 2, channels: 4, background: '#20ff2080' } })
    .png()
    .toBuffer();
  const faces = names.map((name) => `usemtl ${name}\nf 1/1 2/1 3/1\n`).join('');
  const sides = Object.entries(files).map(([name, text]) => [name, toBuffer(text)] as const);
  const obj = `${head}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n${faces}`;
  const { object } = await readModel('obj', toBuffer(obj), new Map([...sides, ['leaf.png', toBuffer(png)]]));
  const materials = new Map<string, MeshPhongMaterial>();
  object.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    for (const each of [node.material as MeshPhongMaterial | MeshPhongMaterial[]].flat())
      materials.set(each.name, each);
  });
  return materials;
}

test('an MTL image that is both color and transparency shows its alpha, not its green', async () => {
  const mtl = 'newmtl leaf\nKd 1 1 1\nmap_Kd leaf.png\nmap_d leaf.png\n';
  const leaf = (await readMaterials('mtllib m.mtl', ['leaf'], { 'm.mtl': mtl })).get('leaf')!;
  expect([leaf.map !== null, leaf.alphaMap, leaf.transparent]).toEqual([true, null, true]);
});

test('an OBJ has the materials of all its libraries', async () => {
  const files = { 'a.mtl': 'newmtl one\nmap_Kd leaf.png\n', 'b.mtl': 'newmtl two\nmap_Kd leaf.png' };
  const materials = await readMaterials('mtllib a.mtl b.mtl', ['one', 'two'], files);
  expect(['one', 'two'].map((name) => materials.get(name)?.map?.source.data !== undefined)).toEqual([true, true]);
});

test('a binary STL that begins with “solid” is read, also with bytes after its facets', async () => {
  const stl = Buffer.alloc(84 + 50 * 2);
  stl.write('solid part of a CAD program');
  stl.writeUInt32LE(2, 80);
  for (const facet of [0, 1])
    [1, 0, 0, 0, 1, 0].forEach((value, at) => stl.writeFloatLE(value, 84 + 50 * facet + 24 + 4 * at));
  for (const file of [stl, Buffer.concat([stl, Buffer.from('made by a CAD program')])]) {
    const { statistics } = measureFacts(await readModel('stl', toBuffer(file), new Map()));
    expect(statistics.triangles).toBe(2);
  }
});

test.each([
  ['has its diffuse colour', {}, { color: [0.5, 0.25, 1], opacity: 0.5, roughness: 0.25, metalness: 0 }],
  [
    'with a texture of glossiness is neither a mirror nor matte',
    { specularGlossinessTexture: { index: 0 } },
    { roughness: 0.625 },
  ],
  ['keeps textures of the other workflow', { hasFallback: true }, { color: [1, 1, 1], metalness: 1 }],
  ['that is no material is read', { diffuseFactor: 'red', glossinessFactor: 'much' }, { roughness: 1 }],
])(
  'a glTF material of specular-glossiness %s',
  async (_, { hasFallback, ...more }: Record<string, unknown>, expected) => {
    restoreLoaders();
    stubBitmaps();
    const extension = { diffuseFactor: [0.5, 0.25, 1, 0.5], glossinessFactor: 0.75, ...more };
    const description = {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_materials_pbrSpecularGlossiness'],
      extensionsRequired: ['KHR_materials_pbrSpecularGlossiness'],
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      materials: [
        {
          alphaMode: 'BLEND',
          ...(hasFallback === true && { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }),
          extensions: { KHR_materials_pbrSpecularGlossiness: extension },
        },
      ],
      textures: [{ source: 0 }],
      images: [{ uri: 'leaf.png' }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ uri: 'leaf.bin', byteLength: 36 }],
    };
    const positions = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
    const sides = new Map([
      ['leaf.bin', toBuffer(positions)],
      [
        'leaf.png',
        toBuffer(
          await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
        ),
      ],
    ]);
    const { object } = await readModel('gltf', toBuffer(JSON.stringify(description)), sides);
    const found: MeshStandardMaterial[] = [];
    object.traverse((node) => {
      if (node instanceof Mesh) found.push(node.material as MeshStandardMaterial);
    });
    const { color, opacity, roughness, metalness } = found[0]!;
    expect({ color: color.toArray(), opacity, roughness, metalness }).toMatchObject(expected);
  },
);
