import { listChain } from '../../../src-shared/jobs/step-chain.ts';
import path from 'node:path';
import type { FileRole } from '../../../src-shared/delivery/manifest.ts';
import { FORMAT_ROWS, isSplat } from '../../../src-shared/formats/formats.ts';
import type { Disk } from '../../base/files/disk.ts';
import { sniffImageFormat } from '../../engine/base/image/sniff-image-format.ts';
import { versionedName } from '../../folders/file-name.ts';
import type { AssetFile } from '../../folders/place-asset.ts';
import type { FileReader } from '../../readers/file-reader.ts';
import type { ArtifactRecord, JobRecord } from '../job-record.ts';
import { readModelFacts, type KnownFacts, type ModelFacts } from '../model-facts.ts';
import type { AssetFileNames } from './describe-asset.ts';
import { nameResult, type ResultName } from './result-names.ts';

/** A file to export, with its manifest facts. */
export type Outgoing = AssetFile & AssetFileNames;

/** A model to export, with all that is known before its files have names. */
export interface OutgoingModel {
  readonly artifact: ArtifactRecord;
  readonly result: ResultName;
  readonly role: FileRole;
  readonly extension: string;
  readonly facts: ModelFacts;
  /** Names of its textures, materials and buffers in its bundle. */
  readonly sides: readonly string[];
}

/** A preview to export; its extension depends on the content. */
export interface OutgoingPreview {
  readonly artifact: ArtifactRecord;
  readonly extension: string;
}

/** Reads the models of an export. Throws system errors of the disk. */
export async function readModels(
  record: JobRecord,
  due: readonly ArtifactRecord[],
  reader: FileReader,
  disk: Disk,
): Promise<OutgoingModel[]> {
  const known: KnownFacts = new Map();
  const models: OutgoingModel[] = [];
  for (const artifact of due) {
    const bundled = artifact.bundle === null ? [] : await disk.list(artifact.bundle);
    models.push({
      artifact,
      result: nameResult(record, artifact.step),
      role: isSplat(artifact.format) ? 'splat' : 'model',
      extension: FORMAT_ROWS[artifact.format ?? 'glb'].extension,
      facts: await readModelFacts(artifact, record, reader, known),
      sides: bundled.filter((side) => path.join(artifact.bundle ?? '', side) !== artifact.path),
    });
  }
  return models;
}

/** The image of the last exported model, or of its input. Throws system errors of the disk. */
export async function readPreview(
  { steps, artifacts }: JobRecord,
  due: readonly ArtifactRecord[],
  disk: Disk,
): Promise<OutgoingPreview | null> {
  for (const { step } of due.toReversed()) {
    for (const at of listChain(steps, step)) {
      const artifact = artifacts.find((each) => each.step === at && each.role === 'preview');
      if (artifact) return { artifact, extension: await imageExtension(artifact.path, disk) };
    }
  }
  return null;
}

/** The files of a new asset, and the paths of its models by artifact id. */
export function listAssetFiles(
  record: JobRecord,
  models: readonly OutgoingModel[],
  preview: OutgoingPreview | null,
  name: string,
): { readonly paths: ReadonlyMap<string, string>; readonly files: Outgoing[] } {
  const take = createNames();
  const paths = new Map<string, string>();
  const files = models.flatMap((model) => {
    const { artifact, result, extension } = model;
    const base = toResultBase(name, result);
    const rest = base.slice(name.length);
    const at = artifact.bundle === null ? take(base, extension) : `${take(`${extension}${rest}`)}/${base}.${extension}`;
    paths.set(artifact.id, at);
    return listModelFiles(model, at);
  });
  if (preview) files.push(toPreviewFile(preview, take('preview', preview.extension)));
  return { paths, files: [...files, ...listSources(record, take)] };
}

/** The files of a later result under a name that begins with the asset’s; its model is the first. */
export function listResultFiles(
  model: OutgoingModel,
  preview: OutgoingPreview | null,
  assetName: string,
  name: string,
): Outgoing[] {
  const { artifact, extension } = model;
  const rest = name.slice(assetName.length);
  const at = artifact.bundle === null ? `${name}.${extension}` : `${extension}${rest}/${name}.${extension}`;
  const files = listModelFiles(model, at);
  return preview ? [...files, toPreviewFile(preview, `preview${rest}.${preview.extension}`)] : files;
}

/** Base name of the files of a result, with its kind. */
export function toKindBase(assetName: string, kind: string): string {
  return kind === '' ? assetName : `${assetName}_${kind}`;
}

function toResultBase(assetName: string, { kind, version }: ResultName): string {
  return versionedName(toKindBase(assetName, kind), version);
}

function listModelFiles({ artifact, role, facts, sides }: OutgoingModel, at: string): Outgoing[] {
  const folder = path.posix.dirname(at);
  return [
    { kind: 'copy', path: at, from: artifact.path, sha256: artifact.sha256, role, facts },
    ...sides.map((side): Outgoing => {
      const from = path.join(artifact.bundle ?? '', side);
      return { kind: 'copy', path: `${folder}/${side}`, from, sha256: null, role: 'texture' };
    }),
  ];
}

function toPreviewFile({ artifact: { path: from, sha256 } }: OutgoingPreview, at: string): Outgoing {
  return { kind: 'copy', path: at, from, sha256, role: 'preview' };
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
