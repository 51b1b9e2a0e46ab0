import { randomInt } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { GeneratorOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import type { GeneratorCredit } from '../../../src-shared/api/generators/generator-state.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { Message } from '../../../src-shared/api/messages/message.ts';
import { ApiError } from '../api-error.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import { EngineLost, WorkStopped, type WorkEvents, type WorkItem, type WorkQueue } from '../workers/work-queue.ts';
import { MAX_RESULT_BYTES, noResult, resultTooLarge, tookTooLong, toReason } from './generator-faults.ts';
import type { Generator, GeneratorRequest, GeneratorResult } from './generator.ts';
import { prepareSources } from './prepare-sources.ts';
import { readPrompt } from './texture-request.ts';
import type { TaskFolder } from './task-folder.ts';

/** Shares of the progress: files are prepared, the generator works, its result is finished. */
const PREPARED_SHARE = 0.04;
const GENERATED_SHARE = 0.9;

/** A lost engine is replaced once; the work of the generator is not repeated for it. */
const FINISH_ATTEMPTS = 2;

/** A work item, its generator and its way there. */
export interface GeneratorWork {
  readonly item: WorkItem;
  readonly generator: Generator;
  readonly engine: WorkQueue;
  readonly folder: TaskFolder;
  readonly events: WorkEvents;
  /** Ends the work; its reason is what this work rejects with. */
  readonly control: AbortController;
  /** Notes about the choice of the generator. */
  readonly notes: readonly Message[];
}

/**
 * Runs a work item in a generator: an engine prepares its files, and checks and finishes the result, with the limits for
 * any file of a user. Rejects as a WorkQueue does; a lost engine fails the task, so that the generator is not used again.
 */
export async function runInGenerator(work: GeneratorWork): Promise<TaskResult> {
  const { item, generator, events, notes } = work;
  const resultPath = path.join(work.folder.path, 'result');
  const sources = await inEngine(work, (run) => prepareSources(item, work.folder.path, run));
  events.onProgress(PREPARED_SHARE);
  const made = await generate(work, sources, resultPath);
  const bytes = (await stat(resultPath).catch(() => null))?.size ?? 0;
  if (bytes === 0) throw noResult(generator.name);
  if (bytes > MAX_RESULT_BYTES) throw resultTooLarge(generator.name);
  events.onProgress(GENERATED_SHARE);
  const order: WorkItem = { ...item, stage: 'finish', sourcePaths: [resultPath], cleanup: generator.cleanup };
  const result = await inEngine(work, (run) =>
    run(order, {
      onStart: () => undefined,
      onProgress: (share) => events.onProgress(GENERATED_SHARE + (1 - GENERATED_SHARE) * share),
    }),
  ).catch((error: unknown) => {
    throw toUnusable(error, generator.name);
  });
  return {
    ...result,
    generator: toCredit(generator, made),
    notes: [...describe(generator, made), ...notes, ...made.notes, ...result.notes],
  };
}

/** Runs the generator within its time limit, from the start of its work. */
async function generate(
  { item, generator, events, control, folder }: GeneratorWork,
  sources: Pick<GeneratorRequest, 'images' | 'model'>,
  resultPath: string,
): Promise<GeneratorResult> {
  const { signal } = control;
  const { timeLimitMs } = generator.capabilities;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  const onStart = (): void => {
    if (isStarted) return;
    isStarted = true;
    events.onStart();
    timer = setTimeout(() => control.abort(tookTooLong(generator.name, timeLimitMs)), timeLimitMs);
  };
  const request = {
    ...{ taskId: item.taskId, values: item.values, ...sources, folder: folder.path, resultPath },
    operation: item.operation as GeneratorOperation,
    prompt: readPrompt(item.values),
    seed: readSeed(item),
    handle: await folder.readHandle(),
  };
  try {
    const made = await generator.generate(request, {
      signal,
      onStart,
      onProgress: (share) =>
        events.onProgress(PREPARED_SHARE + (GENERATED_SHARE - PREPARED_SHARE) * Math.min(1, Math.max(0, share))),
      keepHandle: (handle) => folder.keepHandle(handle),
    });
    signal.throwIfAborted();
    const isExplained = made.notes.some(({ id }) => id === 'generator.resumed' || id === 'generator.sent-again');
    const isRepeated = request.handle !== undefined && !isExplained;
    // A result without a start was there before, such as that of an earlier run.
    onStart();
    if (!isRepeated) return made;
    return { ...made, notes: [serviceMessage('generator.repeated', { name: generator.name }), ...made.notes] };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs something in the engine, again if the engine is lost. */
async function inEngine<T>(
  { engine, control: { signal } }: GeneratorWork,
  work: (run: WorkQueue['run']) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await work((order, events) => engine.run(order, events));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof EngineLost)) throw error;
      if (attempt >= FINISH_ATTEMPTS) throw new ApiError(error.code, error.detail);
    }
  }
}

/** 31 bits: a range that every generator accepts. */
const MAX_SEED = 2 ** 31;

function readSeed({ operation, values }: WorkItem): number {
  const seed = values[operation === 'texture_model' ? 'texture_seed' : 'model_seed'];
  // Negative ones are valid in the interface, but not in generators.
  return typeof seed === 'number' ? seed >>> 0 : randomInt(MAX_SEED);
}

/** The engine's reasons are about files of users; this one comes from the generator. */
function toUnusable(error: unknown, name: string): unknown {
  if (error instanceof WorkStopped || !(error instanceof ApiError) || error.code === 1000) return error;
  return new ApiError(
    error.code === 2022 ? 2022 : 1000,
    serviceMessage('generator.unusable', { name, reason: error.detail }),
  );
}

function toCredit({ name, host }: Generator, { about, parameters }: GeneratorResult): GeneratorCredit {
  return { name, about: toReason(about), host, parameters };
}

function describe({ name, host }: Generator, { about, parameters }: GeneratorResult): Message[] {
  const made = host
    ? serviceMessage('generator.made-nearby', { name, about, host })
    : serviceMessage('generator.made', { name, about });
  const list = Object.entries(parameters).map(([key, value]) => `${key} ${value}`);
  if (list.length === 0) return [made];
  return [made, serviceMessage('generator.parameters', { parameters: list.join(', ') })];
}
