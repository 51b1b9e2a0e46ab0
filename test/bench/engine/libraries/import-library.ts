import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPackage } from '../../harness/find-package.ts';
import { MissingProgram } from '../../harness/missing-program.ts';
import type { Need } from '../../harness/needs.ts';

/** A file of a package of the project, or of one that is installed in a folder, as a module. */
export async function importLibrary<Module>(folder: string | null, name: Need, file: string): Promise<Module> {
  return (await import(pathToFileURL(findLibrary(folder, name, file)).href)) as Module;
}

/** The path of a file of such a package. */
export function findLibrary(folder: string | null, name: Need, file: string): string {
  const found = findPackage(name, folder);
  if (found === null) throw new MissingProgram(`${name} is not installed`);
  const target = path.join(found, file);
  if (!existsSync(target)) throw new MissingProgram(`${name} has no ${file}`);
  return target;
}
