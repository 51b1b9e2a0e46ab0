import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../src-main/cli/open-app.ts';
import { PROJECT_ROOT } from '../../src-main/project-root.ts';
import { resolveHome } from '../../src-main/settings/home.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const SAMPLE = path.join(PROJECT_ROOT, 'assets/samples/mug.png');

test('rehearsal mode makes the service on this computer cost credits, and leaving it makes it free again', async () => {
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}));
  onTestFinished(() => app.close());
  const { handlers } = app;
  const isFree = async () => {
    const { free, balance, estimate } = await handlers['service:check'](null);
    return { free, balance, estimate };
  };
  app.start();
  expect(await isFree()).toEqual({ free: true, balance: null, estimate: null });

  expect(await handlers['settings:set']({ rehearsal: true })).toMatchObject({ service: 'local', rehearsal: true });
  // A check that is overtaken by another answers what is known so far.
  const rehearsing = { free: false, balance: '1000.00', estimate: expect.any(String) as string };
  await expect.poll(isFree, { timeout: 50_000 }).toMatchObject(rehearsing);
  const { sources } = await handlers['sources:take']([SAMPLE]);
  const [job] = await handlers['queue:add']({ sourceIds: sources.map(({ id }) => id), formats: ['glb'] });
  const find = async () => (await handlers['queue:list'](null)).find(({ id }) => id === job?.id);
  await expect.poll(async () => (await find())?.status, { timeout: 50_000 }).toBe('done');
  const done = await find();
  expect(done?.money).toMatchObject({ kind: 'charged' });
  const spent = Number(done?.money.amount);
  expect(spent).toBeGreaterThan(0);
  await expect.poll(async () => Number((await isFree()).balance)).toBe(1000 - spent);

  await handlers['settings:set']({ rehearsal: false });
  await expect.poll(isFree).toEqual({ free: true, balance: null, estimate: null });
});
