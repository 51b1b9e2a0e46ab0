import { toEnglish } from '../../src-shared/messages/english.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { Queue } from '../queue/queue.ts';
import { log } from '../base/log/log.ts';

/** Log level by final status; other statuses are not logged. */
const LOGGED_LEVELS = { done: 'info', cancelled: 'info', held: 'info', unknown: 'note', failed: 'note' } as const;

/** Logs how jobs end, without names and prompts. Returns a function that logs pending changes and stops. */
export function logJobs(queue: Pick<Queue, 'onChange' | 'records' | 'find'>): () => void {
  const last = new Map(queue.records().map(({ id, status }) => [id, status]));
  const logIfChanged = (record: JobRecord): void => {
    const { id, status } = record;
    if (last.get(id) === status) return;
    last.set(id, status);
    if (isLogged(status)) log[LOGGED_LEVELS[status]]('queue', endOf(record));
  };
  const stop = queue.onChange(({ jobs, removed }) => {
    for (const id of removed) last.delete(id);
    for (const { id } of jobs) {
      const record = queue.find(id);
      if (record) logIfChanged(record);
    }
  });
  return () => {
    stop();
    // Changes arrive in batches; the last batch may be pending.
    queue.records().forEach(logIfChanged);
  };
}

function isLogged(status: JobRecord['status']): status is keyof typeof LOGGED_LEVELS {
  return Object.hasOwn(LOGGED_LEVELS, status);
}

function endOf({ id, kind, recipe, status, error, artifacts, sources, name, prompt }: JobRecord): string {
  const head = `job ${id}, ${kind} by ${recipe}: ${status}`;
  if (!error) return `${head}, ${artifacts.length} files`;
  // The error may contain the file name or the prompt.
  const words = [prompt ?? '', name, ...sources.map((source) => source.name)].filter((each) => each.length > 0);
  const detail = words.reduce((text, each) => text.replaceAll(each, '[name]'), toEnglish(error.detail));
  const request = error.requestId === null ? '' : `, request ${error.requestId}`;
  return `${head}, ${error.code}. ${detail}${request}`;
}
