import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TaskOperation } from '../../src-shared/api/generators/generator-operations.ts';
import { isRunning } from '../helpers/processes.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';

/** Work of a worker that takes as long as a test wants. */
export interface HeldWork {
  /** `generation` of the worker’s configuration. */
  readonly generation: object;
  /** True while the worker runs a task of the operation. */
  isRunning(): boolean;
  /** Ends the current task of the operation, and all later ones at once, with a model. */
  release(): Promise<void>;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./held-work-process.ts', import.meta.url));

/** Prepares the work of one worker: a generator named `name`, which its results name, runs the tasks of an operation. */
export async function openHeldWork(name: string, operation: TaskOperation): Promise<HeldWork> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-held-'));
  await writeFile(path.join(folder, 'model.glb'), await makeTexturedSphere(64, 16));
  const generator = { name, kind: 'command', command: [process.execPath, PROGRAM, folder], version: '1' };
  return {
    generation: {
      generators: [{ ...generator, operations: [operation], cleanup: false }],
      use: { [operation]: name },
    },
    isRunning: () => isRunningProgram(path.join(folder, 'running')),
    release: () => writeFile(path.join(folder, 'release'), ''),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A program that was killed leaves its file. */
function isRunningProgram(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && isRunning(pid);
  } catch {
    return false;
  }
}
