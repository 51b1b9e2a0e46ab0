import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file of an installed package, as a module; null, with a line that says so, where it is absent. */
export async function importLibrary<Module>(folder: string, file: string): Promise<Module | null> {
  const target = path.join(folder, 'node_modules', file);
  if (existsSync(target)) return (await import(pathToFileURL(target).href)) as Module;
  console.log(`  skipped: ${target} does not exist`);
  return null;
}
