import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/base/errors.ts';
import { UNPACKED_ROOT } from '../../base/project-root.ts';
import type { TargetName } from '../targets/target.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Source folder of the bridges. */
export const BRIDGES_FOLDER = path.join(UNPACKED_ROOT, 'assets/bridges');

/** A relative path with forward slashes and without `..`. */
const relativePath = z.string().regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\\:\0][^\\:\0]*$/);

/** Schema of `bridge.json`: the files of a bridge and their destinations in the program's folder. */
const bridgeFile = z.object({
  host: z.string(),
  /** Minimum version of the program. */
  minimum: z.string(),
  files: z.array(z.object({ from: relativePath, to: relativePath })).min(1),
  /** Destination of the shared Python core. */
  coreTo: relativePath.optional(),
  /** Settings file of the bridge; null if its settings are stored elsewhere. */
  settings: relativePath.nullable(),
  formats: z.array(z.string()),
  /** `real`: tested in the program itself; `double`: tested only against a test double. */
  verified: z.enum(['real', 'double']),
  /** Next step for the user after the installation. */
  afterwards: z.string(),
});

/** A bridge with the content of its files. */
export interface BridgePackage extends Omit<z.infer<typeof bridgeFile>, 'files' | 'coreTo'> {
  readonly version: string;
  readonly files: readonly BridgeFile[];
}

/** A file of a bridge. */
interface BridgeFile {
  /** Destination relative to the program's folder, with forward slashes. */
  readonly to: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** Reads the shipped bridge of a target. Throws `bridge_failed` if it is missing or damaged. */
export async function readBridge(name: TargetName, folder = BRIDGES_FOLDER): Promise<BridgePackage> {
  return read(name, folder).catch((cause: unknown) => {
    const detail = message('bridge.package-damaged');
    throw new AppError('bridge_failed', detail, { subject: name, cause });
  });
}

async function read(name: TargetName, folder: string): Promise<BridgePackage> {
  const own = path.join(folder, name);
  const { files, coreTo, ...rest } = bridgeFile.parse(
    JSON.parse(await readFile(path.join(own, 'bridge.json'), 'utf8')),
  );
  const ownFiles = await Promise.all(files.map(({ from, to }) => readBridgeFile(path.join(own, from), to)));
  const core = coreTo === undefined ? [] : await readCore(path.join(folder, 'dropforge_bridge'), coreTo);
  return { ...rest, version: await readBridgeVersion(folder), files: [...ownFiles, ...core] };
}

/** Version of all shipped bridges. */
export async function readBridgeVersion(folder = BRIDGES_FOLDER): Promise<string> {
  const text = await readFile(path.join(folder, 'dropforge_bridge/version.py'), 'utf8');
  const version = /^BRIDGE_VERSION = "([\d.]+)"$/m.exec(text)?.[1];
  if (version === undefined) throw new Error('Could not read the version of the bridges.');
  return version;
}

async function readCore(folder: string, to: string): Promise<BridgeFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py')).sort();
  return Promise.all(names.map((name) => readBridgeFile(path.join(folder, name), `${to}/${name}`)));
}

async function readBridgeFile(file: string, to: string): Promise<BridgeFile> {
  const bytes = await readFile(file);
  return { to, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
