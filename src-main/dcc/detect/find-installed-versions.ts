import path from 'node:path';
import { compareVersions, findEntries, type Computer } from './computer.ts';

/** Where versions of a program lie side by side. */
export interface Shelf {
  readonly folder: string;
  /** Of the names of their folders; the first group is the version. */
  readonly pattern: RegExp;
  /** The executable inside such a folder. */
  readonly program: string;
}

/** A program with the version that its folder names. */
export interface Versioned {
  readonly version: string;
  readonly program: string;
}

/** All versions on some shelves whose executable is there, the newest first, each once. */
export async function findVersioned(computer: Computer, shelves: readonly Shelf[]): Promise<Versioned[]> {
  const found = await Promise.all(
    shelves.map(async ({ folder, pattern, program }) => {
      const entries = await findEntries(computer, folder, pattern);
      return entries.map((entry) => ({ version: entry.caught, program: path.join(entry.path, program) }));
    }),
  );
  return keepInstalled(computer, found.flat());
}

/** Those whose executable is there, the newest first, each once. */
export async function keepInstalled(computer: Computer, found: readonly Versioned[]): Promise<Versioned[]> {
  const unique = [...new Map(found.map((each) => [each.program.toLowerCase(), each])).values()];
  const there = await Promise.all(unique.map(({ program }) => computer.exists(program)));
  return unique.filter((_, index) => there[index]).sort((one, other) => compareVersions(other.version, one.version));
}
