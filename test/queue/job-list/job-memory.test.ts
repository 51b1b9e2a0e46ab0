import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SYSTEM } from '../../../src-main/base/system.ts';
import type { ArtifactRecord, JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { withBasedOn } from '../../../src-main/queue/job-list/find-based-on.ts';
import { findDuplicates } from '../../../src-main/queue/job-list/find-duplicates.ts';
import { createJobList, type JobList } from '../../../src-main/queue/job-list/job-list.ts';
import { explainHolds } from '../../../src-main/queue/job-list/job-view.ts';
import { jobKey } from '../../../src-main/queue/store/job-keys.ts';
import { openQueueStore, type QueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { buildJob, buildSource } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** Finished jobs in memory of the small queue. */
const FEW = 1;
/** Most jobs of a long queue are finished. */
const STATUSES = ['waiting', 'held', 'unknown', 'done', 'done', 'done', 'failed', 'cancelled'] as const;
const TASKS = ['t0', 't1', 't2', 't3'];
const PLACES = ['/out/a.glb', '/out/b.glb', '/out/c.glb'];
const SIZES = [3, 4];
const JOB = buildJob();
const CONTENTS = ['even', 'oddy'] as const;
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Home {
  list: JobList;
  store: QueueStore;
  reopen(): void;
}

function openHome(recentJobs: number | undefined): Home {
  const home = makeTempFolder();
  const open = () => {
    const store = openQueueStore(home);
    return { store, list: createJobList(store.jobs, SYSTEM.clock, undefined, recentJobs) };
  };
  const close = ({ store, list }: ReturnType<typeof open>): void => {
    list.close();
    store.close();
  };
  let now = open();
  onTestFinished(() => close(now));
  return {
    get list() {
      return now.list;
    },
    get store() {
      return now.store;
    },
    reopen: () => {
      close(now);
      now = open();
    },
  };
}

/** What changes in a job; small numbers, so that jobs share tasks, files and sizes. */
const facts = fc.record({
  status: fc.constantFrom(...STATUSES),
  task: fc.option(fc.constantFrom(...TASKS)),
  result: fc.option(fc.record({ place: fc.option(fc.constantFrom(...PLACES)), bytes: fc.constantFrom(...SIZES) })),
  isTaken: fc.boolean(),
  isRunning: fc.integer({ max: 9, min: 0 }).map((digit) => digit === 9),
});
type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

function toRecord(id: string, position: number, { status, task, result, isTaken, isRunning }: Facts): JobRecord {
  const sha256 = sha256Of(CONTENTS[id.length + position > 9 ? 0 : 1]);
  const taken = { folderId: 'hot', fileId: id, place: 'a.png', version: 'v', sha256 };
  const isPrompt = id.endsWith('7');
  const artifact = result && {
    ...{ id: `artifact of ${id}`, step: 0, role: 'model', format: 'glb', path: `/library/${id}/0.glb`, bundle: null },
    ...{ bytes: result.bytes, sha256: sha256Of('even'), exportedPath: result.place, exportedAs: `asset of ${id}` },
  };
  const token = { token: 'token', issuedAt: 0, sha256 };
  return {
    ...JOB,
    ...{ id, position, status, kind: isPrompt ? 'prompt' : 'picture', origin: 'hot' },
    ...(isPrompt ? { prompt: 'a chair' } : {}),
    sources: isPrompt ? [] : [{ ...buildSource('/in/a.png', { bytes: 4 }), token, ...(isTaken ? { taken } : {}) }],
    steps: JOB.steps.map((step) => ({ ...step, taskId: task, status: isRunning ? 'running' : 'done' })),
    artifacts: artifact ? [artifact as ArtifactRecord] : [],
  };
}

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), facts }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), at: fc.nat(), facts }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('swap' as const), at: fc.nat(), other: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** Runs a history of one home; returns the ids of all its jobs, removed ones too. */
function act(home: Home, history: readonly Action[]): string[] {
  const ids: string[] = [];
  const trash = new Map<string, JobRecord>();
  const pick = (at: number): JobRecord | undefined => home.list.get(ids[at % ids.length] ?? '');
  for (const step of history) {
    if (step.do === 'reopen') home.reopen();
    else if (step.do === 'add') {
      const id = `job-${ids.length}`;
      ids.push(id);
      home.list.add([toRecord(id, home.store.jobs.nextPosition(), step.facts)]);
    } else if (step.do === 'restore') {
      const record = [...trash.values()][step.at % Math.max(1, trash.size)];
      if (record) home.list.restore([record]);
      trash.delete(record?.id ?? '');
    } else {
      const record = pick(step.at);
      if (!record) continue;
      const { id, position } = record;
      if (step.do === 'save') home.list.save(toRecord(id, position, step.facts));
      else if (step.do === 'remove') {
        home.list.remove([id], 1);
        trash.set(id, record);
      } else {
        const other = pick(step.other) ?? record;
        home.list.saveAll([
          { ...record, position: other.position },
          { ...other, position },
        ]);
      }
    }
  }
  return ids;
}

