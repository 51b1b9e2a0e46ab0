import { checkGltfGraph } from '../../engine/files/gltf/check/check-gltf-graph.ts';
import { checkGltfSizes } from '../../engine/files/gltf/check/check-gltf-sizes.ts';
import { gltfSchema, type GltfDescription } from '../../engine/files/gltf/check/gltf-schema.ts';
import { parseGltfJson } from '../../engine/files/gltf/check/parse-gltf-json.ts';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import type { OpenFile } from '../../base/files/disk.ts';
import type { NamedImage } from './named-image.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Maximum size of the JSON, in bytes, so that parsing does not block; usual files have about ten kilobytes. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/**
 * Checks a GLB's container (glTF 2.0, chapter 4), its JSON and all its ranges, without reading its geometry;
 * returns its images. Throws `ModelError`.
 */
export async function checkGlb(file: OpenFile): Promise<NamedImage[]> {
  const { json, binary } = await readGlb(file);
  const gltf = parse(json);
  checkGltfGraph(gltf);
  checkGltfSizes(gltf, binary.bytes);
  return gltf.images.flatMap((image, index): NamedImage[] => {
    const name = nameOf(gltf, index);
    if (image.uri !== undefined) return toNamedImages(image.uri, name);
    const view = gltf.bufferViews[image.bufferView ?? -1];
    if (!view) return [{ name, file: null }];
    return [{ name, file: null, range: { offset: binary.offset + view.byteOffset, length: view.byteLength } }];
  });
}

/** Reads a GLB's JSON and the position of its binary chunk; throws `ModelError` for a damaged container. */
export async function readGlb(file: OpenFile): Promise<{ json: unknown; binary: { offset: number; bytes: number } }> {
  const size = await file.size();
  const head = await readAt(file, 0, 20);
  if (head.readUInt32LE(4) !== 2)
    throw new ModelError('unsupported', message('result.glb-version', { version: head.readUInt32LE(4) }));
  const jsonBytes = head.readUInt32LE(12);
  if (head.readUInt32LE(16) !== JSON_CHUNK || 20 + jsonBytes > size) throw broken();
  const json = await readJson(file, 20, jsonBytes);
  return { json, binary: await findBinary(file, 20 + jsonBytes, size) };
}

/** Reads the JSON of a glTF with separate buffers; throws `ModelError`. */
export async function readGltf(file: OpenFile): Promise<unknown> {
  return readJson(file, 0, await file.size());
}

/**
 * Checks a glTF's JSON and that its buffer files are complete; `sizeOf` returns the size of a side file in bytes,
 * null if it is missing. Returns its images. Throws `ModelError`.
 */
export async function checkGltf(
  file: OpenFile,
  sizeOf: (name: string) => Promise<number | null>,
): Promise<NamedImage[]> {
  const gltf = parse(await readGltf(file));
  checkGltfGraph(gltf);
  for (const { uri, byteLength } of gltf.buffers) {
    if (uri === undefined || uri.startsWith('data:')) continue;
    const bytes = await sizeOf(toFileName(uri));
    if (bytes === null)
      throw new ModelError('truncated', message('result.geometry-missing', { name: toFileName(uri).slice(0, 80) }));
    if (bytes < byteLength)
      throw new ModelError('truncated', message('result.geometry-short', { actual: bytes, expected: byteLength }));
  }
  return gltf.images.flatMap(({ uri }, index) => (uri === undefined ? [] : toNamedImages(uri, nameOf(gltf, index))));
}

/** An image by its URI; none for a data URI. */
function toNamedImages(uri: string, name: MessageOrText): NamedImage[] {
  if (uri.startsWith('data:')) return [];
  const file = toFileName(uri);
  return [{ name: file || name, file }];
}

function nameOf(gltf: GltfDescription, index: number): MessageOrText {
  const { name } = gltf.images[index] as { name?: unknown };
  return typeof name === 'string' && name !== '' ? name : message('job-note.image-number', { number: index + 1 });
}

/** The name of the side file at a URI. */
export function toFileName(uri: string): string {
  try {
    return decodeURIComponent(uri).replace(/^\.\//, '');
  } catch {
    return uri;
  }
}

/** The binary chunk after the JSON; empty if there is none. */
async function findBinary(file: OpenFile, from: number, size: number): Promise<{ offset: number; bytes: number }> {
  if (from + 8 > size) return { offset: from, bytes: 0 };
  const head = await readAt(file, from, 8);
  const bytes = head.readUInt32LE(0);
  if (from + 8 + bytes > size) throw broken();
  return { offset: from + 8, bytes: head.readUInt32LE(4) === BINARY_CHUNK ? bytes : 0 };
}

async function readJson(file: OpenFile, from: number, bytes: number): Promise<unknown> {
  if (bytes > MAX_JSON_BYTES) throw new ModelError('too_large', message('result.json-over-16-mb'));
  try {
    return parseGltfJson(await readAt(file, from, bytes));
  } catch (cause) {
    if (cause instanceof ModelError || (cause as NodeJS.ErrnoException).syscall) throw cause;
    throw new ModelError('not_a_model', message('result.json-damaged'), cause);
  }
}

function parse(json: unknown): GltfDescription {
  const parsed = gltfSchema.safeParse(json);
  if (!parsed.success) throw new ModelError('not_a_model', message('result.json-not-gltf'), parsed.error);
  return parsed.data;
}

async function readAt(file: OpenFile, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let done = 0;
  while (done < bytes) {
    const length = await file.read(buffer.subarray(done), position + done);
    if (length === 0) throw broken();
    done += length;
  }
  return buffer;
}

function broken(): ModelError {
  return new ModelError('truncated', message('result.part-past-end'));
}
