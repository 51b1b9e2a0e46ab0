import type { Prng } from '../../simulation/prng.ts';
import { few, hostileCount, hostileNumber, hostileText, orRarely } from '../hostile-values.ts';
import { f32, padded, u16, u32, u8 } from './bytes.ts';
import { hostileImage } from './images.ts';

/** A glTF under construction: its description, and the bytes of its buffer. */
export interface GltfDraft {
  readonly json: Record<string, unknown>;
  readonly binary: Buffer;
}

type Entry = Record<string, unknown>;

const COMPRESSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;
const EXTENSIONS = [
  'KHR_texture_transform',
  'KHR_texture_basisu',
  'EXT_texture_webp',
  'KHR_mesh_quantization',
  'KHR_materials_variants',
  'KHR_draco_mesh_compression',
  'EXT_mesh_gpu_instancing',
  'KHR_lights_punctual',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_node_visibility',
  'KHR_xmp_json_ld',
];

/** Lists whose elements may be empty, so that many take a few bytes each. */
const LISTS = ['materials', 'nodes', 'cameras', 'textures', 'samplers', 'animations', 'skins', 'scenes'];

/** Collects views of one buffer and the accessors on them. */
function createBuffer(prng: Prng) {
  const views: Entry[] = [];
  const accessors: Entry[] = [];
  let binary = Buffer.alloc(0);
  const addView = (bytes: Buffer, more: Entry = {}): number => {
    const byteOffset = binary.length;
    binary = Buffer.concat([binary, padded(bytes, 4)]);
    return views.push({ buffer: 0, byteOffset, byteLength: bytes.length, ...more }) - 1;
  };
  const addAccessor = (type: string, componentType: number, count: number, bytes: Buffer, more: Entry = {}): number => {
    const lie = prng.chance(0.04) ? hostileCount(prng) : count;
    const view = prng.chance(0.05) ? {} : { bufferView: addView(bytes) };
    return accessors.push({ ...view, componentType, type, count: lie, ...more }) - 1;
  };
  return { views, accessors, addView, addAccessor, bytes: () => binary };
}

/** Builds a small scene whose counts, references and extensions are sometimes wrong. */
export async function draftGltf(prng: Prng): Promise<GltfDraft> {
  const buffer = createBuffer(prng);
  const corners = 3 + prng.integer(6);
  const floats = (length: number): Buffer =>
    Buffer.concat(Array.from({ length }, (_, at) => f32(orRarely(prng, at % 3, () => hostileNumber(prng), 0.01))));
  const attributes: Entry = {
    POSITION: buffer.addAccessor('VEC3', 5126, corners, floats(corners * 3), { min: [0, 0, 0], max: [2, 2, 2] }),
  };
  if (prng.chance(0.4)) attributes['NORMAL'] = buffer.addAccessor('VEC3', 5126, corners, floats(corners * 3));
  if (prng.chance(0.4)) attributes['TEXCOORD_0'] = buffer.addAccessor('VEC2', 5126, corners, floats(corners * 2));
  const isSkinned = prng.chance(0.3);
  if (isSkinned) {
    const joints = Buffer.concat(few(prng, 8, () => u8(prng.integer(4))).concat(Buffer.alloc(corners * 4)));
    attributes['JOINTS_0'] = buffer.addAccessor('VEC4', 5121, corners, joints.subarray(0, corners * 4));
    attributes['WEIGHTS_0'] = buffer.addAccessor('VEC4', 5126, corners, floats(corners * 4));
  }
  const indices = Buffer.concat(
    Array.from({ length: corners - (corners % 3) }, (_, at) => u16(orRarely(prng, at, () => hostileCount(prng), 0.01))),
  );
  const primitive: Entry = {
    attributes,
    indices: buffer.addAccessor('SCALAR', 5123, indices.length / 2, indices),
    mode: orRarely(prng, 4, () => prng.integer(8)),
    material: 0,
  };
  if (prng.chance(0.2))
    primitive['targets'] = few(prng, 3, () => ({ POSITION: orRarely(prng, 0, () => prng.integer(9)) }));
  const extensionsUsed = few(prng, 3, () => prng.pick(EXTENSIONS));
  if (prng.chance(0.1)) addDraco(prng, buffer, primitive, extensionsUsed);
  if (prng.chance(0.15)) addSparse(prng, buffer);
  if (prng.chance(0.15)) addMeshopt(prng, buffer, extensionsUsed);
  const nodes = draftNodes(prng, isSkinned);
  if (prng.chance(0.1)) {
    extensionsUsed.push('EXT_mesh_gpu_instancing');
    const copies = buffer.addAccessor('VEC3', 5126, 2, floats(6));
    nodes[0]!['extensions'] = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: copies } } };
  }
  const images = await draftImages(prng, buffer);
  const json: Entry = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    meshes: [
      { primitives: [primitive], ...(prng.chance(0.1) ? { weights: few(prng, 3, () => hostileNumber(prng)) } : {}) },
    ],
    materials: [
      { pbrMetallicRoughness: images.length > 0 ? { baseColorTexture: { index: 0 } } : {}, name: hostileText(prng) },
    ],
    ...(isSkinned ? { skins: [{ joints: nodes.map((_, at) => at) }] } : {}),
    ...(prng.chance(0.2) ? { animations: [draftAnimation(prng, buffer)] } : {}),
    ...(images.length > 0 ? { images, textures: [draftTexture(prng)], samplers: [{ wrapS: 10497 }] } : {}),
    ...(extensionsUsed.length > 0 ? { extensionsUsed } : {}),
    ...(prng.chance(0.05) ? { extensionsRequired: extensionsUsed } : {}),
  };
  if (prng.chance(0.04)) json[prng.pick(LISTS)] = Array.from({ length: prng.pick([1_000, 70_000]) }, () => ({}));
  const binary = buffer.bytes();
  const { views: bufferViews, accessors } = buffer;
  return { json: { ...json, bufferViews, accessors, buffers: [{ byteLength: binary.length }] }, binary };
}

