import type { Task } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Downloaded } from '../../service-client/http/network.ts';
import { ExpiredUrl } from '../../service-client/transfer/open-output.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { message } from '../../../src-shared/messages/message.ts';

/**
 * Downloads one output file of a task; an expired URL is renewed once by querying the task, free of charge. A server that
 * refuses the new URL as well is not asked again until the job is retried.
 */
export async function fetchOutput(
  task: Task,
  key: string,
  filePath: string,
  tools: Pick<PipelineTools, 'client' | 'signal'>,
  onProgress: (share: number) => void,
): Promise<Downloaded> {
  let { output } = task;
  for (let isRenewed = false; ; isRenewed = true) {
    const url = output[key];
    if (typeof url !== 'string') throw new AppError('download_failed', message('result.no-file'));
    try {
      return await tools.client.download(url, filePath, tools.signal, onProgress);
    } catch (error) {
      if (!(error instanceof ExpiredUrl)) throw error;
      if (isRenewed) throw new AppError('download_failed', message('result.address-refused'), { retryable: true });
      output = (await tools.client.getTask(task.task_id)).output;
    }
  }
}
