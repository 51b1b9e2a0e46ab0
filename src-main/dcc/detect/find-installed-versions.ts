import path from 'node:path';
import { compareVersions, findMatchingEntries, type Computer } from './computer.ts';

/** A folder that contains several versions of a program. */
export interface InstallPattern {
  readonly folder: string;
  /** Pattern of the version folders; the first group is the version. */
  readonly pattern: RegExp;
  /** Executable inside a version folder. */
  readonly executable: string;
}

/** A program with the version from its folder name. */
export interface InstalledVersion {
  readonly version: string;
  readonly program: string;
}

/** Finds all installed versions, newest first, without duplicates. */
export async function findInstalledVersions(
  computer: Computer,
  patterns: readonly InstallPattern[],
): Promise<InstalledVersion[]> {
  const found = await Promise.all(
    patterns.map(async ({ folder, pattern, executable }) => {
      const entries = await findMatchingEntries(computer, folder, pattern);
      return entries.map((entry) => ({ version: entry.match, program: path.join(entry.path, executable) }));
    }),
  );
  return filterInstalled(computer, found.flat());
}

/** Keeps versions whose executable exists, newest first, without duplicates. */
export async function filterInstalled(
  computer: Computer,
  found: readonly InstalledVersion[],
): Promise<InstalledVersion[]> {
  const unique = [...new Map(found.map((each) => [each.program.toLowerCase(), each])).values()];
  const there = await Promise.all(unique.map(({ program }) => computer.exists(program)));
  return unique.filter((_, index) => there[index]).sort((one, other) => compareVersions(other.version, one.version));
}
