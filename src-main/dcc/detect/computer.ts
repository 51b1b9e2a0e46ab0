import { access, open, readdir, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readRegistry, type RegistryValue } from './windows-registry.ts';

/** The computer as finders of programs see it; tests have others, made of folders. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** Names in a folder, sorted; none where there is no folder or it cannot be read. */
  list(folder: string): Promise<readonly string[]>;
  exists(at: string): Promise<boolean>;
  /** Where a path leads through links; the path itself where it leads nowhere. */
  resolve(at: string): Promise<string>;
  /** The beginning of a text file; null where there is none. */
  read(file: string): Promise<string | null>;
  /** Every value of that name in a key of the registry and the keys below; none but on Windows. */
  readRegistry(key: string, name: string): Promise<readonly RegistryValue[]>;
}

/** Longest text that a finder reads. */
const MAX_BYTES = 1 << 20;

/** This computer. */
export const thisComputer: Computer = {
  platform: process.platform,
  env: process.env,
  home: os.homedir(),
  list: async (folder) => (await readdir(folder).catch(() => [])).sort(),
  exists: (at) =>
    access(at).then(
      () => true,
      () => false,
    ),
  resolve: (at) => realpath(at).catch(() => at),
  read: readBeginning,
  readRegistry: (key, name) => (process.platform === 'win32' ? readRegistry(key, name) : Promise.resolve([])),
};

/** Where executables of these names are on the PATH, first things first; relative folders on it are passed over. */
export async function findOnPath(computer: Computer, names: readonly string[]): Promise<string[]> {
  const { platform, env } = computer;
  const rules = platform === 'win32' ? path.win32 : path.posix;
  const folders = (env['PATH'] ?? '').split(rules.delimiter).filter((folder) => rules.isAbsolute(folder));
  const ending = platform === 'win32' ? '.exe' : '';
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name + ending)));
  return filterPrograms(computer, files);
}

/** Those of some paths that are there, each once. */
export async function filterExisting(computer: Computer, paths: readonly string[]): Promise<string[]> {
  const unique = [...new Set(paths)];
  const there = await Promise.all(unique.map((at) => computer.exists(at)));
  return unique.filter((_, index) => there[index]);
}

/** Those of some programs that are there, each once however many names lead to it; the first name is kept. */
export async function filterPrograms(computer: Computer, paths: readonly string[]): Promise<string[]> {
  const there = await filterExisting(computer, paths);
  const real = await Promise.all(there.map((at) => computer.resolve(at)));
  return there.filter((_, index) => real.indexOf(real[index] ?? '') === index);
}

/** Paths of the entries of a folder whose names match, each with what the pattern's first group caught. */
export async function findMatchingEntries(
  computer: Computer,
  folder: string,
  pattern: RegExp,
): Promise<{ readonly path: string; readonly caught: string }[]> {
  return (await computer.list(folder)).flatMap((name) => {
    const match = pattern.exec(name);
    return match ? [{ path: path.join(folder, name), caught: match[1] ?? '' }] : [];
  });
}

/** The folders that Windows calls Program Files, the 64-bit one first. */
export function programFiles({ env }: Computer): string[] {
  const named = [env['ProgramW6432'], env['ProgramFiles'], env['ProgramFiles(x86)']].filter((folder) => folder);
  return [...new Set(named.length > 0 ? (named as string[]) : ['C:/Program Files'])];
}

/** The folder of a person's documents; where it was moved on Windows, as the registry says. */
export async function documentsFolder(computer: Computer): Promise<string> {
  const { platform, env, home } = computer;
  if (platform !== 'win32') return path.join(home, 'Documents');
  const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders';
  const [moved] = await computer.readRegistry(key, 'Personal');
  const named = moved?.value.replace(/%(\w+)%/g, (text, name: string) => env[name] ?? text);
  return named && (await computer.exists(named)) ? named : path.join(home, 'Documents');
}

/** The version that a macOS application tells of itself; null: none. */
export async function readAppVersion(computer: Computer, app: string): Promise<string | null> {
  const plist = await computer.read(path.join(app, 'Contents/Info.plist'));
  return /<key>CFBundleShortVersionString<\/key>\s*<string>([\w .-]{1,40})<\/string>/.exec(plist ?? '')?.[1] ?? null;
}

/** Whether one version comes after another: 1, the other way -1, else 0. Numbers are compared as such; R23 is before 2024. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.replace(/^R(?=\d)/, ''));
  return Math.sign((first ?? '').localeCompare(second ?? '', 'en', { numeric: true }));
}

async function readBeginning(file: string): Promise<string | null> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return null;
  try {
    if (!(await handle.stat()).isFile()) return null;
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
