import { listChain } from '../../../src-shared/jobs/step-chain.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { addCredits, formatCredits, ZERO_CREDITS, parseCredits } from '../../../src-shared/api/pricing/credits.ts';
import { DELIVERY_SCHEMA } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { FileRole, Manifest, ManifestFile } from '../../../src-shared/delivery/manifest.ts';
import { pickSeeds } from '../../../src-shared/operations/seeds.ts';
import type { PlacedFile } from '../../folders/place-asset.ts';
import { givenName } from '../../folders/source-files.ts';
import type { ArtifactRecord, JobRecord, StepRecord } from '../job-record.ts';
import type { ModelFacts } from '../model-facts.ts';
import type { ResultName } from './result-names.ts';
import { uniqueMessages, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Facts of a file for the manifest; `facts` absent: it is no model. */
export interface AssetFileNames {
  readonly role: FileRole;
  readonly facts?: ModelFacts;
}

/** How a later result is related to the others in the folder of its asset. */
export interface AssetLineage extends ResultName {
  /** Id of the asset. */
  readonly asset: string;
  /** Path of the model that it was made from; null if it is not in the folder. */
  readonly from: string | null;
}

/** Data of one export. */
export interface AssetDescription {
  readonly id: string;
  readonly name: string;
  readonly record: JobRecord;
  readonly due: readonly ArtifactRecord[];
  /** By their path in the asset's folder. */
  readonly files: ReadonlyMap<string, AssetFileNames>;
  readonly notes: readonly MessageOrText[];
  /** Epoch ms. */
  readonly now: number;
  /** Absent: the asset itself. */
  readonly lineage?: AssetLineage;
}

const CLOUD_LICENCE = 'See the terms of the service that made it.';

/** Facts of a file that is no model. */
const NO_MODEL: ModelFacts = {
  upAxis: null,
  forwardAxis: null,
  metersPerUnit: null,
  dimensions: null,
  triangles: null,
  textures: null,
  clips: [],
  hasSkeleton: false,
};

/** The id of a job's asset: the same for the same files of the same job, however often they are exported. */
export function toAssetId(jobId: string, artifacts: readonly Pick<ArtifactRecord, 'id'>[]): string {
  const text = [jobId, ...artifacts.map(({ id }) => id).sort()].join('\0');
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  // A UUID of version 8: based on a custom hash (RFC 9562, 5.8).
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The manifest of an asset; a source that is not among the placed files is mentioned in a note. */
export function describeAsset(
  { id, name, record, due, files, notes, now, lineage }: AssetDescription,
  placed: readonly PlacedFile[],
): Manifest {
  const there = new Set(placed.map((file) => file.path));
  const isGone = [...files].some(([at, { role }]) => role === 'source' && !there.has(at));
  const gone = isGone ? ['The source is not included: it was missing or changed when this was exported.'] : [];
  const hasMoreClips = placed.some((file) => files.get(file.path)?.facts?.hasMoreClips);
  const left = hasMoreClips ? ['Not all animations are listed: there are too many, or their names are too long.'] : [];
  const steps = listSteps(record, due);
  return {
    schema: DELIVERY_SCHEMA,
    id,
    name,
    createdAt: new Date(now).toISOString(),
    recipe: { id: record.recipe, version: record.recipeVersion },
    service: { kind: record.serviceKind },
    steps: steps.map(toManifestStep),
    credits: toCharged(steps),
    source: describeSource(
      record,
      placed.filter((file) => files.get(file.path)?.role === 'source'),
    ),
    files: placed.map((file) => describeFile(file, files.get(file.path))),
    notes: [
      ...uniqueMessages([...steps.flatMap((step) => step.notes ?? []), ...notes]).map(toEnglish),
      ...gone,
      ...left,
    ],
    licence: record.serviceKind === 'cloud' ? CLOUD_LICENCE : null,
    ...(lineage && describeLineage(lineage)),
  };
}

function describeLineage({ asset, from, kind, version }: AssetLineage): Partial<Manifest> {
  return { asset, ...(from !== null && { from }), ...(kind !== '' && { kind }), version };
}

function describeFile(file: PlacedFile, { role, facts }: AssetFileNames = { role: 'texture' }): ManifestFile {
  const { hasMoreClips: _, ...known } = { ...NO_MODEL, ...facts };
  return { ...known, clips: [...known.clips], ...file, role, format: formatOf(file.path) };
}

/** The extension in lower case; a missing or unusual one becomes generic bytes. */
function formatOf(filePath: string): string {
  const ending = path.posix.extname(filePath).slice(1).toLowerCase();
  return /^[a-z0-9]{1,16}$/.test(ending) ? ending : 'bin';
}

/** The steps that contributed to these files, in order. */
function listSteps({ steps }: JobRecord, due: readonly ArtifactRecord[]): StepRecord[] {
  const taking = new Set(due.flatMap(({ step }) => listChain(steps, step)));
  return steps.filter((_, index) => taking.has(index));
}

function toManifestStep({ operation, params, taskId, generator }: StepRecord): Manifest['steps'][number] {
  const seeds = pickSeeds(params);
  const others = Object.entries(params).filter(([name]) => !(name in seeds));
  return {
    operation,
    params: Object.fromEntries(others),
    taskId,
    seeds: { ...seeds },
    ...(generator && { generator }),
  };
}

/** The total charge of the steps; successful steps have no refund. Null: the service did not report it. */
function toCharged(steps: readonly StepRecord[]): Manifest['credits'] {
  const amounts = steps.map(({ creditsConsumed }) => parseCredits(creditsConsumed ?? ''));
  const known = amounts.filter((amount) => amount !== null);
  if (known.length < amounts.length) return null;
  return { charged: formatCredits(addCredits(...known)), back: formatCredits(ZERO_CREDITS) };
}

/** A source of several files has a hash for each file, and none as a whole. */
function describeSource({ name, sources, prompt }: JobRecord, placed: readonly PlacedFile[]): Manifest['source'] {
  if (sources.length === 0 && prompt === undefined) return null;
  const [only] = prompt === undefined ? sources : [];
  const isOne = sources.length === 1 || prompt !== undefined;
  const known = placed[0]?.sha256 ?? only?.token?.sha256 ?? only?.taken?.sha256 ?? null;
  const masks = sources.flatMap(({ slot, mask }) => (mask ? [{ view: slot, method: mask.method }] : []));
  return {
    name: only && isOne ? givenName(only) : name,
    sha256: isOne ? known : null,
    ...(masks.length > 0 && { masks }),
  };
}
