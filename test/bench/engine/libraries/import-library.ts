import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MissingProgram } from '../../harness/missing-program.ts';

/** A file of a package that is installed in a folder, as a module. */
export async function importLibrary<Module>(folder: string | null, file: string): Promise<Module> {
  return (await import(pathToFileURL(findLibrary(folder, file)).href)) as Module;
}

/** The path of a file of a package that is installed in a folder. */
export function findLibrary(folder: string | null, file: string): string {
  if (folder === null) throw new MissingProgram('name the folder of the libraries with --from FOLDER');
  const target = path.join(folder, 'node_modules', file);
  if (!existsSync(target)) throw new MissingProgram(`${file} is not installed in the folder of the libraries`);
  return target;
}
