import { benchBake } from './bake.ts';
import { benchDecimate } from './decimate.ts';
import { benchMemory } from './memory.ts';
import { benchTasks } from './tasks.ts';
import { benchUnwrap } from './unwrap.ts';
import type { Figure } from '../unconverted.ts';

const TOPICS = {
  decimate: benchDecimate,
  unwrap: benchUnwrap,
  bake: benchBake,
  tasks: benchTasks,
  memory: benchMemory,
} as const;

/** The engine beside Blender and gltfpack; conversions are a bench of their own. `--topic=decimate` runs one part. */
export async function benchEngine(): Promise<Figure[]> {
  const asked = process.argv.find((word) => word.startsWith('--topic='))?.slice('--topic='.length);
  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(TOPICS)) {
    if (asked === undefined || asked === name) figures.push(...(await bench()));
  }
  return figures;
}
