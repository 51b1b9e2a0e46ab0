import type { DatabaseSync } from 'node:sqlite';
import { isStepHeld } from '../../../src-shared/jobs/job.ts';
import { queueGroupOf } from '../../../src-shared/jobs/queue-groups.ts';
import { listSourcePaths, type JobRecord } from '../../pipeline/job-record.ts';

/** Keys under which settled jobs are found in the store, so that they need not be in memory. */
export const jobKey = {
  /** Jobs with a step that has this task. */
  task: (id: string) => `task ${id}`,
  /** The job with this artifact. */
  artifact: (id: string) => `artifact ${id}`,
  /** Jobs with a result of this size, previews aside. */
  result: (bytes: number) => `result ${bytes}`,
  /** Jobs with a result exported to this path. */
  exported: (path: string) => `exported ${path}`,
  /** Jobs with an exported asset of this id. */
  asset: (id: string) => `asset ${id}`,
  /** Jobs with a source, or the image of a masked source, at this path. */
  source: (path: string) => `source ${path}`,
  /** Jobs with a source that is still in the hot folder of this id. */
  claimed: (folderId: string) => `claimed ${folderId}`,
  /** Jobs whose first source has this size, without those of a prompt. */
  sourceBytes: (bytes: number) => `source-bytes ${bytes}`,
  /** Jobs of this prompt. */
  prompt: (prompt: string) => `prompt ${prompt}`,
} as const;

/** The keys of a settled job, each once. */
function keysOf({ steps, artifacts, sources, prompt, origin }: JobRecord): string[] {
  const results = artifacts.flatMap(({ id, role, bytes, exportedPath, exportedAs }) => [
    jobKey.artifact(id),
    ...(role === 'preview' ? [] : [jobKey.result(bytes)]),
    ...(exportedPath === null ? [] : [jobKey.exported(exportedPath)]),
    ...(exportedAs === undefined ? [] : [jobKey.asset(exportedAs)]),
  ]);
  const [first] = sources;
  const content = prompt === undefined ? first && jobKey.sourceBytes(first.bytes) : jobKey.prompt(prompt);
  return [
    ...new Set([
      ...steps.flatMap(({ taskId }) => (taskId === null ? [] : [jobKey.task(taskId)])),
      ...results,
      ...sources.flatMap(listSourcePaths).map(jobKey.source),
      ...(origin && sources.some(({ taken }) => taken) ? [jobKey.claimed(origin)] : []),
      ...(content === undefined ? [] : [content]),
    ]),
  ];
}

/**
 * True if a job is finished and nothing of it is held at the service: it does not continue without the user. Only such
 * jobs may be left out of memory.
 */
export function isSettled({ status, steps }: JobRecord): boolean {
  return queueGroupOf(status) === 'finished' && !steps.some(isStepHeld);
}

/** SQL that writes the keys of all settled jobs of a database into its empty table of keys, as `keysOf` lists them. */
export function fillJobKeys(database: 'main' | 'copy'): string {
  const each = (what: string, value: string, list: string, also = ''): string =>
    `select '${what} ' || (value ->> '${value}') as key, jobs.id as job_id
     from ${database}.jobs, json_each(doc, '$.${list}') where settled = 1 ${also}`;
  const one = (what: string, value: string): string =>
    `select '${what} ' || (${value}) as key, id as job_id from ${database}.jobs where settled = 1`;
  const all = [
    each('task', 'taskId', 'steps'),
    each('artifact', 'id', 'artifacts'),
    each('result', 'bytes', 'artifacts', `and value ->> 'role' <> 'preview'`),
    each('exported', 'exportedPath', 'artifacts'),
    each('asset', 'exportedAs', 'artifacts'),
    each('source', 'path', 'sources'),
    each('source', '$.mask.original.path', 'sources'),
    `select 'claimed ' || (doc ->> 'origin') as key, jobs.id as job_id from ${database}.jobs, json_each(doc, '$.sources')
     where settled = 1 and value ->> 'taken' is not null`,
    one('source-bytes', `iif(doc ->> 'prompt' is null, doc ->> '$.sources[0].bytes', null)`),
    one('prompt', `doc ->> 'prompt'`),
    // Of one file, as written before views and prompts existed.
    one('source', `nullif(doc ->> 'sourcePath', '')`),
    one('source-bytes', `iif(doc ->> 'sourcePath' <> '', doc ->> 'sourceBytes', null)`),
  ];
  return `insert or ignore into ${database}.job_keys (key, job_id)
    select key, job_id from (${all.join(' union all ')}) where key is not null order by key, job_id;`;
}

/** The table of keys. */
export interface JobKeys {
  add(record: JobRecord): void;
  remove(record: JobRecord): void;
  /** Removes the keys of a job whose record is damaged; reads the whole table. */
  removeAll(id: string): void;
  /** Ids of settled jobs with a key, from the last in the queue. */
  find(key: string): string[];
}

/** Opens the table of keys; its writes belong into the transactions that write the jobs. */
export function createJobKeys(database: DatabaseSync): JobKeys {
  const insert = database.prepare('insert or ignore into job_keys (key, job_id) values (?, ?)');
  const remove = database.prepare('delete from job_keys where key = ? and job_id = ?');
  const removeAll = database.prepare('delete from job_keys where job_id = ?');
  const select = database.prepare(
    'select id from job_keys join jobs on jobs.id = job_keys.job_id where key = ? order by position desc, jobs.rowid desc',
  );
  return {
    add: (record) => {
      for (const key of keysOf(record)) insert.run(key, record.id);
    },
    remove: (record) => {
      for (const key of keysOf(record)) remove.run(key, record.id);
    },
    removeAll: (id) => void removeAll.run(id),
    find: (key) => select.all(key).map(({ id }) => String(id)),
  };
}
