import path from 'node:path';
import type { Task } from '../../src-shared/api/task.ts';
import { AppError } from '../../src-shared/errors.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { renameDurably } from '../folders/durable-file.ts';
import { makeFolder } from '../folders/make-folder.ts';
import { ExpiredUrl, type Downloaded } from '../service-client/download-file.ts';
import { sniffModel, type SniffedFormat } from './sniff-model.ts';
import type { Tools } from './tools.ts';

/** How often an output URL may turn out expired before we give up for now; each time the task is queried anew. */
const FRESH_URLS = 3;

/** A task's model as it arrived: named by what its bytes are, never by what its URL says. */
export interface ArrivedFile extends Downloaded {
  readonly path: string;
  readonly format: SniffedFormat;
}

/** The files of a finished task. */
export interface Arrived {
  readonly model: ArrivedFile;
  readonly preview: (Downloaded & { readonly path: string }) | null;
}

/** Fetches a task's model and preview into the library; an expired URL is renewed by querying the task, free. */
export async function downloadOutputs(task: Task, step: number, tools: Tools): Promise<Arrived> {
  const { disk } = tools.system;
  await makeFolder(tools.jobFolder, disk).catch((error: unknown) => {
    throw toDiskError(error, 'library');
  });
  const previewUrl = task.output.rendered_image_url;
  const previewPath = path.join(tools.jobFolder, `${step}-preview.webp`);
  const modelPath = path.join(tools.jobFolder, `${step}-download`);
  const model = await fetchOutput(task, 'model_url', modelPath, tools, tools.report);
  const preview = previewUrl ? await fetchPreview(task, previewPath, tools) : null;
  const format = await sniffModel(modelPath, disk);
  const named = path.join(tools.jobFolder, `${step}.${format}`);
  await renameDurably(modelPath, named, disk).catch((error: unknown) => {
    throw toDiskError(error, 'library');
  });
  return { model: { ...model, path: named, format }, preview };
}

/** The preview is a courtesy: when it cannot be had, the model still arrives. */
async function fetchPreview(
  task: Task,
  filePath: string,
  tools: Tools,
): Promise<(Downloaded & { path: string }) | null> {
  try {
    return { ...(await fetchOutput(task, 'rendered_image_url', filePath, tools, () => undefined)), path: filePath };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'download_failed' || error.code === 'result_damaged')) return null;
    throw error;
  }
}

/** Fetches one file of a task's output; an expired URL is renewed by querying the task, free. */
export async function fetchOutput(
  task: Task,
  key: string,
  filePath: string,
  tools: Pick<Tools, 'client' | 'signal'>,
  onProgress: (share: number) => void,
): Promise<Downloaded> {
  let { output } = task;
  for (let attempt = 1; ; attempt++) {
    const url = output[key];
    if (typeof url !== 'string') throw new AppError('result_damaged', 'The task names no file.');
    try {
      return await tools.client.download(url, filePath, tools.signal, onProgress);
    } catch (error) {
      if (!(error instanceof ExpiredUrl)) throw error;
      if (attempt === FRESH_URLS) throw new AppError('download_failed', 'Its address expired.', { retryable: true });
      output = (await tools.client.getTask(task.task_id)).output;
    }
  }
}
