import path from 'node:path';
import {
  listFurtherModels,
  MAX_OUTPUT_FILES,
  type OutputKey,
  type Task,
} from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import { partPathOf, renameDurably } from '../../base/files/durable-file.ts';
import type { Downloaded } from '../../service-client/http/network.ts';
import { removePart } from '../../service-client/transfer/part-file.ts';
import { assertHasResult } from './assert-has-result.ts';
import { downloadImages, type DownloadedImage } from './download-images.ts';
import { fetchOutput } from './fetch-output.ts';
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

/**
 * Downloads a task's outputs into the library; an expired URL is renewed by querying the task, free of charge. Throws
 * `result_missing` if the task lists no result.
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
  const model = outputs.includes('model_url') ? await fetchModel(task, 'model_url', `${step}`, tools) : null;
  const furtherModels: DownloadedFile[] = [];
  const furtherKeys = model ? listFurtherModels(task.output) : [];
  for (const key of furtherKeys.slice(0, MAX_OUTPUT_FILES - 1)) {
    furtherModels.push(await fetchModel(task, key, `${step}-${furtherModels.length + 2}`, tools));
  }
  const splat = model?.format === 'ply' && task.output['splat_url'] ? await fetchSplat(task, step, tools) : null;
  const preview = previewUrl ? await fetchPreview(task, previewPath, tools) : null;
  const pictures = await downloadImages(task, step, outputs, tools);
  const count = furtherKeys.length + 1;
  const notes = count > MAX_OUTPUT_FILES ? [message('job-note.too-many-models', { count, max: MAX_OUTPUT_FILES })] : [];
  return { model, furtherModels, splat, preview, pictures, notes };
}

/** Downloads one model; `name` is that of its file, without extension. */
async function fetchModel(task: Task, key: string, name: string, tools: PipelineTools): Promise<DownloadedFile> {
  const { disk } = tools.system;
  const modelPath = path.join(tools.jobFolder, `${name}-download`);
  const model = await fetchOutput(task, key, modelPath, tools, tools.report);
  const format = await tools.reader.read('sniff-model', { path: modelPath });
  const named = path.join(tools.jobFolder, `${name}.${format}`);
  await renameDurably(modelPath, named, disk).catch((error: unknown) => {
    throw toLibraryError(error);
  });
  return { ...model, path: named, format };
}

function fetchSplat(task: Task, step: number, tools: PipelineTools): Promise<DownloadedFile | null> {
  const filePath = path.join(tools.jobFolder, `${step}.splat`);
  return asCourtesy(filePath, tools, async () => {
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
  return asCourtesy(filePath, tools, async () => ({
    ...(await fetchOutput(task, 'rendered_image_url', filePath, tools, () => undefined)),
    path: filePath,
  }));
}

/** A file beside the model is optional: if it cannot be downloaded, nothing is left of it and the model is still used. */
async function asCourtesy<T>(filePath: string, tools: PipelineTools, fetch: () => Promise<T>): Promise<T | null> {
  try {
    return await fetch();
  } catch (error) {
    const isLeftOut =
      error instanceof AppError && (error.code === 'download_failed' || error.code === 'result_damaged');
    if (!isLeftOut) throw error;
    await removePart(partPathOf(filePath), tools.system.disk).catch(() => undefined);
    return null;
  }
}
