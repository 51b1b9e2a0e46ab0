import { access, open, readdir, realpath } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readRegistry, type RegistryValue } from './windows-registry.ts';

/** The computer as program detection sees it; tests use other implementations. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** Sorted names in a folder; empty if it is missing or unreadable. */
  list(folder: string): Promise<readonly string[]>;
  exists(at: string): Promise<boolean>;
  /** Resolves links in a path; returns the path itself if that fails. */
  resolve(at: string): Promise<string>;
  /** The first megabyte of a text file; null if it cannot be read. */
  read(file: string): Promise<string | null>;
  /** All values with a name below a registry key; empty except on Windows. */
  readRegistry(key: string, name: string): Promise<readonly RegistryValue[]>;
}

/** Maximum size of text that is read. */
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

/** Finds executables on the PATH, in its order; relative folders are ignored. */
export async function findOnPath(computer: Computer, names: readonly string[]): Promise<string[]> {
  const { platform, env } = computer;
  const rules = platform === 'win32' ? path.win32 : path.posix;
  const folders = (env['PATH'] ?? '').split(rules.delimiter).filter((folder) => rules.isAbsolute(folder));
  const ending = platform === 'win32' ? '.exe' : '';
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name + ending)));
  return filterPrograms(computer, files);
}

/** Keeps existing paths, without duplicates. */
export async function filterExisting(computer: Computer, paths: readonly string[]): Promise<string[]> {
  const unique = [...new Set(paths)];
  const there = await Promise.all(unique.map((at) => computer.exists(at)));
  return unique.filter((_, index) => there[index]);
}

/** Keeps existing programs, without duplicates by resolved path; the first name is kept. */
export async function filterPrograms(computer: Computer, paths: readonly string[]): Promise<string[]> {
  const there = await filterExisting(computer, paths);
  const real = await Promise.all(there.map((at) => computer.resolve(at)));
  return there.filter((_, index) => real.indexOf(real[index] ?? '') === index);
}

/** Paths of folder entries whose names match, each with the first group of the match. */
export async function findMatchingEntries(
  computer: Computer,
  folder: string,
  pattern: RegExp,
): Promise<{ readonly path: string; readonly match: string }[]> {
  return (await computer.list(folder)).flatMap((name) => {
    const match = pattern.exec(name);
    return match ? [{ path: path.join(folder, name), match: match[1] ?? '' }] : [];
  });
}

/** The Program Files folders of Windows, 64-bit first. */
export function programFiles({ env }: Computer): string[] {
  const named = [env['ProgramW6432'], env['ProgramFiles'], env['ProgramFiles(x86)']].filter((folder) => folder);
  return [...new Set(named.length > 0 ? (named as string[]) : ['C:/Program Files'])];
}

/** The documents folder of the user; on Windows its location comes from the registry. */
export async function documentsFolder(computer: Computer): Promise<string> {
  const { platform, env, home } = computer;
  if (platform !== 'win32') return path.join(home, 'Documents');
  const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders';
  const [moved] = await computer.readRegistry(key, 'Personal');
  const named = moved?.value.replace(/%(\w+)%/g, (text, name: string) => env[name] ?? text);
  return named && (await computer.exists(named)) ? named : path.join(home, 'Documents');
}

/** Version of a macOS application from its Info.plist; null if missing. */
export async function readAppVersion(computer: Computer, app: string): Promise<string | null> {
  const plist = await computer.read(path.join(app, 'Contents/Info.plist'));
  return /<key>CFBundleShortVersionString<\/key>\s*<string>([\w .-]{1,40})<\/string>/.exec(plist ?? '')?.[1] ?? null;
}

/** Compares versions: 1 if the first is newer, -1 if older, else 0. Parts are compared as numbers; R23 is older than 2024. */
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
