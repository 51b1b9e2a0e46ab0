import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/base/errors.ts';
import { PROJECT_ROOT } from '../../base/project-root.ts';
import type { TargetName } from '../targets/target.ts';

/** Folder of the bridges' sources. */
export const BRIDGES_FOLDER = bridgesFolderOf(PROJECT_ROOT);

/** Among the assets, and in a packaged app beside the archive, because other programs cannot look into one. */
export function bridgesFolderOf(root: string): string {
  return path.join(root.replace(/app\.asar$/, 'app.asar.unpacked'), 'assets/bridges');
}

/** Relative, with forward slashes; out of no folder. */
const inside = z.string().regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\\:\0][^\\:\0]*$/);

/** `bridge.json`: what a bridge consists of, and where in the program's folder it goes. */
const bridgeFile = z.object({
  host: z.string(),
  /** The oldest version of the program it works with. */
  minimum: z.string(),
  files: z.array(z.object({ from: inside, to: inside })).min(1),
  /** Where the shared core in Python goes. */
  coreTo: inside.optional(),
  /** Where the bridge looks for its settings; null: they are set in another way. */
  settings: inside.nullable(),
  formats: z.array(z.string()),
  /** `real`: it was run in the program itself; `double`: against a recorded double only. */
  verified: z.enum(['real', 'double']),
  /** What the person does after an installation. */
  afterwards: z.string(),
});

/** What a bridge consists of, with the content of its files. */
export interface BridgePackage extends Omit<z.infer<typeof bridgeFile>, 'files' | 'coreTo'> {
  readonly version: string;
  readonly files: readonly BridgeFile[];
}

/** A file of a bridge. */
export interface BridgeFile {
  /** Relative to the folder of the program, with forward slashes. */
  readonly to: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** The bridge of a target as it ships with this Dropforge. Throws `bridge_failed` when it does not. */
export async function readBridge(name: TargetName, folder = BRIDGES_FOLDER): Promise<BridgePackage> {
  return read(name, folder).catch((cause: unknown) => {
    const detail = 'The bridge files of this Dropforge installation are missing or damaged. Reinstall Dropforge.';
    throw new AppError('bridge_failed', detail, { subject: name, cause });
  });
}

async function read(name: TargetName, folder: string): Promise<BridgePackage> {
  const own = path.join(folder, name);
  const { files, coreTo, ...rest } = bridgeFile.parse(
    JSON.parse(await readFile(path.join(own, 'bridge.json'), 'utf8')),
  );
  const pieces = await Promise.all(files.map(({ from, to }) => readPiece(path.join(own, from), to)));
  const core = coreTo === undefined ? [] : await readCore(path.join(folder, 'dropforge_bridge'), coreTo);
  return { ...rest, version: await readBridgeVersion(folder), files: [...pieces, ...core] };
}

/** The version of all bridges that ship with this Dropforge. */
export async function readBridgeVersion(folder = BRIDGES_FOLDER): Promise<string> {
  const text = await readFile(path.join(folder, 'dropforge_bridge/version.py'), 'utf8');
  const version = /^BRIDGE_VERSION = "([\d.]+)"$/m.exec(text)?.[1];
  if (version === undefined) throw new Error('The version of the bridges cannot be read.');
  return version;
}

async function readCore(folder: string, to: string): Promise<BridgeFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py')).sort();
  return Promise.all(names.map((name) => readPiece(path.join(folder, name), `${to}/${name}`)));
}

async function readPiece(file: string, to: string): Promise<BridgeFile> {
  const bytes = await readFile(file);
  return { to, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
