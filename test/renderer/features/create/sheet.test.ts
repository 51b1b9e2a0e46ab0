import { afterEach, expect, test } from 'vitest';
import type { SheetSource } from '../../../../src-renderer/features/create/drop-sheet.ts';
import { restoreProcess, stubPage } from '../../stub-page.ts';

afterEach(restoreProcess);

const source: SheetSource = { id: 'one', name: 'one.png', kind: 'picture', bytes: 1, pictures: [], prompt: null };

test('a plan can be confirmed while a changed balance makes a newer one, but not that of another order', async () => {
  let held: PromiseWithResolvers<void> | null = null;
  stubPage(async (channel) => {
    if (channel !== 'money:plan') return [];
    await held?.promise;
    return { total: '20.00', leftOut: [], over: [] };
  });
  const { sheet } = await import('../../../../src-renderer/features/create/sheet.svelte.ts');
  const { setup } = await import('../../../../src-renderer/app/setup.svelte.ts');
  const service = { kind: 'cloud', status: 'ready', free: false, held: null, error: null } as const;
  setup.service = { ...service, balance: '100.00' };
  await sheet.open([source], []);
  expect(sheet.isPlanned).toBe(true);

  held = Promise.withResolvers();
  setup.service = { ...service, balance: '80.00' };
  const reviewed = sheet.review();
  expect(sheet.isPlanned).toBe(true);
  held.resolve();
  await reviewed;
  expect(sheet.isPlanned).toBe(true);

  held = Promise.withResolvers();
  sheet.processAt('here');
  expect(sheet.isPlanned).toBe(false);
  sheet.processAt('in_use');
  expect(sheet.isPlanned).toBe(false);
  held.resolve();
  await expect.poll(() => sheet.isPlanned).toBe(true);

  held = Promise.withResolvers();
  setup.service = { ...service, kind: 'local', balance: null };
  void sheet.review();
  expect(sheet.isPlanned).toBe(false);
  held.resolve();
});
