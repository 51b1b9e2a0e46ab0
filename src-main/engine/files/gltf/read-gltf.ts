import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { isKtx2 } from '../../../../src-shared/formats/ktx2-header.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { parseGltfJson } from './check/parse-gltf-json.ts';
import { readGlb } from './read-glb.ts';
import { sniffImageFormat } from '../../base/image/sniff-image-format.ts';
import type { FileSource } from '../zip/zip-archive.ts';
import { encodeTexture } from '../images/encode-texture.ts';
import { damagedModel, decodeText } from '../import/import-limits.ts';
import { MAX_READ_BYTES } from '../import/memory-budget.ts';
import { decodePixels } from '../materials/image-library.ts';
import type { ImportedModel } from '../import/imported-model.ts';

const COMPRESSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
const GLB_MIMES: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' };

type Json = Record<string, unknown>;

/**
 * Reads a text glTF with its buffers and images, embedded or from `files`: they are packed into one GLB, which is read
 * like any GLB. Files on the network are never fetched. Throws `ModelError`.
 */
export async function readGltf(bytes: Uint8Array, files: FileSource, folder: string): Promise<ImportedModel> {
  const { glb, packedBytes } = await packGltf(bytes, files, folder);
  const notes: Note[] = [];
  return { document: await readGlb(glb, 'read', packedBytes, notes), notes };
}

/** A glTF as a GLB, and the size of the buffers and images that were copied into it. */
interface PackedGltf {
  readonly glb: Uint8Array;
  readonly packedBytes: number;
}

/** Where a buffer of the file is in those of the GLB. */
interface BufferPlace {
  readonly buffer: number;
  readonly start: number;
}

/** Throws `ModelError` `too_large` if so many bytes more do not fit in memory. */
type SizeCheck = (bytes: number) => void;

/**
 * Packs a text glTF into a GLB without further checks. Throws `ModelError` for a missing file, a huge text or files that do
 * not fit in memory.
 */
async function packGltf(bytes: Uint8Array, files: FileSource, folder: string): Promise<PackedGltf> {
  const gltf = parseJson(bytes);
  const parts: Uint8Array[] = [];
  let length = 0;
  // What is packed is in memory twice, the second time in the GLB.
  const check: SizeCheck = (more) => {
    if (2 * length + more <= MAX_READ_BYTES) return;
    throw new ModelError('too_large', engineMessage('model-limit.available-memory'));
  };
  const append = (part: Uint8Array): number => {
    check(2 * part.length);
    const start = length;
    // Numbers of every type must be aligned to their own size.
    const padding = (4 - (part.length % 4)) % 4;
    parts.push(part, new Uint8Array(padding));
    length += part.length + padding;
    return start;
  };

  const places: BufferPlace[] = [];
  // Buffers without data, the fallbacks of meshopt, stay buffers of their own.
  const empty: Json[] = [];
  const packed = new Map<unknown, { start: number; length: number }>();
  for (const buffer of listOf(gltf, 'buffers')) {
    if (buffer['uri'] === undefined) {
      places.push({ buffer: empty.push(buffer), start: 0 });
      continue;
    }
    const needed = Number(buffer['byteLength']);
    const known = packed.get(buffer['uri']);
    if (known && known.length >= needed) {
      places.push({ buffer: 0, start: known.start });
      continue;
    }
    const content = await load(buffer['uri'], files, folder, check);
    if (!(content.length >= needed)) throw new ModelError('truncated', engineMessage('gltf.buffer-too-short'));
    const start = append(content.subarray(0, needed));
    packed.set(buffer['uri'], { start, length: needed });
    places.push({ buffer: 0, start });
  }
  const views = listOf(gltf, 'bufferViews');
  for (const view of views) {
    moveRange(view, places);
    const extensions = view['extensions'] as Json | undefined;
    for (const name of COMPRESSIONS) if (isJson(extensions?.[name])) moveRange(extensions[name], places);
  }
  for (const image of listOf(gltf, 'images')) {
    if (image['uri'] === undefined) continue;
    const fallback = typeof image['name'] === 'string' ? image['name'] : 'texture';
    const name = typeof image['uri'] === 'string' && !image['uri'].startsWith('data:') ? image['uri'] : fallback;
    const { content, mime } = await toGltfImage(name, await load(image['uri'], files, folder, check));
    delete image['uri'];
    image['mimeType'] = mime;
    image['bufferView'] = views.push({ buffer: 0, byteOffset: append(content), byteLength: content.length }) - 1;
  }
  if (views.length > 0) gltf['bufferViews'] = views;
  if (length + empty.length > 0) gltf['buffers'] = [{ byteLength: length }, ...empty];
  return { glb: toGlbFile(gltf, parts, length), packedBytes: length };
}

