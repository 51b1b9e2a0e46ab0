import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { engineMessage } from '../../src-shared/api/messages/engine/engine-message.ts';
import type { Message } from '../../src-shared/api/messages/message.ts';
import type { ErrorCode } from '../../src-shared/base/errors.ts';
import { writeAlignedZip } from '../../src-main/engine/files/zip/write-zip.ts';

/** Pixels. */
const TEXTURE_EDGE = 16_384;

/** `small`: a zip bomb that the same check refuses, and that is written within two seconds instead of 15. */
type HostileSize = 'small' | 'full';

/** Files that are small or within the upload limit, and cost much more to read than they should. */
export const HOSTILE_FILES: Readonly<Record<string, (file: string, size: HostileSize) => void | Promise<void>>> = {
  'many-triangles.obj': (file) => writeRepeated(file, 'v 0 0 0\nv 1 0 0\nv 0 1 0\n', 'f 1 2 3\n', 9_600_000),
  'many-references.obj': (file) => writeRepeated(file, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3', ' 1', 60_000_000),
  'many-references.usdz': (file) => {
    const head = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3';
    const text = Buffer.alloc(head.length + 120_000_000, ' 1');
    text.write(head);
    writeFileSync(file, zipSync({ 'a.obj': text }));
  },
  'sublayers.usdz': (file) => writeFileSync(file, sublayers(30)),
  'spaces.fbx': (file) => writeFileSync(file, `; FBX 7.4.0 project file\nObjects: {${' '.repeat(200_000)}`),
  'wrong-types.gltf': (file) => {
    const nodes = Buffer.alloc(16_000_000, '1,');
    const head = Buffer.from('{"asset":{"version":"2.0"},"nodes":[');
    writeFileSync(file, Buffer.concat([head, nodes, Buffer.from('1]}')]));
  },
  'wrong-types.glb': (file) => {
    const head = '{"asset":{"version":"2.0"},"nodes":[';
    const json = Buffer.alloc(16_000_000, '1,');
    json.write(head);
    json.write('1]}', json.byteLength - 3);
    writeFileSync(file, glb(json, null));
  },
  'large-texture.glb': (file) => {
    const image = ktx2(TEXTURE_EDGE);
    const json = {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_texture_basisu'],
      extensionsRequired: ['KHR_texture_basisu'],
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
      images: [{ bufferView: 1, mimeType: 'image/ktx2' }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 0, byteOffset: 36, byteLength: image.byteLength },
      ],
      buffers: [{ byteLength: 36 + image.byteLength }],
    };
    const positions = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
    writeFileSync(file, glb(padded(Buffer.from(JSON.stringify(json)), ' '), Buffer.concat([positions, image])));
  },
  'zip-bomb.usdz': (file, size) => {
    const bytes = size === 'full' ? 1_000_000_000 : 68_000_000;
    writeFileSync(file, zipSync({ 'a.usda': Buffer.alloc(bytes, ' ') }));
  },
  'zip-bomb.3mf': (file, size) =>
    writeFileSync(
      file,
      zipSync({
        '[Content_Types].xml': strToU8('<Types/>'),
        '_rels/.rels': strToU8(
          '<Relationships><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
        ),
        '3D/3dmodel.model': Buffer.alloc(size === 'full' ? 400_000_000 : 68_000_000, '<a> '),
      }),
    ),
};

/** How a hostile file is refused: the code of the reader, the code of the service, and the message of both. */
interface HostileRefusal {
  readonly code: ErrorCode;
  readonly serviceCode: number;
  readonly message: Message;
}

const tooLarge = (message: Message): HostileRefusal => ({ code: 'model_too_large', serviceCode: 2022, message });
const UNPACKS_TO_MORE = tooLarge(engineMessage('archive.ratio'));
const TRUNCATED: HostileRefusal = {
  code: 'file_truncated',
  serviceCode: 2003,
  message: engineMessage('model-file.truncated'),
};
const MANY_PARTS = tooLarge(engineMessage('model-limit.parts'));

