import { benchBake } from './engine-bake.ts';
import { benchDecimate } from './engine-decimate.ts';
import { benchMemory } from './engine-memory.ts';
import { benchTasks } from './engine-service.ts';
import { benchUnwrap } from './engine-unwrap.ts';
import type { Figure } from './run.ts';

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
