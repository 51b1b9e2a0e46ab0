import { expect, test } from 'vitest';
import { createClaimedSources } from '../../../src-main/ipc/claimed-sources.ts';
import { createQueueHandlers } from '../../../src-main/ipc/handlers/queue-handlers.ts';
import { createPlanner } from '../../../src-main/ipc/planner.ts';
import { createRecipeTest } from '../../../src-main/ipc/views/recipe-test.ts';
import type { Queue } from '../../../src-main/queue/queue.ts';
import { createRecipeBook } from '../../../src-main/queue/recipes/recipe-book.ts';
import { calls } from '../../../src-shared/ipc/contract.ts';
import { findBuiltInRecipe } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import { settings } from '../../../src-shared/settings/settings.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { openOfflineQueue } from '../../queue/commands/open-offline-queue.ts';

const FULL = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });

/** The calls of a window whose queue fails once: before it saves the jobs, or after that. */
function openHandlers(failing: 'before' | 'after' | null) {
  const home = makeTempFolder();
  const real = openOfflineQueue(home);
  let isFull = failing !== null;
  const add: Queue['add'] = (sources, options) => {
    if (isFull && failing === 'before') throw ((isFull = false), FULL);
    const added = real.add(sources, options);
    if (isFull) throw ((isFull = false), FULL);
    return added;
  };
  const shared = {
    queue: { ...real, add },
    settings: { get: () => settings.parse({}) },
    claimedSources: createClaimedSources(),
    book: createRecipeBook(home, () => ({ deployment: 'international', now: 0 })),
  };
  const state = { kind: 'local', status: 'ready', free: true, balance: null, held: null, error: null } as const;
  const plan = createPlanner({ ...shared, services: { accountOf: () => null }, serviceMonitor: { get: () => state } });
  const parts = { ...shared, plan, confirmation: { confirmBeyondLimit: async () => undefined } };
  const collect = (...prompts: string[]) =>
    shared.claimedSources.keep(prompts.map((prompt) => ({ kind: 'prompt', name: prompt, prompt, bytes: 0 })));
  return {
    idsOf: (...prompts: string[]) => collect(...prompts).map(({ id }) => id),
    add: (...sourceIds: string[]) => createQueueHandlers(parts)['queue:add']({ sourceIds, formats: ['glb'] }),
    testRecipe: createRecipeTest(parts),
    names: () => real.records().map(({ name }) => name),
  };
}

test('sources that could not be added stay, and the second try adds them', async () => {
  const { idsOf, add, names } = openHandlers('before');
  const ids = idsOf('a chair', 'a table');
  await expect(add(...ids)).rejects.toBe(FULL);
  expect(names()).toEqual([]);
  expect(await add(...ids)).toHaveLength(2);
  expect(names()).toEqual(['a chair', 'a table']);
  await expect(add(...ids)).rejects.toMatchObject({ code: 'not_found' });
});

test('sources whose jobs were saved are not added again, even if the call failed afterwards', async () => {
  const { idsOf, add, names } = openHandlers('after');
  const ids = idsOf('a chair');
  await expect(add(...ids)).rejects.toBe(FULL);
  await expect(add(...ids)).rejects.toMatchObject({ code: 'not_found' });
  expect(names()).toEqual(['a chair']);
});

test('calls at the same time add each source once', async () => {
  const { idsOf, add, names } = openHandlers(null);
  const [chair, table, lamp] = idsOf('a chair', 'a table', 'a lamp') as [string, string, string];
  const calls = [add(chair, table, chair), add(chair, table), add(table, lamp)];
  const added = await Promise.allSettled(calls);
  expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['a chair', 'a table', 'a lamp']);
});

test('a test run that could not be added finds its source at the second try', async () => {
  const { idsOf, testRecipe, names } = openHandlers('before');
  const [sourceId] = idsOf('a chair') as [string];
  const recipe = findBuiltInRecipe('draft', ['glb'])?.prompt;
  const run = calls['recipes:test'][0].parse({ sourceId, recipe, where: 'in_use' });
  await expect(testRecipe(run)).rejects.toBe(FULL);
  await testRecipe(run);
  expect(names()).toEqual(['a chair']);
});
