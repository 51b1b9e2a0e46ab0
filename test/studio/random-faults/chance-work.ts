import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '../../../src-main/local-service/api-error.ts';
import { EngineLost, WorkStopped, type WorkQueue } from '../../../src-main/local-service/workers/work-queue.ts';
import type { Prng } from '../../simulation/prng.ts';

/** What is in the file of a finished task. */
export const contentOf = (taskId: string): string => `model of ${taskId}`;

const FILE = 'model.glb';

/** Work in place of an engine: it takes up to 100 ms and fails by chance. */
export function createChanceWork(prng: Prng, size: number): WorkQueue {
  const ends = new Map<string, (reason: Error) => void>();
  return {
    size,
    async run({ taskId, folder }) {
      const [waitMs, isLost, isRefused] = [prng.between(0, 100), prng.chance(0.04), prng.chance(0.04)];
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, waitMs);
        ends.set(taskId, (reason) => {
          clearTimeout(timer);
          reject(reason);
        });
      });
      ends.delete(taskId);
      if (isLost) throw new EngineLost(1000, 'The engine ended.', 'crashed');
      if (isRefused) throw new ApiError(2007, 'There is nothing to do.');
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, FILE), contentOf(taskId));
      return { files: { model_url: FILE }, notes: [] };
    },
    cancel: (taskId, reason) => ends.get(taskId)?.(reason),
    async close() {
      for (const end of ends.values()) end(new WorkStopped());
    },
  };
}
