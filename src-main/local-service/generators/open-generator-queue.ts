import path from 'node:path';
import type { ServiceConfig } from '../read-config.ts';
import type { WorkQueue } from '../workers/work-queue.ts';
import { createGeneratorQueue } from './generator-queue.ts';
import type { Generator } from './generator.ts';
import { openGenerators } from './open-generators.ts';
import { sweepTaskFolders } from './task-folder.ts';

/** The work queue of a service, and its generators. */
interface OpenQueue {
  readonly queue: WorkQueue;
  readonly generators: readonly Generator[];
}

/**
 * A queue over the engine that uses the generators of the configuration; the engine alone if there are none. The engine is
 * opened last: keys of generators are taken out of the environment, which its processes inherit. `unfinished`: tasks that
 * this process runs after a restart, and that continue in their generators; null: other processes run them. Throws a
 * StartupError, and then leaves nothing open.
 */
export async function openGeneratorQueue(
  { generation, dataDir }: Pick<ServiceConfig, 'generation' | 'dataDir'>,
  openEngine: () => Promise<WorkQueue>,
  unfinished: ReadonlySet<string> | null,
): Promise<OpenQueue> {
  const folder = generatorFolder(dataDir);
  await sweepTaskFolders(folder, unfinished ?? new Set());
  const canResume = unfinished !== null;
  const generators = await openGenerators(generation);
  const engine = await openEngine().catch(async (error: unknown) => {
    await Promise.all(generators.map((generator) => generator.close()));
    throw error;
  });
  if (generators.length === 0) return { queue: engine, generators };
  return { queue: createGeneratorQueue({ config: generation, generators, engine, folder, canResume }), generators };
}

/** The folder of a service in which tasks have their files while they are in a generator. */
export function generatorFolder(dataDir: string): string {
  return path.join(dataDir, 'generators');
}
