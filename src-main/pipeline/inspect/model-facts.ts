import path from 'node:path';
import { isSplat } from '../../../src-shared/formats/formats.ts';
import type { Dimensions } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { ManifestFile } from '../../../src-shared/delivery/manifest.ts';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import type { Disk, OpenFile } from '../../base/files/disk.ts';
import { readGlb, readGltf } from './check-gltf.ts';
import { readDotSplatFacts, readSplatFacts } from './check-splat.ts';
import { countFbxTextures } from './count-fbx-textures.ts';
import { NO_FACTS, readGltfFacts, type ContentFacts } from './gltf-facts.ts';
import type { ArtifactRecord, JobRecord } from '../job-record.ts';
import { listObjImages } from './list-obj-images.ts';
import { findPlacement, type Placement } from './model-placement.ts';
import { readUsdSpace } from './usd-space.ts';

/** Facts of a model's file in the manifest. */
export type ModelFacts = Omit<ManifestFile, 'path' | 'role' | 'format' | 'bytes' | 'sha256'>;

/** Facts of GLBs that were read already, by artifact id: several files may be converted from one GLB. */
export type KnownFacts = Map<string, ContentFacts>;

const STL_HEAD_BYTES = 84;

/**
 * Facts of a model's file: read from the file if possible, otherwise derived from the GLB that it was converted
 * from by the local engine; null if unknown. No geometry is read. Throws system errors of the disk.
 */
export async function readModelFacts(
  artifact: ArtifactRecord,
  record: JobRecord,
  disk: Disk,
  known: KnownFacts = new Map(),
): Promise<ModelFacts> {
  const placement = findPlacement(record, artifact.step);
  const own = await ownFacts(artifact, disk, known);
  const isDescribed = artifact.format === 'glb' || artifact.format === 'gltf' || isSplat(artifact.format);
  const { dimensions, triangles } = isDescribed ? own : await convertedFacts(artifact, record, placement, disk, known);
  const space =
    artifact.format === 'usdz' ? { ...placement, ...(await using(artifact.path, disk, readUsdSpace)) } : placement;
  const motion =
    artifact.format === 'fbx' || artifact.format === 'usdz'
      ? await keptMotion(artifact, record, placement, disk, known)
      : {};
  const { upAxis, forwardAxis, metersPerUnit } = space;
  return { ...own, ...motion, upAxis, forwardAxis, metersPerUnit, dimensions, triangles: own.triangles ?? triangles };
}

/** Triangle count of a glTF from its JSON; null: unknown, or not a glTF. Throws system errors of the disk. */
export async function countTriangles(artifact: ArtifactRecord, disk: Disk): Promise<number | null> {
  const { format } = artifact;
  return format === 'glb' || format === 'gltf' ? (await ownFacts(artifact, disk, new Map())).triangles : null;
}

/** Facts read from the file itself. */
async function ownFacts(artifact: ArtifactRecord, disk: Disk, known: KnownFacts): Promise<ContentFacts> {
  const { path: filePath, format, bundle } = artifact;
  switch (format) {
    case 'glb':
      return readOnce(artifact, disk, known);
    case 'gltf':
      return using(filePath, disk, (file) => readBesideFacts(file, bundle, disk));
    case 'fbx':
      return { ...NO_FACTS, textures: await using(filePath, disk, countFbxTextures) };
    case 'obj':
      return { ...NO_FACTS, textures: await using(filePath, disk, (file) => countObjTextures(file, bundle, disk)) };
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

/** Facts of the GLB it was converted from, as far as the conversion preserves them. */
async function convertedFacts(
  artifact: ArtifactRecord,
  record: JobRecord,
  { turn, scale, isShapeKept, upAxis }: Placement,
  disk: Disk,
  known: KnownFacts,
): Promise<Pick<ContentFacts, 'dimensions' | 'triangles'>> {
  const glb = findGlb(artifact, record);
  if (!glb || !isShapeKept || turn === null) return NO_FACTS;
  const { dimensions, triangles } = await readOnce(glb, disk, known);
  if (!dimensions) return { dimensions, triangles };
  const [x, y, z] = dimensions.map((size) => size * scale) as [number, number, number];
  const [across, deep] = turn === 'side' ? [z, x] : [x, z];
  const turned: Dimensions = upAxis === 'Z' ? [across, deep, y] : [across, y, deep];
  return { dimensions: upAxis === null ? null : turned, triangles };
}

/** Skeleton and clips of the GLB it was converted from, which an FBX of the local engine keeps; a USDZ plays the first clip. */
async function keptMotion(
  artifact: ArtifactRecord,
  record: JobRecord,
  { isMotionKept }: Placement,
  disk: Disk,
  known: KnownFacts,
): Promise<Partial<Pick<ContentFacts, 'clips' | 'hasSkeleton'>>> {
  const glb = findGlb(artifact, record);
  if (!glb || !isMotionKept) return {};
  const { clips, hasSkeleton } = await readOnce(glb, disk, known);
  return { clips: artifact.format === 'usdz' ? clips.slice(0, 1) : clips, hasSkeleton };
}

/** The GLB that a model was converted from. */
function findGlb({ step }: ArtifactRecord, { steps, artifacts }: JobRecord): ArtifactRecord | undefined {
  const from = steps[step]?.from;
  return artifacts.find((other) => other.step === from && other.role === 'model' && other.format === 'glb');
}

async function readOnce({ id, path: filePath }: ArtifactRecord, disk: Disk, known: KnownFacts): Promise<ContentFacts> {
  const facts = known.get(id) ?? (await using(filePath, disk, readGlbFacts));
  known.set(id, facts);
  return facts;
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
async function readBesideFacts(file: OpenFile, bundle: string | null, disk: Disk): Promise<ContentFacts> {
  return readGltfFacts(await readGltf(file).catch(toNothing), async (offset, bytes, uri) => {
    const names = bundle === null ? [] : await disk.list(bundle);
    if (bundle === null || uri === undefined || !names.includes(uri)) return null;
    const buffer = Buffer.alloc(bytes);
    const length = await using(path.join(bundle, uri), disk, (beside) => beside.read(buffer, offset));
    return length === bytes ? buffer : null;
  });
}

/** Unreadable JSON has no facts; the file was checked when it was downloaded. */
function toNothing(error: unknown): null {
  if (error instanceof ModelError) return null;
  throw error;
}

/** Images of its material libraries; null when one of the libraries is missing. */
async function countObjTextures(file: OpenFile, bundle: string | null, disk: Disk): Promise<number | null> {
  const beside = new Set(bundle === null ? [] : await disk.list(bundle));
  const pictures = await listObjImages(file, async (name) =>
    beside.has(name) ? disk.open(path.join(bundle ?? '', name), 'read') : null,
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
