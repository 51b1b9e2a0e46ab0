import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isManifestName, MANIFEST_NAME, STATE_FOLDER } from '../../src-shared/delivery/delivery-schemas.ts';
import { manifest, type Manifest } from '../../src-shared/delivery/manifest.ts';

/** A visible asset of an output folder, or a later result in its folder. */
interface ExportedAsset {
  /** Name of its folder. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** What an output folder shows, and what is wrong with it, as sentences. */
export interface Exported {
  readonly assets: readonly ExportedAsset[];
  readonly wrong: readonly string[];
}

/** Looks at every asset of an output folder, and at each of its files. */
export function readExported(out: string): Exported {
  const names = existsSync(out) ? readdirSync(out).sort() : [];
  const wrong: string[] = [];
  const assets: ExportedAsset[] = [];
  for (const name of names) {
    if (name === STATE_FOLDER) continue;
    if (name.startsWith('.')) wrong.push(`left in the output folder: ${name}`);
    else {
      const found = readManifests(path.join(out, name));
      const manifests = found.filter((each) => typeof each !== 'string');
      wrong.push(...found.filter((each) => typeof each === 'string').map((line) => `${name} ${line}`));
      if (manifests.length < found.length) continue;
      const listed = manifests.flatMap(({ files }) => files);
      wrong.push(...checkFiles(path.join(out, name), listed).map((line) => `${name}: ${line}`));
      assets.push(...manifests.map((each) => ({ folder: name, manifest: each })));
    }
  }
  const ids = assets.map((asset) => asset.manifest.id);
  if (new Set(ids).size < ids.length) wrong.push('two manifests have the same id');
  return { assets, wrong };
}

/** Paths of all exported models, such as `shape/shape.glb`; throws when anything in the folder is not as it must be. */
export function listExported(out: string): string[] {
  const { assets, wrong } = readExported(out);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return assets
    .flatMap(({ folder, manifest: { files } }) =>
      files.filter(({ role }) => role === 'model').map((file) => `${folder}/${file.path}`),
    )
    .sort();
}

/** The manifest of the asset, then those of later results; or what is wrong. */
function readManifests(folder: string): (Manifest | string)[] {
  if (!statSync(folder).isDirectory()) return ['is no folder'];
  const later = readdirSync(folder).filter((name) => isManifestName(name) && name !== MANIFEST_NAME);
  return [MANIFEST_NAME, ...later.sort()].map((name) => readManifest(path.join(folder, name)));
}

function readManifest(file: string): Manifest | string {
  if (!existsSync(file)) return 'has no manifest';
  try {
    const parsed = manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : `has a manifest that is none: ${parsed.error.message}`;
  } catch (error) {
    return `has a damaged manifest: ${(error as Error).message}`;
  }
}

function checkFiles(folder: string, files: Manifest['files']): string[] {
  const there = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const listed = new Set(files.map((file) => file.path));
  const extra = there.filter((name) => !isManifestName(name) && !listed.has(name));
  const damaged = files.filter(({ path: at, bytes, sha256 }) => {
    const file = path.join(folder, at);
    if (!existsSync(file)) return true;
    const data = readFileSync(file);
    return data.byteLength !== bytes || createHash('sha256').update(data).digest('hex') !== sha256;
  });
  return [
    ...extra.map((name) => `${name} is not listed`),
    ...damaged.map((file) => `${file.path} is not what is listed`),
  ];
}
