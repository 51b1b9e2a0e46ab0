import { readChosenGenerator } from '../../../src-shared/api/generators/chosen-generator.ts';
import type { GenerationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { GENERATOR_OPERATIONS } from '../../../src-shared/api/generators/generator-operations.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import { WorkStopped, type WorkEvents, type WorkItem, type WorkLane, type WorkQueue } from '../workers/work-queue.ts';
import { createChoice, findGenerator } from './choose-generator.ts';
import type { Generator } from './generator.ts';
import { runInGenerator, type GeneratorWork } from './run-in-generator.ts';
import { createSeats } from './seats.ts';
import { openTaskFolder } from './task-folder.ts';

interface Routing {
  readonly config: Pick<GenerationConfig, 'use' | 'unsupported'>;
  readonly generators: readonly Generator[];
  /** Runs everything else, and the engine's part of what generators run. */
  readonly engine: WorkQueue;
  /** Folder for the files of tasks that are in a generator. */
  readonly folder: string;
  /** True if a task that is stopped continues in its generator later, and is left there. False: others run it again. */
  readonly canResume: boolean;
}

/** The work stops with the queue, and is not continued: generators end it. */
class WorkMoved extends Error {}

/** Work that is in a generator, or waits for it. */
interface Running {
  readonly control: AbortController;
  readonly ended: Promise<unknown>;
}

/** Routes work items to the generators of their operations, and all others to the engine. */
export function createGeneratorQueue({ config, generators, engine, folder, canResume }: Routing): WorkQueue {
  const choose = createChoice(config, generators);
  const seats = new Map(generators.map((each) => [each, createSeats(each.capabilities.concurrency)]));
  const running = new Map<string, Running>();
  let closed = false;

  async function runWith(
    generator: Generator,
    item: WorkItem,
    rest: Pick<GeneratorWork, 'events' | 'control' | 'notes'>,
  ): Promise<TaskResult> {
    const { signal } = rest.control;
    const files = await openTaskFolder(folder, item.taskId);
    let isKept = false;
    try {
      const free = await seats.get(generator)!.take(signal);
      try {
        return await runInGenerator({ item, generator, engine, folder: files, ...rest });
      } finally {
        free();
      }
    } catch (error) {
      isKept = error instanceof WorkStopped;
      throw error instanceof WorkMoved ? new WorkStopped() : error;
    } finally {
      if (!isKept) await files.remove();
    }
  }

  async function run(item: WorkItem, events: WorkEvents): Promise<TaskResult> {
    if (closed) throw new WorkStopped();
    const { generator, notes } = choose(item);
    if (!generator) {
      const result = await engine.run(item, events);
      return notes.length === 0 ? result : { ...result, notes: [...notes, ...result.notes] };
    }
    const control = new AbortController();
    const work = runWith(generator, item, { events, control, notes });
    running.set(item.taskId, { control, ended: work.catch(() => undefined) });
    try {
      return await work;
    } finally {
      running.delete(item.taskId);
    }
  }

  const toReason = (reason: Error): Error => (reason instanceof WorkStopped && !canResume ? new WorkMoved() : reason);

  function stop(taskId: string, reason: Error): void {
    running.get(taskId)?.control.abort(toReason(reason));
    engine.cancel(taskId, reason);
  }

  return {
    size: engine.size,
    lanes: generators.filter(({ name }) => Object.values(config.use).includes(name)).map(toLane),
    laneOf({ operation, values }) {
      const wanted = GENERATOR_OPERATIONS.find((name) => name === operation);
      const generator = wanted && findGenerator(config.use, generators, wanted, readChosenGenerator(values));
      return generator ? toLane(generator) : null;
    },
    run,
    cancel: stop,
    async close() {
      closed = true;
      const all = [...running.values()];
      for (const { control } of all) control.abort(toReason(new WorkStopped()));
      await engine.close();
      await Promise.all(all.map(({ ended }) => ended));
      await Promise.all(generators.map((generator) => generator.close()));
    },
  };
}

function toLane({ name, capabilities }: Generator): WorkLane {
  return { name, size: capabilities.concurrency };
}
