import type { GenerationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { TASK_OPERATIONS, type TaskOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import { WorkStopped, type WorkEvents, type WorkItem, type WorkLane, type WorkQueue } from '../workers/work-queue.ts';
import { listChosenRoutes, toRoute } from '../workers/work-route.ts';
import { createChoice, findGenerator } from './choose-generator.ts';
import type { Generator } from './generator.ts';
import { CUT_OUT_OPERATIONS, estimateMask, removeBackground } from './remove-background.ts';
import { inEngine, runInGenerator, type GeneratorWork } from './run-in-generator.ts';
import { createSeats } from './seats.ts';
import { openTaskFolder, type TaskFolder } from './task-folder.ts';

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

  /** Gives some work a folder, which is removed at the end unless the work continues later. */
  async function inFolder<T>(
    { taskId }: WorkItem,
    { isShared }: Generator,
    { shared }: WorkEvents,
    work: (files: TaskFolder) => Promise<T>,
  ): Promise<T> {
    const files = await openTaskFolder(folder, taskId, isShared ? shared : undefined);
    let isKept = false;
    try {
      return await work(files);
    } catch (error) {
      isKept = error instanceof WorkStopped;
      throw error instanceof WorkMoved ? new WorkStopped() : error;
    } finally {
      if (!isKept) await files.remove();
    }
  }

  async function inSeat<T>(generator: Generator, { signal }: AbortController, work: () => Promise<T>): Promise<T> {
    const free = await seats.get(generator)!.take(signal);
    try {
      return await work();
    } finally {
      free();
    }
  }

  /** Runs a work item in the engine, on its image without the background if a generator removes it. */
  async function runInEngine(item: WorkItem, events: WorkEvents, control: AbortController): Promise<TaskResult> {
    const generator = findGenerator(config.use, generators, 'remove_background');
    if (!generator || !CUT_OUT_OPERATIONS.includes(item.operation)) return engine.run(item, events);
    const [forCutOut, forEngine] = splitEvents(events);
    return inFolder(item, generator, events, async (files) => {
      const inner = linkAbort(control);
      const work: GeneratorWork = {
        ...{ item, operation: 'remove_background', generator, engine, folder: files, notes: [] },
        ...{ events: item.stage === 'mask' ? events : forCutOut, control: inner },
      };
      const seated = <T>(run: () => Promise<T>): Promise<T> => inSeat(generator, inner, run);
      if (item.stage === 'mask') return estimateMask(work, seated);
      const cut = await removeBackground(work, seated).catch((error: unknown) => {
        if (control.signal.aborted) throw control.signal.reason;
        // An edit whose only purpose may be the cut-out fails; the others have a mask of the engine.
        if (!(error instanceof ApiError) || item.operation === 'image_to_image') throw error;
        const { name } = generator;
        return { notes: [serviceMessage('generator.cut-out-failed', { name, reason: error.detail })] };
      });
      control.signal.throwIfAborted();
      if (cut === null) return engine.run(item, events);
      const [source, ...others] = 'file' in cut ? [cut.file, ...item.sourcePaths.slice(1)] : item.sourcePaths;
      // A lost engine must not lead to another cut-out.
      const result = await inEngine({ engine, control }, (run) => {
        return run({ ...item, sourcePaths: [source ?? null, ...others] }, forEngine);
      });
      const credit = 'file' in cut && item.operation === 'image_to_image' ? { generator: cut.generator } : {};
      return { ...result, ...credit, notes: [...cut.notes, ...result.notes] };
    });
  }

  async function run(item: WorkItem, events: WorkEvents): Promise<TaskResult> {
    if (closed) throw new WorkStopped();
    // A mask does not depend on the generator of models.
    const { generator, notes } = item.stage === 'mask' ? { generator: null, notes: [] } : choose(item);
    const control = new AbortController();
    const work = generator
      ? inFolder(item, generator, events, (files) =>
          inSeat(generator, control, () =>
            runInGenerator({
              ...{ item, operation: item.operation as TaskOperation, generator, engine, folder: files },
              ...{ events, control, notes },
            }),
          ),
        )
      : runInEngine(item, events, control).then((result) =>
          notes.length === 0 ? result : { ...result, notes: [...notes, ...result.notes] },
        );
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

  const lanes = generators.map((generator) => toLane(generator, config.use));
  return {
    size: engine.size,
    lanes,
    laneOf({ operation, values }) {
      const route = toRoute(operation, values);
      return lanes.find(({ routes }) => routes.includes(route)) ?? null;
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

function toLane({ name, capabilities }: Generator, use: GenerationConfig['use']): WorkLane {
  const own = TASK_OPERATIONS.filter((operation) => use[operation] === name);
  return { name, size: capabilities.concurrency, routes: [...own, ...listChosenRoutes(name)] };
}

/** Share of the progress of a task for its cut-out. */
const CUT_OUT_SHARE = 0.3;

/** Events of a cut-out and of the work after it as those of one task. */
function splitEvents(events: WorkEvents): readonly [forCutOut: WorkEvents, forEngine: WorkEvents] {
  let isStarted = false;
  const onStart = (): void => {
    if (!isStarted) events.onStart();
    isStarted = true;
  };
  return [
    { ...events, onStart, onProgress: (share) => events.onProgress(CUT_OUT_SHARE * share) },
    { ...events, onStart, onProgress: (share) => events.onProgress(CUT_OUT_SHARE + (1 - CUT_OUT_SHARE) * share) },
  ];
}

/** A control that is aborted with another one, but not the other way round. */
function linkAbort({ signal }: AbortController): AbortController {
  const inner = new AbortController();
  if (signal.aborted) inner.abort(signal.reason);
  signal.addEventListener('abort', () => {
    inner.abort(signal.reason);
  });
  return inner;
}
