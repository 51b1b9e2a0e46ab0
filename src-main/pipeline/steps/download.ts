import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  listFurtherModels,
  MAX_OUTPUT_FILES,
  type OutputKey,
  type Task,
} from '../../../src-shared/api/protocol/task.ts';
import { AppError, isUnreachable, type ErrorCode } from '../../../src-shared/base/errors.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import { partPathOf, renameDurably } from '../../base/files/durable-file.ts';
import { hashFile } from '../../base/files/hash-file.ts';
import type { Downloaded } from '../../service-client/http/network.ts';
import { removePart } from '../../service-client/transfer/part-file.ts';
import { assertHasResult } from './assert-has-result.ts';
import { downloadImages, type DownloadedImage } from './download-images.ts';
import { fetchOutput } from './fetch-output.ts';
import type { Disk } from '../../base/files/disk.ts';
import { makeJobFolder } from '../make-job-folder.ts';
import type { SniffedFormat } from '../../readers/inspect/sniff-model.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';

/** The downloaded model of a task: named by its detected format, never by its URL. */
export interface DownloadedFile extends Downloaded {
  readonly path: string;
  readonly format: SniffedFormat;
}

/** A model that arrived and is not yet named by its format. */
interface ArrivedModel extends DownloadedFile {
  readonly arrivalPath: string;
}

/** The files of a finished task. */
export interface DownloadedOutputs {
  /** Null: its operation has no model. */
  readonly model: DownloadedFile | null;
  /** Models besides the first, such as one per animation clip. */
  readonly furtherModels: readonly DownloadedFile[];
  /** The same splats in their second format; null: there is only one. */
  readonly splat: DownloadedFile | null;
  readonly preview: (Downloaded & { readonly path: string }) | null;
  /** Result images of the operation. */
  readonly pictures: readonly DownloadedImage[];
  /** Notes for the user about files that were left out. */
  readonly notes: readonly Message[];
}

/** Errors of an optional file besides those of its host: the file is left out. */
const LEFT_OUT: readonly ErrorCode[] = ['download_failed', 'result_damaged', 'task_missing'];

/**
 * Downloads a task's outputs into the library; an expired URL is renewed by querying the task, free of charge. If it fails,
 * the next attempt uses the models that arrived. Throws `result_missing` if the task lists no result.
 */
export async function downloadOutputs(
  task: TaskResponse,
  step: number,
  outputs: readonly OutputKey[],
  tools: PipelineTools,
): Promise<DownloadedOutputs> {
  const { disk } = tools.system;
  assertHasResult(task, outputs, tools.client.profile.free);
  await makeJobFolder(tools.jobFolder, disk);
  const previewUrl = task.output.rendered_image_url;
  const previewPath = path.join(tools.jobFolder, `${step}-preview.webp`);
  const arrived: ArrivedModel[] = [];
  if (outputs.includes('model_url')) arrived.push(await fetchModel(task, 'model_url', `${step}`, tools));
  const furtherKeys = arrived.length > 0 ? listFurtherModels(task.output) : [];
  for (const key of furtherKeys.slice(0, MAX_OUTPUT_FILES - 1)) {
    arrived.push(await fetchModel(task, key, `${step}-${arrived.length + 1}`, tools));
  }
  const splat = arrived[0]?.format === 'ply' && task.output['splat_url'] ? await fetchSplat(task, step, tools) : null;
  const preview = previewUrl ? await fetchPreview(task, previewPath, tools) : null;
  const pictures = await downloadImages(task, step, outputs, tools);
  const [model = null, ...furtherModels] = await nameModels(arrived, disk);
  const count = furtherKeys.length + 1;
  const notes = count > MAX_OUTPUT_FILES ? [message('job-note.too-many-models', { count, max: MAX_OUTPUT_FILES })] : [];
  return { model, furtherModels, splat, preview, pictures, notes };
}

/** Downloads one model, unless an earlier attempt did; `name` is that of its file, without extension. */
async function fetchModel(task: Task, key: string, name: string, tools: PipelineTools): Promise<ArrivedModel> {
  const { disk } = tools.system;
  // Named by its task: the file of another one must not be used.
  const taskHash = createHash('sha256').update(task.task_id).digest('hex').slice(0, 16);
  const arrivalPath = path.join(tools.jobFolder, `${name}-${taskHash}-download`);
  // A file exists under this name only if all of it arrived. If it cannot be read, it is downloaded again.
  const isThere = (await disk.stat(arrivalPath)) !== null;
  const kept = isThere ? await hashFile(arrivalPath, disk).catch(() => null) : null;
  if (isThere && !kept) await disk.remove(arrivalPath).catch(() => undefined);
  const model = kept ?? (await fetchOutput(task, key, arrivalPath, tools, tools.report));
  try {
    const format = await tools.reader.read('sniff-model', { path: arrivalPath });
    return { ...model, arrivalPath, path: path.join(tools.jobFolder, `${name}.${format}`), format };
  } catch (error) {
    // It stays if nothing read it: no process could be started, or the app is closing.
    const isRead = error instanceof AppError && error.code !== 'reader_unavailable';
    if (isRead) await disk.remove(arrivalPath).catch(() => undefined);
    throw error;
  }
}

async function nameModels(arrived: readonly ArrivedModel[], disk: Disk): Promise<DownloadedFile[]> {
  const named: DownloadedFile[] = [];
  for (const { arrivalPath, ...model } of arrived) {
    await renameDurably(arrivalPath, model.path, disk).catch((error: unknown) => {
      throw toLibraryError(error);
    });
    named.push(model);
  }
  return named;
}

function fetchSplat(task: Task, step: number, tools: PipelineTools): Promise<DownloadedFile | null> {
  const filePath = path.join(tools.jobFolder, `${step}.splat`);
  return asCourtesy(task, filePath, tools, async () => {
    const file = await fetchOutput(task, 'splat_url', filePath, tools, () => undefined);
    const format = await tools.reader.read('sniff-model', { path: filePath });
    return format === 'splat' ? { ...file, path: filePath, format } : null;
  });
}

function fetchPreview(
  task: Task,
  filePath: string,
  tools: PipelineTools,
): Promise<(Downloaded & { path: string }) | null> {
  return asCourtesy(task, filePath, tools, async () => ({
    ...(await fetchOutput(task, 'rendered_image_url', filePath, tools, () => undefined)),
    path: filePath,
  }));
}

/**
 * A file beside the model is optional: if it cannot be downloaded, nothing is left of it and the model is still used. If its
 * host cannot be reached although the service can, it is left out after a second attempt; otherwise the job waits for the
 * network.
 */
async function asCourtesy<T>(
  { task_id: id }: Task,
  filePath: string,
  tools: PipelineTools,
  fetch: () => Promise<T>,
): Promise<T | null> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await fetch();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const isHostDown = isUnreachable(error.code);
      if (!isHostDown && !LEFT_OUT.includes(error.code)) throw error;
      if (!isHostDown || isRepeated) break;
      await assertReachable(id, tools);
    }
  }
  await removePart(partPathOf(filePath), tools.system.disk).catch(() => undefined);
  return null;
}

/** Throws if the service cannot be reached; any answer will do. */
async function assertReachable(taskId: string, { client, signal }: PipelineTools): Promise<void> {
  await client.getTask(taskId).catch((error: unknown) => {
    if (!(error instanceof AppError) || isUnreachable(error.code)) throw error;
  });
  signal.throwIfAborted();
}
