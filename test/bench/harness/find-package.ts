import { existsSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The folder of an npm package: of the project, or installed in a folder of its own; null where it is in neither. */
export function findPackage(name: string, librariesFolder: string | null): string | null {
  const places = [ROOT, ...(librariesFolder === null ? [] : [librariesFolder])];
  return places.map((place) => path.join(place, 'node_modules', name)).find((folder) => existsSync(folder)) ?? null;
}
