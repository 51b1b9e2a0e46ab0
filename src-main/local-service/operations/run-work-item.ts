import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { OutputKey } from '../../../src-shared/api/protocol/task.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { OWNER_ONLY, writeSynced } from '../../base/files/durable-file.ts';
import type { NetworkMaps } from '../../engine/base/image/value-map.ts';
import { ApiError } from '../api-error.ts';
import { decodeMap } from '../networks/map-file.ts';
import { runNetwork } from '../networks/run-network.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import type { WorkItem } from '../workers/work-queue.ts';
import { onlySource, type EngineJob } from './engine-job.ts';
import { ENGINE_JOBS } from './engine-jobs.ts';
import { finishCutOut, prepareCutOut, prepareEditCutOut } from './generated/cut-out.ts';
import { drawEstimatedMask, finishMask } from './generated/mask.ts';
import { finishModel } from './generated/finish-model.ts';
import { finishTexture } from './generated/finish-texture.ts';
import { prepareImages, prepareTexture } from './generated/prepare-sources.ts';

/** Minimum progress step to report; reporting every row would flood the main thread. */
const PROGRESS_STEP = 0.01;

/** Maximum size of all inputs of a task, MiB: they are in memory together, beside what is made of them. */
const MAX_SOURCES_MB = 300;

/** Work before and after a generator of the user. */
type Stages = Readonly<Record<NonNullable<WorkItem['stage']>, EngineJob<Operation>>>;
const STAGES: Stages = {
  prepare: prepareImages,
  finish: finishModel,
  'prepare-cut-out': prepareCutOut,
  'finish-cut-out': finishCutOut,
  'finish-mask': finishMask,
  mask: drawEstimatedMask,
};

/** The stages of operations that differ. */
const OTHER_STAGES: Partial<Readonly<Record<OperationName, Partial<Stages>>>> = {
  texture_model: { prepare: prepareTexture, finish: finishTexture },
  image_to_image: { 'prepare-cut-out': prepareEditCutOut },
};

/** Runs a work item: reads its inputs, runs its operation, and leaves the synced results in its folder. */
export async function runWorkItem(order: WorkItem, onProgress: (share: number) => void): Promise<TaskResult> {
  const sizes = await Promise.all(order.sourcePaths.map(async (file) => (file === null ? 0 : (await stat(file)).size)));
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_SOURCES_MB * 1024 ** 2) {
    throw new ApiError(2022, serviceMessage('task-failure.sources-too-large', { max: MAX_SOURCES_MB }));
  }
  const sources = await Promise.all(order.sourcePaths.map(async (file) => (file === null ? null : readFile(file))));
  const job = chooseJob(order);
  let reported = 0;
  const input = { sources, values: order.values, cleanup: order.cleanup ?? false, maps: await readMaps(order) };
  const made = await job(input, (share) => {
    if (share - reported < PROGRESS_STEP) return;
    reported = share;
    onProgress(share);
  });

  await rm(order.folder, { recursive: true, force: true });
  await mkdir(order.folder, { recursive: true, mode: 0o700 });
  const files: Partial<Record<OutputKey, string>> = {};
  for (const { key, name, bytes } of made.files) {
    await writeSynced(path.join(order.folder, name), bytes, systemDisk, OWNER_ONLY);
    files[key] = name;
  }
  return { files, ...(made.values && { values: made.values }), notes: made.notes };
}

function chooseJob({ operation, stage, network }: WorkItem): EngineJob<Operation> {
  if (network) return (input) => runNetwork(network, onlySource(input));
  if (!stage) return ENGINE_JOBS[operation];
  return OTHER_STAGES[operation]?.[stage] ?? STAGES[stage];
}

async function readMaps({ maps = {} }: WorkItem): Promise<NetworkMaps> {
  const read = Object.entries(maps).map(
    async ([use, { name, file }]) => [use, { ...decodeMap(await readFile(file)), name }] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}