/** A tree, sometimes with deep chains, shared children or cycles. */
function draftNodes(prng: Prng, isSkinned: boolean): Entry[] {
  const count = prng.chance(0.04) ? prng.pick([511, 513, 5_000, 20_000]) : 1 + prng.integer(6);
  const isChain = prng.chance(0.5);
  const nodes: Entry[] = Array.from({ length: count }, () => ({}));
  for (let at = 1; at < count; at++) {
    const parent = nodes[isChain ? at - 1 : 0]!;
    parent['children'] = [...((parent['children'] as number[] | undefined) ?? []), at];
  }
  nodes[0]!['mesh'] = 0;
  if (isSkinned) nodes[0]!['skin'] = 0;
  if (prng.chance(0.05)) nodes.at(-1)!['children'] = [prng.integer(count)];
  if (prng.chance(0.2)) prng.pick(nodes)['scale'] = [1, hostileNumber(prng), 1];
  if (prng.chance(0.1)) prng.pick(nodes)['matrix'] = Array.from({ length: 16 }, () => hostileNumber(prng));
  if (prng.chance(0.1)) prng.pick(nodes)['rotation'] = [0, 0, 0, hostileNumber(prng)];
  return nodes;
}

type Buffers = ReturnType<typeof createBuffer>;

function draftAnimation(prng: Prng, { addAccessor }: Buffers): Entry {
  const input = addAccessor('SCALAR', 5126, 2, Buffer.concat([f32(0), f32(hostileNumber(prng))]), {
    min: [0],
    max: [1],
  });
  const output = addAccessor('VEC3', 5126, 2, Buffer.alloc(24));
  const path = prng.pick(['translation', 'scale', 'weights', 'rotation', 'pointer']);
  return {
    name: hostileText(prng),
    samplers: [{ input, output, interpolation: prng.pick(['LINEAR', 'STEP', 'CUBICSPLINE']) }],
    channels: few(prng, 3, () => ({ sampler: prng.integer(2), target: { node: prng.integer(3), path } })),
  };
}

function addDraco(prng: Prng, { addView }: Buffers, primitive: Entry, used: string[]): void {
  used.push('KHR_draco_mesh_compression');
  const noise = Buffer.from(Array.from({ length: 40 }, () => prng.integer(256)));
  const data = Buffer.concat([Buffer.from('DRACO\x02\x02\x01\x01', 'latin1'), u16(0), u32(hostileCount(prng)), noise]);
  primitive['extensions'] = { KHR_draco_mesh_compression: { bufferView: addView(data), attributes: { POSITION: 0 } } };
}

function addSparse(prng: Prng, { accessors, addView }: Buffers): void {
  const bytes = Buffer.concat(few(prng, 6, () => u32(orRarely(prng, 0, () => hostileCount(prng), 0.2))).concat(u32(0)));
  prng.pick(accessors)['sparse'] = {
    count: orRarely(prng, bytes.length / 4, () => hostileCount(prng)),
    indices: { bufferView: addView(bytes), componentType: 5125 },
    values: { bufferView: addView(Buffer.alloc(bytes.length * 3)) },
  };
}

function addMeshopt(prng: Prng, { views, accessors, addView }: Buffers, used: string[]): void {
  const name = prng.pick(COMPRESSIONS);
  used.push(name);
  const count = prng.chance(0.5) ? 3 : hostileCount(prng);
  const byteStride = prng.pick([4, 8, 12, 16]);
  const packed = addView(Buffer.concat([u8(0xa0), Buffer.alloc(40 + prng.integer(40), prng.integer(256))]));
  const { byteOffset, byteLength } = views[packed]!;
  const mode = prng.pick(['ATTRIBUTES', 'TRIANGLES', 'INDICES']);
  const compressed = { buffer: 0, byteOffset, byteLength, byteStride, count, mode, filter: 'NONE' };
  views.push({
    buffer: 0,
    byteOffset: 0,
    byteLength: count * byteStride || 1,
    byteStride,
    extensions: { [name]: compressed },
  });
  const floats = Math.floor((count * byteStride) / 12) || 1;
  accessors[0] = { bufferView: views.length - 1, componentType: 5126, type: 'VEC3', count: floats };
}

async function draftImages(prng: Prng, { addView }: Buffers): Promise<Entry[]> {
  if (!prng.chance(0.35)) return [];
  const { bytes, mime } = await hostileImage(prng);
  const mimeType = orRarely(prng, mime, () => prng.pick(['image/png', 'image/ktx2', 'image/svg+xml', '']));
  const uri = `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  const image = prng.chance(0.3) ? { uri } : { bufferView: addView(Buffer.from(bytes)), mimeType };
  return Array.from({ length: orRarely(prng, 1, () => 1_025, 0.02) }, () => image);
}

function draftTexture(prng: Prng): Entry {
  const extension = prng.pick(['KHR_texture_basisu', 'EXT_texture_webp']);
  return prng.chance(0.5) ? { source: 0, sampler: 0 } : { extensions: { [extension]: { source: prng.integer(2) } } };
}
