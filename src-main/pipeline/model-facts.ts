import { isSplat } from '../../src-shared/formats/formats.ts';
import type { Dimensions } from '../../src-shared/delivery/delivery-schemas.ts';
import type { ManifestFile } from '../../src-shared/delivery/manifest.ts';
import type { FileReader } from '../readers/file-reader.ts';
import { NO_FACTS, type ContentFacts } from '../readers/model-content.ts';
import type { ArtifactRecord, JobRecord } from './job-record.ts';
import { findPlacement, type Placement } from './model-placement.ts';

/** Facts of a model's file in the manifest. */
export type ModelFacts = Omit<ManifestFile, 'path' | 'role' | 'format' | 'bytes' | 'sha256'> &
  Pick<ContentFacts, 'hasMoreClips'>;

/** Facts of GLBs that were read already, by artifact id: several files may be converted from one GLB. */
export type KnownFacts = Map<string, ContentFacts>;

/**
 * Facts of a model's file: read from the file if possible, otherwise derived from the GLB that it was converted
 * from by the local engine; null if unknown. No geometry is read. Throws system errors of the disk.
 */
export async function readModelFacts(
  artifact: ArtifactRecord,
  record: JobRecord,
  reader: FileReader,
  known: KnownFacts = new Map(),
): Promise<ModelFacts> {
  const placement = findPlacement(record, artifact.step);
  const own = await ownFacts(artifact, reader, known);
  const isDescribed = artifact.format === 'glb' || artifact.format === 'gltf' || isSplat(artifact.format);
  const { dimensions, triangles } = isDescribed
    ? own
    : await convertedFacts(artifact, record, placement, reader, known);
  const space =
    artifact.format === 'usdz'
      ? { ...placement, ...(await reader.read('usd-space', { path: artifact.path })) }
      : placement;
  const motion =
    artifact.format === 'fbx' || artifact.format === 'usdz'
      ? await keptMotion(artifact, record, placement, reader, known)
      : {};
  const { upAxis, forwardAxis, metersPerUnit } = space;
  return { ...own, ...motion, upAxis, forwardAxis, metersPerUnit, dimensions, triangles: own.triangles ?? triangles };
}

/** Triangle count of a glTF from its JSON; null: unknown, or not a glTF. Throws system errors of the disk. */
export async function countTriangles(artifact: ArtifactRecord, reader: FileReader): Promise<number | null> {
  const { format } = artifact;
  return format === 'glb' || format === 'gltf' ? (await ownFacts(artifact, reader, new Map())).triangles : null;
}

async function ownFacts(artifact: ArtifactRecord, reader: FileReader, known: KnownFacts): Promise<ContentFacts> {
  const { id, path, format, bundle } = artifact;
  const facts =
    known.get(id) ?? (await reader.read('content-facts', { path, format: format ?? 'glb', folder: bundle }));
  known.set(id, facts);
  return facts;
}

/** Facts of the GLB it was converted from, as far as the conversion preserves them. */
async function convertedFacts(
  artifact: ArtifactRecord,
  record: JobRecord,
  { turn, scale, isShapeKept, upAxis }: Placement,
  reader: FileReader,
  known: KnownFacts,
): Promise<Pick<ContentFacts, 'dimensions' | 'triangles'>> {
  const glb = findGlb(artifact, record);
  if (!glb || !isShapeKept || turn === null) return NO_FACTS;
  const { dimensions, triangles } = await ownFacts(glb, reader, known);
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
  reader: FileReader,
  known: KnownFacts,
): Promise<Partial<Pick<ContentFacts, 'clips' | 'hasSkeleton' | 'hasMoreClips'>>> {
  const glb = findGlb(artifact, record);
  if (!glb || !isMotionKept) return {};
  const { clips, hasSkeleton, hasMoreClips } = await ownFacts(glb, reader, known);
  if (artifact.format === 'usdz') return { clips: clips.slice(0, 1), hasSkeleton };
  return { clips, hasSkeleton, ...(hasMoreClips && { hasMoreClips }) };
}

/** The GLB that a model was converted from. */
function findGlb({ step }: ArtifactRecord, { steps, artifacts }: JobRecord): ArtifactRecord | undefined {
  const from = steps[step]?.from;
  return artifacts.find((other) => other.step === from && other.role === 'model' && other.format === 'glb');
}