/** Each is refused by a check of its content: none may take so long or so much memory that its process is ended. */
export const HOSTILE_REFUSALS: Readonly<Record<string, HostileRefusal>> = {
  'many-triangles.obj': tooLarge(engineMessage('model-limit.triangles', { limit: 2_000_000 })),
  'many-references.obj': tooLarge(engineMessage('model-limit.line-size')),
  'many-references.usdz': UNPACKS_TO_MORE,
  'sublayers.usdz': tooLarge(engineMessage('model-limit.layers', { limit: 1_000 })),
  'spaces.fbx': TRUNCATED,
  'wrong-types.gltf': MANY_PARTS,
  'wrong-types.glb': MANY_PARTS,
  'large-texture.glb': tooLarge(
    engineMessage('model-limit.texture-size', { width: TEXTURE_EDGE, height: TEXTURE_EDGE }),
  ),
  'zip-bomb.usdz': UNPACKS_TO_MORE,
  'zip-bomb.3mf': UNPACKS_TO_MORE,
};

/** Writes text with a part that repeats, in pieces. */
async function writeRepeated(file: string, head: string, part: string, times: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(head);
  const block = part.repeat(100_000);
  for (let left = times; left > 0; left -= 100_000) {
    if (!out.write(left >= 100_000 ? block : part.repeat(left))) await once(out, 'drain');
  }
  out.end('\n');
  await once(out, 'close');
}

/** A USDZ whose layers each name the next one three times: 3^depth compositions. */
function sublayers(depth: number): Uint8Array {
  const layers = Array.from({ length: depth }, (_, at) => {
    const next =
      at + 1 < depth ? `(\n subLayers = [@l${at + 1}.usda@, @l${at + 1}.usda@, @l${at + 1}.usda@]\n)\n` : '\n';
    return [`l${at}.usda`, strToU8(`#usda 1.0\n${next}`)] as const;
  });
  return writeAlignedZip(new Map(layers), 64);
}

function glb(json: Buffer, binary: Buffer | null): Buffer {
  const chunk = (type: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(data.byteLength, 0);
    head.writeUInt32LE(type, 4);
    return Buffer.concat([head, data]);
  };
  const chunks = [chunk(0x4e4f534a, padded(json, ' ')), ...(binary ? [chunk(0x004e4942, padded(binary, '\0'))] : [])];
  const head = Buffer.alloc(12);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.reduce((sum, { byteLength }) => sum + byteLength, 0), 8);
  return Buffer.concat([head, ...chunks]);
}

function padded(data: Buffer, fill: string): Buffer {
  return Buffer.concat([data, Buffer.alloc((4 - (data.byteLength % 4)) % 4, fill)]);
}

/** A KTX2 file with one UASTC level of zeros, compressed with Zstandard (KTX 2.0, “File Structure”). */
function ktx2(edge: number): Buffer {
  const raw = edge * edge;
  const level = zstdCompressSync(Buffer.alloc(raw));
  const descriptor = Buffer.alloc(44);
  descriptor.writeUInt32LE(44, 0);
  descriptor.writeUInt16LE(2, 8);
  descriptor.writeUInt16LE(40, 10);
  // Color model UASTC, BT.709, sRGB; blocks of 4 × 4 texels and 16 bytes.
  descriptor.set([166, 1, 2, 0, 3, 3, 0, 0, 16], 12);
  descriptor.set([0, 0, 127, 0], 28);
  descriptor.writeUInt32LE(0xffffffff, 40);
  const head = Buffer.alloc(80 + 24);
  head.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  const fields = [0, 1, edge, edge, 0, 0, 1, 1, 2, 104, 44, 0, 0];
  for (const [at, value] of fields.entries()) head.writeUInt32LE(value, 12 + 4 * at);
  head.writeBigUInt64LE(BigInt(148), 80);
  head.writeBigUInt64LE(BigInt(level.byteLength), 88);
  head.writeBigUInt64LE(BigInt(raw), 96);
  return Buffer.concat([head, descriptor, level]);
}

/** Writes all hostile files in full size into a folder; returns their paths. */
export async function writeHostileFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const [name, write] of Object.entries(HOSTILE_FILES)) {
    const file = path.join(folder, name);
    await write(file, 'full');
    files.push(file);
  }
  return files;
}
