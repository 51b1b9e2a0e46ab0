import path from 'node:path';
import type { System } from '../../base/system.ts';
import type { FileReader } from '../../readers/file-reader.ts';
import type { Format } from '../../../src-shared/formats/formats.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import type { DownloadedOutputs, DownloadedFile } from './download.ts';
import { assertComplete, type DownloadedImage } from './download-images.ts';
import type { ArtifactRecord } from '../job-record.ts';
import { countTriangles } from '../model-facts.ts';
import type { MessageOrText } from '../../../src-shared/messages/message.ts';

/** Dependencies of a verification. */
interface VerifyTools {
  readonly system: System;
  readonly reader: FileReader;
}

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
  tools: VerifyTools,
): Promise<VerifiedOutputs> {
  const { system } = tools;
  const { model, furtherModels, splat, preview, pictures } = arrived;
  const artifacts: ArtifactRecord[] = [];
  const notes: MessageOrText[] = [...arrived.notes];
  for (const each of model ? [model, ...furtherModels] : []) {
    const verified = await verifyModel(each, step, tools);
    artifacts.push(...verified.artifacts);
    notes.push(...verified.notes);
  }
  // After the model, which represents the step.
  if (splat) artifacts.push(await toModelArtifact(splat, step, tools));
  if (preview) artifacts.push({ ...blank(step, system), role: 'preview', ...toSingleFile(preview) });
  for (const picture of pictures) {
    await assertComplete(picture.path, system.disk);
    artifacts.push({ ...blank(step, system), role: 'picture', ...toSingleFile(picture) });
  }
  return { artifacts, notes };
}

async function verifyModel(model: DownloadedFile, step: number, tools: VerifyTools): Promise<VerifiedOutputs> {
  const artifact = await toModelArtifact(model, step, tools);
  const { path: modelPath, format, bundle } = artifact;
  try {
    const file = { path: modelPath, format: format as Format, folder: bundle };
    const notes = await tools.reader.read('check-model', file);
    const triangles = await countTriangles(artifact, tools.reader);
    return { artifacts: [triangles === null ? artifact : { ...artifact, triangles }], notes };
  } catch (error) {
    throw toLibraryError(error);
  }
}

function toSingleFile({ path: file, bytes, sha256 }: DownloadedImage) {
  return { format: null, path: file, bundle: null, bytes, sha256 } as const;
}

async function toModelArtifact(
  model: DownloadedFile,
  step: number,
  { system, reader }: VerifyTools,
): Promise<ArtifactRecord> {
  const { format, bytes, sha256 } = model;
  if (format !== 'zip')
    return { ...blank(step, system), role: 'model', format, path: model.path, bundle: null, bytes, sha256 };
  const { dir, name } = path.parse(model.path);
  const folder = path.join(dir, `${name}-files`);
  const bundle = await reader.read('unpack-bundle', { path: model.path, folder });
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
