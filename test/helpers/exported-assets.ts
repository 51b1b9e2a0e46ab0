import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_NAME, STATE_FOLDER } from '../../src-shared/delivery/delivery-schemas.ts';
import { manifest, type Manifest } from '../../src-shared/delivery/manifest.ts';

/** A visible asset of an output folder. */
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
      const found = readManifest(path.join(out, name));
      if (typeof found === 'string') wrong.push(`${name} ${found}`);
      else {
        wrong.push(...checkFiles(path.join(out, name), found).map((line) => `${name}: ${line}`));
        assets.push({ folder: name, manifest: found });
      }
    }
  }
  const ids = assets.map((asset) => asset.manifest.id);
  if (new Set(ids).size < ids.length) wrong.push('two folders hold the same asset');
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

function readManifest(folder: string): Manifest | string {
  const file = path.join(folder, MANIFEST_NAME);
  if (!statSync(folder).isDirectory()) return 'is no folder';
  if (!existsSync(file)) return 'has no manifest';
  try {
    const parsed = manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : `has a manifest that is none: ${parsed.error.message}`;
  } catch (error) {
    return `has a damaged manifest: ${(error as Error).message}`;
  }
}

function checkFiles(folder: string, { files }: Manifest): string[] {
  const there = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const listed = new Set(files.map((file) => file.path));
  const extra = there.filter((name) => name !== MANIFEST_NAME && !listed.has(name));
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
