import path from 'node:path';
import { FORMAT_ROWS, isSplat } from '../../../src-shared/formats/formats.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { toSafeBaseName, versionedName } from '../../folders/file-name.ts';
import { placeAsset, type AssetFile } from '../../folders/place-asset.ts';
import { sniffImageFormat } from '../../engine/base/image/sniff-image-format.ts';
import type { Disk } from '../../base/files/disk.ts';
import { describeAsset, toAssetId, type AssetFileNames } from './describe-asset.ts';
import type { ArtifactRecord, JobRecord } from '../job-record.ts';
import { readModelFacts, type KnownFacts } from '../model-facts.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { message, isSameMessage, type Message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Note for the export of a job that ended early. */
export const CANCELLED_BEFORE_END = message('job-note.ended-early');

/** Dependencies of an export; no service is needed. */
type ExportTools = Pick<PipelineTools, 'system' | 'reader' | 'save' | 'current' | 'exportFolder'>;

/** A file to export, with its manifest facts. */
type Outgoing = AssetFile & AssetFileNames;

/** Models that a job still has to export: each is finished and verified. */
export function listDueExports({ steps, artifacts }: Pick<JobRecord, 'steps' | 'artifacts'>): ArtifactRecord[] {
  return steps.flatMap(({ exports, status }, index) =>
    exports !== null && status === 'done'
      ? artifacts.filter(({ step, role, exportedPath }) => step === index && role === 'model' && exportedPath === null)
      : [],
  );
}

/**
 * Exports all pending files of a job into one new folder of the output folder, with preview, source and manifest, and
 * saves its path in one write; a repeat after a crash finds that folder. Does nothing if there is nothing to export.
 * Throws AppError.
 */
export async function exportFinished(
  start: JobRecord,
  tools: ExportTools,
  note: Message | null = null,
): Promise<JobRecord> {
  const due = listDueExports(start);
  if (due.length === 0) return start;
  const { clock } = tools.system;
  const record = tools.save({ ...tools.current(), status: 'exporting' });
  const id = toAssetId(record.id, due);
  const name = toSafeBaseName(record.name);
  const { models, files } = await collect(record, due, name, tools).catch((error: unknown) => {
    throw toDiskError(error, 'library');
  });
  const words = new Map(files.map((file) => [file.path, file]));
  const withNote = ({ notes }: JobRecord): MessageOrText[] => [
    // Reported once, with the export it applies to.
    ...notes.filter((other) => !isSameMessage(other, CANCELLED_BEFORE_END)),
    ...(note === null ? [] : [note]),
  ];
  const about = { id, name, record, due, files: words, notes: withNote(record), now: clock.now() };
  const asset = { id, baseName: name, files, describe: describeAsset.bind(null, about) };
  const folder = await placeAsset(tools.exportFolder, asset, tools.system);
  const now = tools.current();
  const artifacts = now.artifacts.map((artifact) => {
    const place = models.get(artifact.id);
    return place === undefined ? artifact : { ...artifact, exportedPath: path.join(folder, place) };
  });
  return tools.save({ ...now, artifacts, notes: withNote(now) });
}

/** The files of the asset, and the paths of its models in it by artifact id. */
async function collect(
  record: JobRecord,
  due: readonly ArtifactRecord[],
  name: string,
  { system: { disk }, reader }: ExportTools,
): Promise<{ models: Map<string, string>; files: Outgoing[] }> {
  const take = createNames();
  const models = new Map<string, string>();
  const files: Outgoing[] = [];
  const known: KnownFacts = new Map();
  for (const artifact of due) {
    const { extension } = FORMAT_ROWS[artifact.format ?? 'glb'];
    const facts = await readModelFacts(artifact, record, reader, known);
    const folder = artifact.bundle === null ? '' : `${take(extension)}/`;
    const at = artifact.bundle === null ? take(name, extension) : `${folder}${name}.${extension}`;
    models.set(artifact.id, at);
    const role = isSplat(artifact.format) ? 'splat' : 'model';
    files.push({ kind: 'copy', path: at, from: artifact.path, sha256: artifact.sha256, role, facts });
    for (const side of artifact.bundle === null ? [] : await disk.list(artifact.bundle)) {
      const from = path.join(artifact.bundle ?? '', side);
      if (from !== artifact.path)
        files.push({ kind: 'copy', path: `${folder}${side}`, from, sha256: null, role: 'texture' });
    }
  }
  const preview = findPreview(record, due);
  if (preview) {
    const ending = await imageExtension(preview.path, disk);
    files.push({
      kind: 'copy',
      path: take('preview', ending),
      from: preview.path,
      sha256: preview.sha256,
      role: 'preview',
    });
  }
  return { models, files: [...files, ...listSources(record, take)] };
}

/** Makes every name unique on case-insensitive disks, too. */
function createNames(): (base: string, extension?: string) => string {
  const taken = new Set<string>();
  return (base, extension) => {
    for (let version = 1; ; version++) {
      const name = `${versionedName(base, version)}${extension === undefined ? '' : `.${extension}`}`;
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return name;
    }
  };
}

/** The image of the last exported model, or of its input. */
function findPreview({ steps, artifacts }: JobRecord, due: readonly ArtifactRecord[]): ArtifactRecord | null {
  for (const { step } of due.toReversed()) {
    for (let at: number | null = step; at !== null; at = steps[at]?.from ?? null) {
      const preview = artifacts.find((artifact) => artifact.step === at && artifact.role === 'preview');
      if (preview) return preview;
    }
  }
  return null;
}

function listSources({ sources, prompt }: JobRecord, take: ReturnType<typeof createNames>): Outgoing[] {
  if (prompt !== undefined) return [{ kind: 'text', path: take('source', 'txt'), text: `${prompt}\n`, role: 'source' }];
  return sources.map(({ slot, name, path: from, token, taken }) => {
    const ending = /\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin';
    const at = take(slot === null ? 'source' : `source-${slot}`, ending);
    return { kind: 'source', path: at, from, sha256: token?.sha256 ?? taken?.sha256 ?? null, role: 'source' };
  });
}

/** Extension of a preview by its bytes; the names of services vary. */
async function imageExtension(filePath: string, disk: Disk): Promise<string> {
  const file = await disk.open(filePath, 'read');
  try {
    const head = new Uint8Array(64);
    const container = sniffImageFormat(head.subarray(0, await file.read(head, 0)));
    return container === 'jpeg' ? 'jpg' : (container ?? path.extname(filePath).slice(1));
  } finally {
    await file.close();
  }
}
