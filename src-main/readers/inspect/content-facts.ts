import path from 'node:path';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import type { Disk, OpenFile } from '../../base/files/disk.ts';
import { readGlb, readGltf, toFileName } from './check-gltf.ts';
import type { ModelFile } from './check-model.ts';
import { readDotSplatFacts, readSplatFacts } from './check-splat.ts';
import { countFbxTextures } from './count-fbx-textures.ts';
import { NO_FACTS, type ContentFacts } from '../model-content.ts';
import { readGltfFacts } from './gltf-facts.ts';
import { listObjImages } from './list-obj-images.ts';

const STL_HEAD_BYTES = 84;

/** Facts of a model read from its file, without geometry. Throws system errors of the disk. */
export async function readContentFacts(
  { path: filePath, format, folder }: ModelFile,
  disk: Disk,
): Promise<ContentFacts> {
  switch (format) {
    case 'glb':
      return using(filePath, disk, readGlbFacts);
    case 'gltf':
      return using(filePath, disk, (file) => readBesideFacts(file, folder, disk));
    case 'fbx':
      return { ...NO_FACTS, textures: await using(filePath, disk, countFbxTextures) };
    case 'obj':
      return { ...NO_FACTS, textures: await using(filePath, disk, (file) => countObjTextures(file, folder, disk)) };
    case 'ply':
      return using(filePath, disk, readSplatFacts);
    case 'splat':
      return using(filePath, disk, readDotSplatFacts);
    case 'stl':
      return { ...NO_FACTS, textures: 0, triangles: await using(filePath, disk, countFacets) };
    default:
      return NO_FACTS;
  }
}

async function readGlbFacts(file: OpenFile): Promise<ContentFacts> {
  const glb = await readGlb(file).catch(toNothing);
  return readGltfFacts(glb?.json, async (offset, bytes, uri) => {
    if (!glb || uri !== undefined || offset + bytes > glb.binary.bytes) return null;
    const buffer = Buffer.alloc(bytes);
    return (await file.read(buffer, glb.binary.offset + offset)) === bytes ? buffer : null;
  });
}

/** A glTF with separate buffers. */
async function readBesideFacts(file: OpenFile, folder: string | null, disk: Disk): Promise<ContentFacts> {
  return readGltfFacts(await readGltf(file).catch(toNothing), async (offset, bytes, uri) => {
    if (folder === null || uri === undefined) return null;
    const name = toFileName(uri);
    if (!(await disk.list(folder)).includes(name)) return null;
    const buffer = Buffer.alloc(bytes);
    const length = await using(path.join(folder, name), disk, (beside) => beside.read(buffer, offset));
    return length === bytes ? buffer : null;
  });
}

/** Unreadable JSON has no facts; the file was checked when it was downloaded. */
function toNothing(error: unknown): null {
  if (error instanceof ModelError) return null;
  throw error;
}

/** Images of its material libraries; null when one of the libraries is missing. */
async function countObjTextures(file: OpenFile, folder: string | null, disk: Disk): Promise<number | null> {
  const beside = new Set(folder === null ? [] : await disk.list(folder));
  const pictures = await listObjImages(file, async (name) =>
    beside.has(name) ? disk.open(path.join(folder ?? '', name), 'read') : null,
  );
  return pictures.some((picture) => picture.file === null) ? null : pictures.length;
}

/** A binary STL states its number of facets. */
async function countFacets(file: OpenFile): Promise<number | null> {
  const head = Buffer.alloc(STL_HEAD_BYTES);
  return (await file.read(head, 0)) === STL_HEAD_BYTES ? head.readUInt32LE(STL_HEAD_BYTES - 4) : null;
}

/** Returns the result of a reader on a file. */
async function using<T>(filePath: string, disk: Disk, read: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await disk.open(filePath, 'read');
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}
