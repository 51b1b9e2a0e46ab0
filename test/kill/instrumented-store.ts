import type { IntentStore } from '../../src-main/pipeline/intent.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { JobStore } from '../../src-main/queue/store/job-store.ts';
import type { QueueStore } from '../../src-main/queue/store/queue-store.ts';
import type { KillPoint, OnKillPoint } from './kill-points.ts';

/** The store, telling what was just committed. */
export function instrumentStore(store: QueueStore, reach: OnKillPoint): QueueStore {
  return { ...store, jobs: watchJobs(store.jobs, reach), intents: watchIntents(store.intents, reach) };
}

function watchJobs(jobs: JobStore, reach: OnKillPoint): JobStore {
  const last = new Map(jobs.readJobs().map((record) => [record.id, record]));
  return {
    ...jobs,
    addJobs: (records) => {
      reach('add: jobs about to be committed');
      jobs.addJobs(records);
      for (const record of records) last.set(record.id, record);
      reach('add: jobs committed, nothing begun');
    },
    saveJob: (record) => {
      jobs.saveJob(record);
      const before = last.get(record.id);
      last.set(record.id, record);
      const boundary = before ? whatIsNew(before, record) : null;
      if (boundary) reach(boundary);
    },
  };
}

/** What a record tells that the one before did not. */
function whatIsNew(before: JobRecord, now: JobRecord): KillPoint | null {
  const count = (record: JobRecord, test: (step: JobRecord['steps'][number]) => boolean): number =>
    record.steps.filter(test).length;
  const isMore = (test: (step: JobRecord['steps'][number]) => boolean): boolean =>
    count(now, test) > count(before, test);
  const exported = ({ artifacts }: JobRecord): number =>
    artifacts.filter(({ exportedPath }) => exportedPath !== null).length;
  const [token, old] = [now, before].map(({ sources }) => sources[0]?.token?.token);
  if (token && token !== old) return 'upload: token kept';
  if (isMore(({ taskId }) => taskId !== null)) return 'create: task kept with its step';
  if (isMore(({ creditsConsumed }) => creditsConsumed !== null)) return 'follow: end and price kept';
  if (isMore(({ status }) => status === 'done')) return 'verify: artifacts kept, step done';
  if (exported(now) > exported(before)) return 'export: place kept';
  if (isMore(({ status }) => status === 'running')) return 'create: seeds kept, no intent';
  return now.status === before.status ? null : (BY_STATUS[now.status] ?? null);
}

const BY_STATUS: Partial<Record<JobRecord['status'], KillPoint>> = {
  uploading: 'upload: begun on the record',
  downloading: 'download: begun on the record',
  verifying: 'verify: begun on the record',
  exporting: 'export: begun on the record',
  done: 'done: kept',
};

function watchIntents(intents: IntentStore, reach: OnKillPoint): IntentStore {
  return {
    ...intents,
    prepare: (intent) => {
      const prepared = intents.prepare(intent);
      reach('create: PREPARED committed');
      return prepared;
    },
    bind: (id, taskId) => {
      const isInDoubt = intents.find(id)?.state === 'ambiguous';
      if (isInDoubt) reach('settle: task found, not bound');
      const bound = intents.bind(id, taskId);
      reach(isInDoubt ? 'settle: BOUND committed after a look' : 'create: BOUND committed, the step without its task');
      return bound;
    },
    mark: (id, state) => {
      const wasInDoubt = intents.find(id)?.state === 'ambiguous';
      const marked = intents.mark(id, state);
      if (state === 'ambiguous') reach('settle: doubt committed');
      else if (state === 'prepared' && wasInDoubt) reach('settle: nothing found, may be sent again');
      return marked;
    },
    noteEcho: (serviceId, operation) => {
      intents.noteEcho(serviceId, operation);
      reach('follow: echo of the nonce noted');
    },
  };
}
