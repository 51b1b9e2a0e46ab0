import type { JobRecord } from '../pipeline/job-record.ts';
import type { Queue } from '../queue/queue.ts';
import { log } from '../base/log/log.ts';

/** States worth a line, and how much it matters. */
const LOGGED_LEVELS = { done: 'info', cancelled: 'info', held: 'info', unknown: 'note', failed: 'note' } as const;

/** Writes down how jobs end, without their names and words; returns the way to stop, which writes down what is left. */
export function logJobs(queue: Pick<Queue, 'onChange' | 'records' | 'find'>): () => void {
  const last = new Map(queue.records().map(({ id, status }) => [id, status]));
  const look = (record: JobRecord): void => {
    const { id, status } = record;
    if (last.get(id) === status) return;
    last.set(id, status);
    if (isLogged(status)) log[LOGGED_LEVELS[status]]('queue', endOf(record));
  };
  const stop = queue.onChange(({ jobs, removed }) => {
    for (const id of removed) last.delete(id);
    for (const { id } of jobs) {
      const record = queue.find(id);
      if (record) look(record);
    }
  });
  return () => {
    stop();
    // Changes are told in batches, and the last one may be on its way.
    queue.records().forEach(look);
  };
}

function isLogged(status: JobRecord['status']): status is keyof typeof LOGGED_LEVELS {
  return Object.hasOwn(LOGGED_LEVELS, status);
}

function endOf({ id, kind, recipe, status, error, artifacts, sources, name, prompt }: JobRecord): string {
  const head = `job ${id}, ${kind} by ${recipe}: ${status}`;
  if (!error) return `${head}, ${artifacts.length} files`;
  // What went wrong may name the file, or repeat the words.
  const words = [prompt ?? '', name, ...sources.map((source) => source.name)].filter((each) => each.length > 0);
  const detail = words.reduce((text, each) => text.replaceAll(each, '[name]'), error.detail);
  const request = error.requestId === null ? '' : `, request ${error.requestId}`;
  return `${head}, ${error.code}. ${detail}${request}`;
}
