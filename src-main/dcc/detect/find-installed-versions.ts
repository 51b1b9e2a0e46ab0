import path from 'node:path';
import { compareVersions, findMatchingEntries, type Computer } from './computer.ts';

/** Where versions of a program lie side by side. */
export interface InstallPattern {
  readonly folder: string;
  /** Of the names of their folders; the first group is the version. */
  readonly pattern: RegExp;
  /** The executable inside such a folder. */
  readonly program: string;
}

/** A program with the version that its folder names. */
export interface InstalledVersion {
  readonly version: string;
  readonly program: string;
}

/** All versions on some shelves whose executable is there, the newest first, each once. */
export async function findInstalledVersions(
  computer: Computer,
  shelves: readonly InstallPattern[],
): Promise<InstalledVersion[]> {
  const found = await Promise.all(
    shelves.map(async ({ folder, pattern, program }) => {
      const entries = await findMatchingEntries(computer, folder, pattern);
      return entries.map((entry) => ({ version: entry.caught, program: path.join(entry.path, program) }));
    }),
  );
  return filterInstalled(computer, found.flat());
}

/** Those whose executable is there, the newest first, each once. */
export async function filterInstalled(
  computer: Computer,
  found: readonly InstalledVersion[],
): Promise<InstalledVersion[]> {
  const unique = [...new Map(found.map((each) => [each.program.toLowerCase(), each])).values()];
  const there = await Promise.all(unique.map(({ program }) => computer.exists(program)));
  return unique.filter((_, index) => there[index]).sort((one, other) => compareVersions(other.version, one.version));
}
