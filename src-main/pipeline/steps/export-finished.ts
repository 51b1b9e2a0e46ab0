import path from 'node:path';
import type { Manifest } from '../../../src-shared/delivery/manifest.ts';
import { findCreatingStep } from '../../../src-shared/jobs/creating-step.ts';
import { listChain } from '../../../src-shared/jobs/step-chain.ts';
import { isSameMessage, message, type Message, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { addResult } from '../../folders/add-result.ts';
import { toDiskError, toLibraryError } from '../../folders/disk-error.ts';
import { toSafeBaseName } from '../../folders/file-name.ts';
import { hasListedFiles, placeAsset, type PlacedFile } from '../../folders/place-asset.ts';
import { describeAsset, toAssetId, type AssetLineage } from './describe-asset.ts';
import { findAssetFolder, type AssetFolder } from './find-asset-folder.ts';
import {
  listAssetFiles,
  listResultFiles,
  readModels,
  readPreview,
  toKindBase,
  type Outgoing,
} from './list-asset-files.ts';
import { nameResult } from './result-names.ts';
import type { ArtifactRecord, JobRecord } from '../job-record.ts';
import type { PipelineTools } from '../pipeline-tools.ts';

/** Note for the export of a job that ended early. */
export const CANCELLED_BEFORE_END = message('job-note.ended-early');

/** Dependencies of an export; no service is needed. */
type ExportTools = Pick<PipelineTools, 'system' | 'reader' | 'save' | 'current' | 'exportFolder'>;

/** Models that a job still has to export: each is finished and verified. */
export function listDueExports({ steps, artifacts }: Pick<JobRecord, 'steps' | 'artifacts'>): ArtifactRecord[] {
  return steps.flatMap(({ exports, status }, index) =>
    exports !== null && status === 'done'
      ? artifacts.filter(({ step, role, exportedPath }) => step === index && role === 'model' && exportedPath === null)
      : [],
  );
}

/**
 * Exports all pending files of a job: the first ones into one new folder of the output folder, with preview, source and
 * manifest, later ones into the same folder, each with a manifest of its own. Saves their paths in one write for each
 * manifest; a repeat after a crash finds what is there. Does nothing if there is nothing to export. Throws AppError.
 */
export async function exportFinished(
  start: JobRecord,
  tools: ExportTools,
  note: Message | null = null,
): Promise<JobRecord> {
  const due = listDueExports(start);
  if (due.length === 0) return start;
  const { disk } = tools.system;
  let record = tools.save({ ...tools.current(), status: 'exporting' });
  // Reported once, with the export it applies to.
  const others = record.notes.filter((other) => !isSameMessage(other, CANCELLED_BEFORE_END));
  const notes = note === null ? others : [...others, note];
  const home = await findAssetFolder(record.artifacts, tools.exportFolder, disk).catch((error: unknown) => {
    throw toDiskError(error, tools.exportFolder);
  });
  if (home === null) return exportAsset(record, due, notes, tools);
  for (const artifact of due) record = await exportResult(record, artifact, home, notes, tools);
  return record;
}

/** Exports files into one new folder. */
async function exportAsset(
  record: JobRecord,
  due: readonly ArtifactRecord[],
  notes: readonly MessageOrText[],
  tools: ExportTools,
): Promise<JobRecord> {
  const { disk, clock } = tools.system;
  const id = toAssetId(record.id, due);
  const name = toSafeBaseName(record.name);
  const collect = async () => {
    const models = await readModels(record, due, tools.reader, disk);
    return listAssetFiles(record, models, await readPreview(record, due, disk), name);
  };
  const { paths, files } = await collect().catch((error: unknown) => {
    throw toLibraryError(error);
  });
  const about = { id, name, record, due, files: byPath(files), notes, now: clock.now() };
  const asset = { id, baseName: name, files, describe: describeAsset.bind(null, about) };
  const folder = await placeAsset(tools.exportFolder, asset, tools.system);
  return saveExported(id, new Map([...paths].map(([artifact, at]) => [artifact, path.join(folder, at)])), notes, tools);
}

/** Adds one model to the folder of its asset. */
async function exportResult(
  record: JobRecord,
  artifact: ArtifactRecord,
  home: AssetFolder,
  notes: readonly MessageOrText[],
  tools: ExportTools,
): Promise<JobRecord> {
  const { disk, clock } = tools.system;
  const own = home.manifest.files.find(({ role, sha256 }) => role === 'model' && sha256 === artifact.sha256);
  // Exported again, although it is there.
  if (own && artifact.bundle === null && (await hasListedFiles(home.path, [own], disk))) {
    return saveExported(home.manifest.id, new Map([[artifact.id, path.join(home.path, own.path)]]), notes, tools);
  }
  const id = toAssetId(record.id, [artifact]);
  const name = toSafeBaseName(record.name);
  const { kind, version } = nameResult(record, artifact.step);
  const collect = async () => {
    const models = await readModels(record, [artifact], tools.reader, disk);
    const preview = await readPreview(record, [artifact], disk);
    const isOwn = preview !== null && kind !== '' && nameResult(record, preview.artifact.step).kind === kind;
    return { model: models[0]!, preview: isOwn ? preview : null };
  };
  const { model, preview } = await collect().catch((error: unknown) => {
    throw toLibraryError(error);
  });
  const baseName = toKindBase(name, kind);
  const from = findOrigin(record, artifact, home.path);
  const lineage: AssetLineage = { asset: home.manifest.id, kind, version, from };
  const listFiles = (versioned: string): Outgoing[] => listResultFiles(model, preview, name, versioned);
  const describe = (files: readonly Outgoing[], placed: readonly PlacedFile[]): Manifest => {
    const title = path.posix.parse(files[0]!.path).name;
    const about = { id, name: title, record, due: [artifact], files: byPath(files), notes, now: clock.now(), lineage };
    return describeAsset(about, placed);
  };
  const files = await addResult(home.path, { id, baseName, version, listFiles, describe }, tools.system);
  return saveExported(id, new Map([[artifact.id, path.join(home.path, files[0]!.path)]]), notes, tools);
}

function byPath(files: readonly Outgoing[]): ReadonlyMap<string, Outgoing> {
  return new Map(files.map((file) => [file.path, file]));
}

/** Path in the asset's folder of the model that another one was made from; null if it was not exported there. */
function findOrigin({ steps, artifacts }: JobRecord, artifact: ArtifactRecord, folder: string): string | null {
  const chain = listChain(steps, artifact.step);
  for (const step of chain) {
    const maker = findCreatingStep(steps, step);
    const origin = artifacts.find(
      (each) =>
        each.id !== artifact.id &&
        each.exportedPath?.startsWith(folder + path.sep) &&
        findCreatingStep(steps, each.step) === maker,
    );
    if (origin?.exportedPath) return path.relative(folder, origin.exportedPath).replaceAll('\\', '/');
  }
  return null;
}

/** Saves where the models of one manifest are, by artifact id. */
function saveExported(
  id: string,
  paths: ReadonlyMap<string, string>,
  notes: readonly MessageOrText[],
  tools: ExportTools,
): JobRecord {
  const now = tools.current();
  const artifacts = now.artifacts.map((artifact) => {
    const exportedPath = paths.get(artifact.id);
    return exportedPath === undefined ? artifact : { ...artifact, exportedPath, exportedAs: id };
  });
  return tools.save({ ...now, artifacts, notes });
}
