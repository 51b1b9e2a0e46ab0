import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure } from '../unconverted.ts';
import { benchSolidLibrary } from './libraries/solids.ts';
import { benchSpatialLibrary } from './libraries/spatial.ts';
import { benchUvLibrary } from './libraries/uv.ts';

/**
 * The engine's own code next to libraries that do the same. They are no dependencies: install them in a folder elsewhere
 * and name it, `npm run bench -- libraries --from FOLDER`. `--only spatial`, `uv` or `solids` runs one part.
 */
export async function benchLibraries(): Promise<Figure[]> {
  const { values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { from: { type: 'string' }, only: { type: 'string' } },
  });
  if (typeof values.from !== 'string') {
    console.log('  skipped: name the folder where the libraries are installed with --from FOLDER');
    return [];
  }
  const folder = path.resolve(values.from);
  const figures: Figure[] = [];
  const parts = { spatial: benchSpatialLibrary, uv: benchUvLibrary, solids: benchSolidLibrary };
  for (const [name, bench] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) figures.push(...(await bench(folder)));
  }
  return figures;
}
