import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const SAMPLE = path.join(PROJECT_ROOT, 'assets/samples/mug.png');

test('rehearsal mode makes the service on this computer cost credits, and leaving it makes it free again', async () => {
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}));
  onTestFinished(() => app.close());
  const { handlers } = app;
  const isFree = async () => {
    const { free, balance } = await handlers['service:check'](null);
    return { free, balance };
  };
  app.start();
  expect(await isFree()).toEqual({ free: true, balance: null });

  expect(await handlers['settings:set']({ rehearsal: true })).toMatchObject({ service: 'local', rehearsal: true });
  // A check that is overtaken by another answers what is known so far.
  const rehearsing = { free: false, balance: '1000.00' };
  await expect.poll(isFree).toMatchObject(rehearsing);
  const { sources } = await handlers['sources:take']([SAMPLE]);
  const batch = { sourceIds: sources.map(({ id }) => id), formats: ['glb'] as ['glb'] };
  await expect(handlers['queue:add'](batch)).rejects.toMatchObject({ code: 'needs_yes' });
  const { total, needsYes, balance } = await handlers['money:plan'](batch);
  expect([total, needsYes, balance]).toEqual(['110.00', true, '1000.00']);
  await expect(handlers['queue:add']({ ...batch, agreed: '109.99' })).rejects.toMatchObject({ code: 'needs_yes' });
  expect(await handlers['queue:list'](null)).toEqual({ jobs: [], after: null, hasOlder: false });
  const [job] = await handlers['queue:add']({ ...batch, agreed: total });
  const find = async () => (await handlers['queue:list'](null)).jobs.find(({ id }) => id === job?.id);
  await expect.poll(async () => (await find())?.status).toBe('done');
  const done = await find();
  expect(done?.money).toMatchObject({ kind: 'charged' });
  const spent = Number(done?.money.amount);
  expect(spent).toBeGreaterThan(0);
  await expect.poll(async () => Number((await isFree()).balance)).toBe(1000 - spent);

  expect(await handlers['money:history']({ before: null, limit: 5 })).toMatchObject([
    { state: 'charged', jobId: job?.id },
  ]);
  expect((await handlers['money:spent'](null)).today.charged).toBe(done?.money.amount);

  // More of a finished job is an order like any other: what costs waits for a yes, and what is there already does not.
  const { id } = job as Job;
  const fbx = { ids: [id], format: 'fbx' as const };
  await expect(handlers['queue:repeat']({ id, seeds: 'same' })).rejects.toMatchObject({ code: 'needs_yes' });
  await expect(handlers['queue:export'](fbx)).rejects.toMatchObject({ code: 'needs_yes' });
  const { total: convert } = await handlers['money:planMore'](fbx);
  expect([convert, (await handlers['money:planMore']({ ids: [id] })).total]).toEqual(['5.00', total]);
  expect((await handlers['money:planMore']({ ids: [id], format: 'glb' })).needsYes).toBe(false);
  await handlers['queue:export']({ ...fbx, agreed: convert });
  await expect.poll(async () => (await find())?.artifacts.map(({ format }) => format)).toContain('fbx');
  await expect.poll(async () => (await find())?.status).toBe('done');
  expect((await handlers['queue:list'](null)).jobs).toHaveLength(1);

  // What waits says what it will cost at the service as it is then.
  await handlers['queue:pause']({});
  const again = await handlers['sources:take']([SAMPLE]);
  const ids = again.sources.map(({ id }) => id);
  const [waiting] = await handlers['queue:add']({ sourceIds: ids, formats: ['glb'], agreed: total });
  const moneyOf = async () =>
    (await handlers['queue:list'](null)).jobs.find(({ id }) => id === waiting?.id)?.money.kind;
  expect(await moneyOf()).toBe('estimate');
  // Test credits count neither against the caps of a cloud nor in what it charged.
  const lastRows = async () => handlers['money:history']({ before: null, limit: 1 });
  expect(await lastRows()).toHaveLength(1);
  await handlers['settings:set']({ rehearsal: false });
  expect(await moneyOf()).toBe('free');
  const nothing = { charged: '0.00', back: '0.00', held: '0.00', test: false };
  expect(await handlers['money:spent'](null)).toEqual({ today: nothing, days: [], recipes: [] });
  expect(await lastRows()).toEqual([]);
  await expect.poll(isFree).toEqual({ free: true, balance: null });
});

test('limits are kept as amounts, and what is none is refused by its name', async () => {
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}));
  onTestFinished(() => app.close());
  const { handlers } = app;
  const change = async (spending: Parameters<(typeof handlers)['settings:set']>[0]['spending'] & object) =>
    (await handlers['settings:set']({ spending })).spending;
  const none = { confirmAbove: '0.00', perDay: null, perRecipe: {}, perFolder: {}, pauseBelow: null };
  expect((await handlers['settings:get'](null)).spending).toEqual(none);
  const limited = { ...none, perDay: '50.00', perRecipe: { film: '12.50' } };
  await change({ perDay: '50' });
  expect(await change({ perRecipe: { film: ' 12.5 ' } })).toEqual(limited);
  for (const odd of ['-1', 'NaN', '1e5', 'Infinity', '', '1.001', '10,50', '9'.repeat(30)]) {
    const refused = change({ pauseBelow: odd });
    await expect(refused).rejects.toMatchObject({ code: 'config_invalid', subject: { id: 'spending.pause-below' } });
  }
  await expect(change({ perRecipe: { film: 'lots' } })).rejects.toMatchObject({
    subject: { id: 'spending.per-recipe', params: { name: 'film' } },
    message: '“lots” is not an amount of credits. Enter one such as 50 or 12.50.',
  });
  expect(await change({})).toEqual(limited);
  expect(await change({ perDay: null, perRecipe: {} })).toEqual(none);
});
