import path from 'node:path';
import type { OutputKey, Task } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import { renameDurably } from '../../base/files/durable-file.ts';
import { sniffImageFormat } from '../../engine/base/image/sniff-image-format.ts';
import type { Downloaded } from '../../service-client/http/network.ts';
import type { Disk } from '../../base/files/disk.ts';
import { fetchOutput } from './fetch-output.ts';
import { checkImage } from '../../readers/inspect/check-image.ts';
import { describeUnknownContent } from '../../readers/inspect/describe-unknown-content.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** A downloaded image: named by its view and its detected format. */
export interface DownloadedImage extends Downloaded {
  readonly path: string;
}

/** Result images of operations, by file name; previews and videos are not included. */
const VIEWS = {
  generated_image_url: 'picture',
  front_view_url: 'front',
  left_view_url: 'left',
  back_view_url: 'back',
  right_view_url: 'right',
} as const satisfies Partial<Record<OutputKey, string>>;

const KEYS = Object.keys(VIEWS) as (keyof typeof VIEWS)[];

/** Bytes needed to detect the image format. */
const HEAD_BYTES = 64;

/**
 * Downloads the result images of an operation: all that the task lists. Throws `result_damaged` if one is not an
 * image.
 */
export async function downloadImages(
  task: Task,
  step: number,
  outputs: readonly OutputKey[],
  tools: PipelineTools,
): Promise<DownloadedImage[]> {
  const named = KEYS.filter((key) => outputs.includes(key) && typeof task.output[key] === 'string');
  const pictures: DownloadedImage[] = [];
  for (const key of named) {
    const arrival = path.join(tools.jobFolder, `${step}-${VIEWS[key]}-download`);
    const report = (share: number): void => tools.report((pictures.length + share) / named.length);
    const facts = await fetchOutput(task, key, arrival, tools, report);
    const target = path.join(tools.jobFolder, `${step}-${VIEWS[key]}.${await endingOf(arrival, tools.system.disk)}`);
    await renameDurably(arrival, target, tools.system.disk).catch((error: unknown) => {
      throw toLibraryError(error);
    });
    pictures.push({ ...facts, path: target });
  }
  return pictures;
}

/** Throws `result_damaged` when an image's container ends too early. */
export async function assertComplete(filePath: string, disk: Disk): Promise<void> {
  const file = await disk.open(filePath, 'read');
  try {
    const state = await checkImage(file, 0, await file.size());
    if (state === 'empty' || state === 'cut_off') throw damaged(message('result.image-truncated'));
  } finally {
    await file.close();
  }
}

async function endingOf(filePath: string, disk: Disk): Promise<string> {
  const file = await disk.open(filePath, 'read');
  try {
    const head = new Uint8Array(HEAD_BYTES);
    const bytes = head.subarray(0, await file.read(head, 0));
    const container = sniffImageFormat(bytes);
    if (container === null) throw damaged(describeUnknownContent(bytes) ?? message('result.image-unknown'));
    return container === 'jpeg' ? 'jpg' : container;
  } finally {
    await file.close();
  }
}

function damaged(detail: MessageOrText): AppError {
  return new AppError('result_damaged', detail, { retryable: true });
}