/** Everything that is asked about jobs by what they are or have. */
async function ask(list: JobList, ids: readonly string[], files: readonly string[]) {
  const words = { kind: 'prompt' as const, name: 'p', prompt: 'a chair' };
  const file = (at: string, bytes: number) => ({ kind: 'picture' as const, path: at, bytes });
  const given = [words, ...files.map((at) => file(at, 4))];
  const results = [...PLACES, ...ids.map((id) => `/library/${id}/0.glb`)].map((at) => file(at, 4));
  const pages: JobRecord[] = [];
  for await (const page of list.pages()) pages.push(...page);
  const named = (key: string, has: (record: JobRecord) => boolean): string[] =>
    [...list.recent().filter(has), ...list.older(key)].map(({ id }) => id).sort();
  return {
    jobs: ids.map((id) => list.get(id)),
    views: ids.map((id) => list.view(id)),
    withTask: TASKS.map((task) => list.withTask(task).map(({ id }) => id)),
    artifacts: ids.map((id) => list.findArtifact(`artifact of ${id}`)),
    duplicates: [...(await findDuplicates(given, list))].map(([, of]) => ('steps' in of ? of.id : of.kind)),
    basedOn: (await withBasedOn([...results, ...files.map((at) => file(at, 4))], list)).map(
      ({ path: at, ...source }) => [at, source],
    ),
    ids: [...list.findIds('job-1')].slice(0, 1),
    claimed: named(jobKey.claimed('hot'), ({ sources }) => sources.some(({ taken }) => taken)),
    sources: named(jobKey.source('/in/a.png'), ({ sources }) => sources.length > 0),
    assets: ids.map((id) =>
      named(jobKey.asset(`asset of ${id}`), ({ artifacts }) => artifacts.some((each) => each.exportedAs?.endsWith(id))),
    ),
    holds: explainHolds(list.recent()),
    all: pages.map(({ id }) => id).sort(),
    inOrder: [...list.recent(), ...list.olderThan(null, 1_000)].map(({ id }) => id).sort(),
    active: list.recent().flatMap(({ id, status }) => (['done', 'failed', 'cancelled'].includes(status) ? [] : id)),
  };
}

describe('a queue with few finished jobs in memory', () => {
  test('answers as one that has all of them in memory', async () => {
    const files = CONTENTS.map((content) => {
      const file = path.join(makeTempFolder(), content);
      writeFileSync(file, content);
      return file;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 50, size: 'max' }), async (history) => {
        const [small, whole] = [openHome(FEW), openHome(undefined)];
        const ids = act(small, history);
        expect(act(whole, history)).toEqual(ids);
        const finished = small.list.recent().filter(({ status }) => status === 'done' || status === 'cancelled');
        expect(finished.filter(({ steps }) => steps[0]?.status === 'done').length).toBeLessThanOrEqual(FEW + 1);
        expect(await ask(small.list, ids, files)).toEqual(await ask(whole.list, ids, files));
      }),
      { numRuns: 60 },
    );
  });

  test('reads the older ones in parts from the last, each once', () => {
    const { list } = openHome(2);
    const done = { status: 'done', task: null, result: null, isTaken: false, isRunning: false } as const;
    for (let n = 1; n <= 9; n++) list.add([toRecord(`job-${n}`, n, done)]);
    const seen: string[] = [];
    for (let before: number | null = null; ;) {
      const part: JobRecord[] = list.olderThan(before, 3);
      if (part.length === 0) break;
      seen.push(...part.map(({ id }) => id));
      before = part.at(-1)?.position ?? null;
    }
    const recent = list.recent().map(({ id }) => id);
    expect([...recent].reverse().concat(seen)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `job-${n}`));
    expect(recent.length).toBeLessThanOrEqual(3);
  });
});

test('a database from before gets the same keys that its jobs get when they are saved', () => {
  const home = makeTempFolder();
  const store = openQueueStore(home);
  const base = { task: 't1', result: { place: '/out/ü.glb', bytes: 4 }, isTaken: true, isRunning: false };
  const mask = { method: 'painted', original: { path: '/in/ü.jpg', name: 'ü.jpg' } } as const;
  const records = (['done', 'failed', 'waiting', 'cancelled'] as const).map((status, n) => {
    const record = toRecord(`job-${n + 6}`, n, { ...base, status, isRunning: n === 3 });
    return { ...record, sources: record.sources.map((source) => ({ ...source, mask })) };
  });
  store.jobs.addJobs(records);
  store.close();
  const file = path.join(home, 'queue.db');
  const look = () => {
    const database = new DatabaseSync(file);
    const rows = database.prepare('select * from job_keys').all();
    const settled = database.prepare('select id, settled from jobs order by id').all();
    database.close();
    return { rows, settled };
  };
  const now = look();
  expect(now.settled.map(({ settled }) => settled)).toEqual([1, 1, 0, 0]);
  expect(now.rows.map(({ key }) => key)).toContain(jobKey.source('/in/ü.jpg'));
  const database = new DatabaseSync(file);
  database.exec(`drop table damaged_rows; drop table job_keys; drop index jobs_by_settled; drop index intents_sending;
    alter table jobs drop column settled; pragma user_version = 9`);
  database.close();
  openQueueStore(home).close();
  expect(look()).toEqual(now);
});
