import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { MessageOrText } from '../../src-shared/messages/message.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';
import { secretName } from '../../src-main/service-client/services/services.ts';
import { createDesktop } from '../helpers/desktop.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { addJobs, openSides, readLedger, tasksOf, use, type Side } from './side-by-side.ts';
import type { SideLife } from './side-by-side-life.ts';

const GRANTED = 5_000;
const JOBS = 10;

let running: LocalService[] = [];
let sides: Side[] = [];
beforeAll(async () => {
  running = await Promise.all([startLocalService({ credits: GRANTED }), startLocalService({ credits: GRANTED })]);
  sides = running.map(({ baseUrl, apiKey }, index) => ({ name: index === 0 ? 'one' : 'two', baseUrl, apiKey }));
});
afterAll(() => Promise.all(running.map((service) => service.stop())));

const ledgers = () => Promise.all(sides.map((side) => readLedger(side, GRANTED)));

async function open(home: string, keys?: readonly string[]) {
  const app = await openSides(home, sides, keys);
  onTestFinished(app.close);
  return app;
}

/** Tasks each service has now that it had not before. */
async function newTasks(before: Awaited<ReturnType<typeof ledgers>>): Promise<string[][]> {
  return (await ledgers()).map(({ tasks }, index) => tasks.filter((id) => !before[index]?.tasks.includes(id)));
}

test('the page resumes a job beyond the daily limit with a confirmation only', async () => {
  const questions: string[] = [];
  let allows = false;
  const confirm = async (question: MessageOrText) => (questions.push(toEnglish(question)), allows);
  const app = await openSides(makeTempFolder(), sides, undefined, createDesktop({ confirm }));
  onTestFinished(app.close);
  const { spending } = app.settings.get();
  app.settings.set({ spending: { ...spending, perDay: '0.00' } });
  use(app, 'one');
  const ids = addJobs(app, 1);
  app.start([]);
  await app.queue.whenSettled(ids);
  const state = () => app.queue.records().map(({ status, error }) => [status, error?.code]);
  expect(state()).toEqual([['paused', 'over_cap']]);

  await expect(app.handlers['queue:resume']({ ids })).rejects.toMatchObject({ code: 'not_confirmed' });
  await expect(app.handlers['settings:set']({ spending: { perDay: null } })).rejects.toMatchObject({
    code: 'not_confirmed',
  });
  expect(state()).toEqual([['paused', 'over_cap']]);
  allows = true;
  await app.handlers['queue:resume']({ ids });
  await app.queue.whenSettled(ids);
  expect(state()).toEqual([['done', undefined]]);
  await app.handlers['queue:resume']({ ids });
  expect(questions).toEqual([
    'Start one job beyond the daily limits.',
    'The daily limit: 0.00 credits → none.',
    'Start one job beyond the daily limits.',
  ]);
});

test('a job that reaches the daily limit while the page asks about others keeps waiting', async () => {
  const questions: string[] = [];
  const confirm = async (question: MessageOrText): Promise<boolean> => {
    questions.push(toEnglish(question));
    app.queue.resume([late]);
    await app.queue.whenSettled([late]);
    expect(app.queue.find(late)?.error?.code).toBe('over_cap');
    return true;
  };
  const app = await openSides(makeTempFolder(), sides, undefined, createDesktop({ confirm }));
  onTestFinished(app.close);
  app.settings.set({ spending: { ...app.settings.get().spending, perDay: '0.00' } });
  use(app, 'one');
  const [over, late] = addJobs(app, 2) as [string, string];
  app.queue.pause([late]);
  app.start([]);
  await app.queue.whenSettled([over, late]);
  await app.handlers['queue:resume']({ ids: [over, late] });
  await app.queue.whenSettled([over, late]);
  expect(questions).toEqual(['Start one job beyond the daily limits.']);
  expect([over, late].map((id) => app.queue.find(id)?.status)).toEqual(['done', 'paused']);
  expect(app.queue.find(late)?.waivedCaps ?? []).toEqual([]);
});

