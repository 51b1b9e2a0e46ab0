import path from 'node:path';
import type { System } from '../../base/system.ts';
import type { Format } from '../../../src-shared/formats/formats.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { checkModel } from '../inspect/check-model.ts';
import type { DownloadedOutputs, DownloadedFile } from './download.ts';
import { assertComplete, type DownloadedImage } from './download-images.ts';
import type { ArtifactRecord } from '../job-record.ts';
import { countTriangles } from '../inspect/model-facts.ts';
import { unpackBundle } from './unpack-bundle.ts';
import type { MessageOrText } from '../../../src-shared/messages/message.ts';

/** Verified results, and notes for the user. */
export interface VerifiedOutputs {
  readonly artifacts: ArtifactRecord[];
  readonly notes: MessageOrText[];
}

/**
 * Converts downloaded files to artifacts: archives are unpacked, formats are detected by content, and a model with
 * incomplete geometry throws `result_damaged`; a missing image becomes a note.
 */
export async function verifyOutputs(
  arrived: DownloadedOutputs,
  step: number,
  system: System,
): Promise<VerifiedOutputs> {
  const { model, splat, preview, pictures } = arrived;
  const { artifacts, notes } = model ? await verifyModel(model, step, system) : { artifacts: [], notes: [] };
  // After the model, which represents the step.
  if (splat) artifacts.push(await toModelArtifact(splat, step, system));
  if (preview) artifacts.push({ ...blank(step, system), role: 'preview', ...toSingleFile(preview) });
  for (const picture of pictures) {
    await assertComplete(picture.path, system.disk);
    artifacts.push({ ...blank(step, system), role: 'picture', ...toSingleFile(picture) });
  }
  return { artifacts, notes };
}

async function verifyModel(model: DownloadedFile, step: number, system: System): Promise<VerifiedOutputs> {
  const artifact = await toModelArtifact(model, step, system);
  const { path: modelPath, format, bundle } = artifact;
  try {
    const notes = await checkModel({ path: modelPath, format: format as Format, folder: bundle }, system.disk);
    const triangles = await countTriangles(artifact, system.disk);
    return { artifacts: [triangles === null ? artifact : { ...artifact, triangles }], notes };
  } catch (error) {
    throw toDiskError(error, 'library');
  }
}

function toSingleFile({ path: file, bytes, sha256 }: DownloadedImage) {
  return { format: null, path: file, bundle: null, bytes, sha256 } as const;
}

async function toModelArtifact(model: DownloadedFile, step: number, system: System): Promise<ArtifactRecord> {
  const { format, bytes, sha256 } = model;
  if (format !== 'zip')
    return { ...blank(step, system), role: 'model', format, path: model.path, bundle: null, bytes, sha256 };
  const bundle = await unpackBundle(model.path, path.join(path.dirname(model.path), `${step}-files`));
  await system.disk.remove(model.path);
  return {
    ...blank(step, system),
    role: 'model',
    format: bundle.format satisfies Format,
    path: bundle.mainFile,
    bundle: bundle.folder,
    bytes: bundle.bytes,
    sha256: bundle.sha256,
  };
}

function blank(step: number, { random }: System): Pick<ArtifactRecord, 'id' | 'step' | 'exportedPath'> {
  return { id: random.uuid(), step, exportedPath: null };
}