function parseJson(bytes: Uint8Array): Json {
  let json: unknown;
  try {
    json = parseGltfJson(bytes, decodeText);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw damagedModel('model-damage.json', cause);
  }
  if (!isJson(json) || !isJson(json['asset'])) throw damagedModel('model-damage.not-gltf');
  return json;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(gltf: Json, key: string): Json[] {
  const list: unknown = gltf[key] ?? [];
  if (!Array.isArray(list) || !list.every(isJson)) {
    throw new ModelError('not_a_model', engineMessage('gltf.not-a-list', { field: key }));
  }
  return list;
}

/** Adjusts a range in one of the file's buffers to the buffers of the GLB. */
function moveRange(range: Json, places: readonly BufferPlace[]): void {
  const place = places[Number(range['buffer'])];
  if (place === undefined) throw damagedModel('model-damage.missing-buffer');
  range['byteOffset'] = Number(range['byteOffset'] ?? 0) + place.start;
  range['buffer'] = place.buffer;
}

async function load(uri: unknown, files: FileSource, folder: string, check: SizeCheck): Promise<Uint8Array> {
  if (typeof uri !== 'string') throw damagedModel('model-damage.file-reference');
  const data = /^data:[^,]*,/.exec(uri.slice(0, 256));
  if (data) {
    if (!data[0].endsWith(';base64,')) throw new ModelError('unsupported', engineMessage('gltf.data-encoding'));
    return Buffer.from(uri.slice(data[0].length), 'base64');
  }
  const shown = uri.slice(0, 80);
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(uri)) {
    throw new ModelError('unsupported', engineMessage('gltf.remote-file', { name: shown }));
  }
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    path = uri;
  }
  // To be read once: what is copied into the GLB does not stay in memory.
  const file = files.open(path, folder) ?? files.open(uri, folder);
  if (!file) throw new ModelError('unsupported', engineMessage('gltf.missing-file', { name: shown }));
  check(file.size);
  return file.readAll();
}

/** Returns PNG, JPEG and WebP unchanged; other formats are converted to PNG. */
async function toGltfImage(name: string, bytes: Uint8Array): Promise<{ content: Uint8Array; mime: string }> {
  const mime = GLB_MIMES[sniffImageFormat(bytes) ?? ''];
  if (mime !== undefined) return { content: bytes, mime };
  if (isKtx2(bytes)) return { content: bytes, mime: 'image/ktx2' };
  try {
    const { bytes: content, mime: made } = await encodeTexture(await decodePixels({ name, bytes }), 'PNG');
    return { content, mime: made };
  } catch (cause) {
    throw new ModelError('unsupported', engineMessage('texture-error.unsupported', { name: name.slice(0, 80) }), cause);
  }
}

/** Assembles the two chunks of a GLB (glTF 2.0, chapter 4); `length` is that of all parts together. */
function toGlbFile(gltf: Json, parts: readonly Uint8Array[], length: number): Uint8Array {
  const text = Buffer.from(JSON.stringify(gltf));
  const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const head = Buffer.alloc(20);
  const total = 20 + json.length + (length > 0 ? 8 + length : 0);
  [0x46546c67, 2, total, json.length, 0x4e4f534a].forEach((word, i) => head.writeUInt32LE(word, i * 4));
  if (length === 0) return Buffer.concat([head, json]);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(length, 0);
  chunk.writeUInt32LE(0x004e4942, 4);
  return Buffer.concat([head, json, chunk, ...parts]);
}