describe('jobs of two services', () => {
  test('go on side by side, whichever is in use, and each service is paid for its own alone', async () => {
    const root = makeTempFolder();
    const before = await ledgers();
    const app = await open(path.join(root, 'home'));
    use(app, 'one');
    const first = addJobs(app, JOBS);
    app.start([]);
    use(app, 'two');
    const second = addJobs(app, JOBS);
    use(app, 'local');
    await app.queue.whenSettled([...first, ...second]);

    const own = [first, second].map((ids) => app.queue.records().filter(({ id }) => ids.includes(id)));
    expect(own.flat().map(({ status, error }) => [status, error])).toEqual(Array(2 * JOBS).fill(['done', null]));
    expect(await newTasks(before)).toEqual(own.map(tasksOf));
    for (const { statuses, charged, spent, frozen } of await ledgers()) {
      expect({ statuses, spent, frozen }).toEqual({ statuses: ['success'], spent: charged, frozen: '0.00' });
    }
    expect(app.queue.list().map(({ service }) => service)).toEqual([
      ...Array<string>(JOBS).fill('“one”'),
      ...Array<string>(JOBS).fill('“two”'),
    ]);
  });

  test('that were killed between come home from their own, paid once', async () => {
    const root = makeTempFolder();
    const home = path.join(root, 'home');
    const before = await ledgers();
    for (const [at, then] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      await killAfterOne({ home, sides, at, then, add: JOBS });
    }
    const app = await open(home);
    use(app, 'local');
    app.start([]);
    const settleAll = () => app.queue.whenSettled(app.queue.records().map(({ id }) => id));
    await settleAll();
    // A result that was being read at both kills, and an order that was cut off before its service heard of it: both go on
    // only when a person says so.
    for (const { id, error } of app.queue.records()) {
      if (error?.code === 'file_too_complex') app.queue.retry([id]);
      if (error?.code === 'outcome_unknown') app.queue.resolve(id, 'send_again');
    }
    app.queue.confirm(app.queue.records().map(({ id }) => id));
    await settleAll();

    const records = app.queue.records();
    expect(records.map(({ status, error }) => [status, error])).toEqual(Array(2 * JOBS).fill(['done', null]));
    const own = sides.map(({ baseUrl }) => records.filter(({ cloud }) => cloud?.baseUrl === baseUrl));
    expect(own.map(({ length }) => length)).toEqual([JOBS, JOBS]);
    expect(await newTasks(before)).toEqual(own.map(tasksOf));
    for (const { charged, spent } of await ledgers()) expect(spent).toBe(charged);
  });

  test('wait for the key of their own service, named, while the others go on, and go on when it is there', async () => {
    const root = makeTempFolder();
    const [, two] = sides as [Side, Side];
    const app = await open(path.join(root, 'home'), ['one']);
    use(app, 'two');
    const held = addJobs(app, 2);
    use(app, 'one');
    const free = addJobs(app, 2);
    app.start([]);
    await app.queue.whenSettled([...held, ...free]);
    const statusOf = (ids: readonly string[]) => ids.map((id) => app.queue.find(id)?.status);
    expect([statusOf(held), statusOf(free)]).toEqual([
      ['paused', 'paused'],
      ['done', 'done'],
    ]);
    expect(app.queue.find(held[0] ?? '')?.error).toMatchObject({ code: 'no_api_key', subject: '“two”' });

    await app.secrets.set(secretName(two.baseUrl), two.apiKey);
    // As the page does after it has set a key.
    app.settings.set({});
    await expect.poll(() => statusOf(held)).toEqual(['done', 'done']);
  });

  test('that ordered nothing yet are ordered with the key that their service has by then', async () => {
    const [one] = running as [LocalService, LocalService];
    const app = await open(path.join(makeTempFolder(), 'home'), ['one']);
    const { spending } = app.settings.get();
    app.settings.set({ spending: { ...spending, perDay: '0.00' } });
    use(app, 'one');
    const ids = addJobs(app, 1);
    app.start([]);
    await app.queue.whenSettled(ids);
    const state = () => app.queue.records().map(({ status, error }) => [status, error?.code]);
    expect(state()).toEqual([['paused', 'over_cap']]);
    const made = await fetch(`${one.baseUrl}/console/api/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.consoleToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const { data } = (await made.json()) as { readonly data: { readonly key: string } };
    await app.secrets.set(secretName(one.baseUrl), data.key);
    app.settings.set({ spending });
    app.queue.resume(ids);
    await app.queue.whenSettled(ids);
    expect(state()).toEqual([['done', undefined]]);
  });

  test('may be made on this computer and at a cloud service at once', async () => {
    const root = makeTempFolder();
    const before = await ledgers();
    const app = await open(path.join(root, 'home'));
    use(app, 'one');
    const [cloud = ''] = addJobs(app, 1);
    use(app, 'local');
    const [local = ''] = addJobs(app, 1);
    app.start([]);
    await app.queue.whenSettled([cloud, local]);
    expect([cloud, local].map((id) => app.queue.find(id))).toMatchObject([
      { status: 'done', serviceKind: 'cloud', free: false },
      { status: 'done', serviceKind: 'local', free: true },
    ]);
    expect((await newTasks(before)).map(({ length }) => length)).toEqual([1, 0]);
  });

  test('are paused alone when their own service is out of credits', async () => {
    const root = makeTempFolder();
    const poor = await startLocalService({ credits: 1 });
    onTestFinished(() => poor.stop());
    const { baseUrl, apiKey } = poor;
    const app = await openSides(path.join(root, 'home'), [...sides, { name: 'poor', baseUrl, apiKey }]);
    onTestFinished(app.close);
    use(app, 'poor');
    const [held = ''] = addJobs(app, 1);
    app.start([]);
    await app.queue.whenSettled([held]);
    use(app, 'one');
    const [rich = ''] = addJobs(app, 1);
    await app.queue.whenSettled([rich]);
    expect([held, rich].map((id) => app.queue.find(id)?.status)).toEqual(['waiting', 'done']);
    expect(app.queue.pauseReason()).toMatchObject({ code: 'insufficient_credits', subject: '“poor”' });
  });
});

/** Runs the app until one more job is done, then kills it with -9. */
async function killAfterOne(life: SideLife): Promise<void> {
  const entry = path.join(import.meta.dirname, 'side-by-side-life.ts');
  const child = spawn(process.execPath, [entry, JSON.stringify(life)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'close');
  let first: number | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    first ??= Number(line);
    if (Number(line) > first) child.kill('SIGKILL');
  });
  await exited;
}
