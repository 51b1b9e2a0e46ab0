import type { Task } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Downloaded } from '../../service-client/http/network.ts';
import { ExpiredUrl } from '../../service-client/transfer/open-output.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Attempts to renew an expired output URL by querying the task before failing. */
const FRESH_URLS = 3;

/** Downloads one output file of a task; an expired URL is renewed by querying the task, free of charge. */
export async function fetchOutput(
  task: Task,
  key: string,
  filePath: string,
  tools: Pick<PipelineTools, 'client' | 'signal'>,
  onProgress: (share: number) => void,
): Promise<Downloaded> {
  let { output } = task;
  for (let attempt = 1; ; attempt++) {
    const url = output[key];
    if (typeof url !== 'string') throw new AppError('result_damaged', message('result.no-file'));
    try {
      return await tools.client.download(url, filePath, tools.signal, onProgress);
    } catch (error) {
      if (!(error instanceof ExpiredUrl)) throw error;
      if (attempt === FRESH_URLS)
        throw new AppError('download_failed', message('result.address-expired'), { retryable: true });
      output = (await tools.client.getTask(task.task_id)).output;
    }
  }
}
