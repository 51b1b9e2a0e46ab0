import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_NAME, toResultManifestName } from '../../src-shared/delivery/delivery-schemas.ts';
import { manifest, type Manifest, type ManifestFile } from '../../src-shared/delivery/manifest.ts';

/** A file of an asset with its content; what is not said is what a GLB in metres says. */
export interface AssetFile extends Partial<Omit<ManifestFile, 'bytes' | 'sha256'>> {
  readonly path: string;
  readonly data: Uint8Array | string;
}

/** The manifest of files, as the app would write it. */
export function describeAsset(name: string, files: readonly AssetFile[]): Manifest {
  return manifest.parse({
    schema: 1,
    id: randomUUID(),
    name,
    createdAt: new Date().toISOString(),
    recipe: { id: 'draft', version: 1 },
    service: { kind: 'local' },
    steps: [{ operation: 'image_to_model', params: { face_limit: 5000 }, taskId: null, seeds: { model_seed: 7 } }],
    credits: { charged: '0', back: '0' },
    source: { name: 'chair.png', sha256: null },
    files: files.map(({ data, ...file }) => ({
      role: 'model',
      format: path.extname(file.path).slice(1),
      upAxis: 'Y',
      forwardAxis: 'Z',
      metersPerUnit: 1,
      dimensions: null,
      triangles: null,
      textures: null,
      clips: [],
      hasSkeleton: false,
      ...file,
      bytes: Buffer.byteLength(data),
      sha256: createHash('sha256').update(data).digest('hex'),
    })),
    notes: [],
    licence: null,
  });
}

/** Puts an asset into an output folder whole, by one rename; answers its manifest. */
export function exportAsset(folder: string, name: string, files: readonly AssetFile[]): Manifest {
  const described = describeAsset(name, files);
  const part = path.join(folder, `.${described.id}.part`);
  for (const { path: relative, data } of files) {
    mkdirSync(path.dirname(path.join(part, relative)), { recursive: true });
    writeFileSync(path.join(part, relative), data);
  }
  writeFileSync(path.join(part, MANIFEST_NAME), JSON.stringify(described));
  renameSync(part, path.join(folder, name));
  return described;
}

/** Adds a later result of one file to an asset's folder, the manifest last; answers its manifest. */
export function addResult(
  folder: string,
  name: string,
  file: AssetFile,
  more: Pick<Manifest, 'kind' | 'version'> = {},
): Manifest {
  const later = new Date(Date.now() + 60_000).toISOString();
  const { id: asset } = JSON.parse(readFileSync(path.join(folder, name, MANIFEST_NAME), 'utf8')) as Manifest;
  const described = { ...describeAsset(path.parse(file.path).name, [file]), createdAt: later, asset, ...more };
  writeFileSync(path.join(folder, name, file.path), file.data);
  writeFileSync(path.join(folder, name, toResultManifestName(file.path)), JSON.stringify(described));
  return described;
}
