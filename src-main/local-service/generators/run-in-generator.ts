import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readChosenCleanup } from '../../../src-shared/api/generators/chosen-cleanup.ts';
import type { CleanupConfig } from '../../../src-shared/api/generators/cleanup-config.ts';
import type { GeneratorOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import type { GeneratorCredit } from '../../../src-shared/api/generators/generator-state.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { Message } from '../../../src-shared/api/messages/message.ts';
import { ApiError } from '../api-error.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import { EngineLost, WorkStopped, type WorkEvents, type WorkItem, type WorkQueue } from '../workers/work-queue.ts';
import { assertSupport } from './choose-generator.ts';
import {
  MAX_RESULT_BYTES,
  noResult,
  PaidWorkFailed,
  resultTooLarge,
  TimeLimitReached,
  tookTooLong,
  toReason,
} from './generator-faults.ts';
import type { Generator, GeneratorRequest, GeneratorResult } from './generator.ts';
import { prepareSources } from './prepare-sources.ts';
import { readPrompt, wantsTexture } from './texture-request.ts';
import type { TaskFolder } from './task-folder.ts';

/** Shares of the progress: files are prepared, the generator works, its result is finished. */
const PREPARED_SHARE = 0.04;
const GENERATED_SHARE = 0.9;

/** A lost engine is replaced once; the work of the generator is not repeated for it. */
const FINISH_ATTEMPTS = 2;

/** A work item, its generator and its way there. */
export interface GeneratorWork {
  readonly item: WorkItem;
  readonly operation: GeneratorOperation;
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
  const { item, generator, notes } = work;
  const cleanup = findCleanup(item.values, generator);
  const sources = await inEngine(work, (run) => prepareSources(item, work.folder.path, run));
  const made = await generate(work, sources);
  const result = await finish(work, { ...item, stage: 'finish', cleanup });
  return {
    ...result,
    generator: { ...toCredit(generator, made), cleanup },
    notes: [...describe(generator, made), ...notes, ...made.notes, ...result.notes],
  };
}

/** The clean-up of a request to a generator. Throws 1004 for one that is not valid, before anything is generated. */
function findCleanup(values: WorkItem['values'], { cleanup }: Generator): CleanupConfig | false {
  const chosen = readChosenCleanup(values, cleanup);
  if ('cleanup' in chosen) return chosen.cleanup;
  const { path: at, problem } = chosen;
  const field = ['parameters.cleanup', ...(at === '' ? [] : [at])].join('.');
  throw new ApiError(1004, serviceMessage('generator.cleanup-invalid', { field, problem }));
}

/** Checks and finishes the result of the generator in the engine, in the stage and the folder of an order. */
export async function finish(work: GeneratorWork, order: WorkItem): Promise<TaskResult> {
  const { generator, events } = work;
  const resultPath = resultPathOf(work);
  const bytes = (await stat(resultPath).catch(() => null))?.size ?? 0;
  if (bytes === 0) throw noResult(generator.name, work.operation);
  if (bytes > MAX_RESULT_BYTES) throw resultTooLarge(generator.name);
  events.onProgress(GENERATED_SHARE);
  return inEngine(work, (run) =>
    run(
      { ...order, sourcePaths: [resultPath] },
      {
        onStart: () => undefined,
        onProgress: (share) => events.onProgress(GENERATED_SHARE + (1 - GENERATED_SHARE) * share),
      },
    ),
  ).catch((error: unknown) => {
    throw toUnusable(error, work);
  });
}

function resultPathOf({ folder }: Pick<GeneratorWork, 'folder'>): string {
  return path.join(folder.path, 'result');
}

/**
 * Runs the generator on prepared files within its time limit, from the start of its work. Throws 1004 if it does not
 * support the operation.
 */
export async function generate(
  { item, operation, generator, events, control, folder }: GeneratorWork,
  sources: Pick<GeneratorRequest, 'images' | 'model'>,
): Promise<GeneratorResult> {
  assertSupport(generator, operation);
  events.onProgress(PREPARED_SHARE);
  const { signal } = control;
  const { timeLimitMs } = generator.capabilities;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  const onStart = (): void => {
    // The work may begin while a generator still ends it, when its task has ended.
    if (isStarted || signal.aborted) return;
    isStarted = true;
    events.onStart();
    timer = setTimeout(() => control.abort(tookTooLong(generator.name, timeLimitMs)), timeLimitMs);
  };
  const request = {
    ...{ taskId: item.taskId, operation, values: item.values, ...sources },
    ...{ folder: folder.path, resultPath: resultPathOf({ folder }) },
    texture: wantsTexture(item.values),
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
      ...(events.shared && { alone: events.shared.alone }),
    });
    signal.throwIfAborted();
    const isExplained = made.notes.some(({ id }) => id === 'generator.resumed' || id === 'generator.sent-again');
    const isRepeated = request.handle !== undefined && !isExplained;
    // A result without a start was there before, such as that of an earlier run.
    onStart();
    if (!isRepeated) return made;
    return { ...made, notes: [serviceMessage('generator.repeated', { name: generator.name }), ...made.notes] };
  } catch (error) {
    const isPaidWork = error instanceof PaidWorkFailed && signal.reason instanceof TimeLimitReached;
    throw signal.aborted && !isPaidWork ? signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs something in the engine, again if the engine is lost. */
export async function inEngine<T>(
  { engine, control: { signal } }: Pick<GeneratorWork, 'engine' | 'control'>,
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

/**
 * The seed of a request; without one, 31 bits, which every generator accepts, that are the same in each run of the task: a
 * run that continues in its generator names the seed that an earlier one sent.
 */
function readSeed({ taskId, operation, values }: WorkItem): number {
  const seed = values[operation === 'texture_model' ? 'texture_seed' : 'model_seed'];
  // Negative ones are valid in the interface, but not in generators.
  return typeof seed === 'number' ? seed >>> 0 : hash('sha256', taskId, 'buffer').readUInt32BE() >>> 1;
}

/** The engine's reasons are about files of users; this one comes from the generator. */
function toUnusable(error: unknown, { generator: { name }, operation }: GeneratorWork): unknown {
  if (error instanceof WorkStopped || !(error instanceof ApiError) || error.code === 1000) return error;
  return new ApiError(
    error.code === 2022 ? 2022 : 1000,
    serviceMessage(operation === 'remove_background' ? 'generator.unusable-image' : 'generator.unusable', {
      name,
      reason: error.detail,
    }),
  );
}

/** What made a result. */
export function toCredit({ name, host }: Generator, { about, parameters }: GeneratorResult): GeneratorCredit {
  return { name, about: toReason(about), host, parameters };
}

function describe({ name, host }: Generator, { about, parameters }: GeneratorResult): Message[] {
  const made = host
    ? serviceMessage('generator.made-nearby', { name, about, host })
    : serviceMessage('generator.made', { name, about });
  const shown = Object.entries(parameters).filter(([key]) => !key.endsWith('_sha256'));
  const list = shown.map(([key, value]) => `${key} ${value}`);
  if (list.length === 0) return [made];
  return [made, serviceMessage('generator.parameters', { parameters: list.join(', ') })];
}
