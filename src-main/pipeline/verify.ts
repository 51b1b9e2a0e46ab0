import path from 'node:path';
import type { System } from '../system/system.ts';
import type { Format } from '../../src-shared/formats.ts';
import type { Arrived } from './download.ts';
import type { ArtifactRecord } from './job-record.ts';
import { unpackBundle } from './unpack-bundle.ts';

/** Turns arrived files into artifacts: a package is unpacked, and every file is known by what it really is. */
export async function verifyOutputs(arrived: Arrived, step: number, system: System): Promise<ArtifactRecord[]> {
  const { model, preview } = arrived;
  const artifacts = [await toModelArtifact(model, step, system)];
  if (preview) {
    const { path: file, bytes, sha256 } = preview;
    artifacts.push({ ...blank(step, system), role: 'preview', format: null, path: file, bundle: null, bytes, sha256 });
  }
  return artifacts;
}

async function toModelArtifact(model: Arrived['model'], step: number, system: System): Promise<ArtifactRecord> {
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
