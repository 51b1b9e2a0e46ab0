import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { Queue } from '../queue/queue.ts';

/** The job with an id; throws `not_found`. */
export function getJob(queue: Pick<Queue, 'find'>, id: string): JobRecord {
  const record = queue.find(id);
  if (!record) throw new AppError('not_found', message('jobs.not-in-queue'));
  return record;
}
