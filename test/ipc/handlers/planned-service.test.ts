import { expect, onTestFinished, test } from 'vitest';
import { draftRecipes } from '../../../src-shared/recipes/built-in/draft.ts';
import { settings, type Settings } from '../../../src-shared/settings/settings.ts';
import { createClaimedSources } from '../../../src-main/ipc/claimed-sources.ts';
import { createMoneyHandlers } from '../../../src-main/ipc/handlers/money-handlers.ts';
import { createQueueHandlers } from '../../../src-main/ipc/handlers/queue-handlers.ts';
import { createPlanner } from '../../../src-main/ipc/planner.ts';
import { openQueue } from '../../queue/bench.ts';
import { startLocalService } from '../../helpers/service/local-service.ts';

test('jobs go to the service that was planned, even if another one is chosen while they are added', async () => {
  const service = await startLocalService();
  onTestFinished(() => service.stop());
  const { queue, picture } = await openQueue(service, { mode: 'strict', settleMs: 0 });
  let current: Settings = settings.parse({ service: 'local' });
  const parts = { settings: { get: () => current }, queue, claimedSources: createClaimedSources() };
  const state = { kind: 'local', status: 'ready', free: true, balance: null, held: null } as const;
  const plan = createPlanner({
    ...parts,
    services: { accountOf: () => null },
    serviceMonitor: { get: () => ({ ...state, error: null }) },
  });
  const confirmation = { confirmBeyondLimit: async () => undefined };
  const book = { choose: async () => draftRecipes(['glb']) };
  const { 'queue:add': add } = createQueueHandlers({ ...parts, plan, book, confirmation });
  const [source] = parts.claimedSources.keep([{ kind: 'picture', name: 'a.png', path: picture, bytes: 1 }]);
  // Free at this computer, so that nobody has to agree.
  const adding = add({ sourceIds: [source?.id ?? ''], formats: ['glb'] });
  await Promise.resolve();
  await Promise.resolve();
  current = settings.parse({ service: 'cloud', cloud: { baseUrl: 'http://127.0.0.1:1', deployment: 'international' } });
  await adding;
  expect(queue.records()).toMatchObject([{ serviceKind: 'local', free: true }]);
});

test('jobs may go to this computer although another service is in use, and cost nothing there', async () => {
  const service = await startLocalService();
  onTestFinished(() => service.stop());
  const { queue, picture } = await openQueue(service, { mode: 'strict', settleMs: 0 });
  const cloud = { baseUrl: 'http://127.0.0.1:1', deployment: 'international' };
  const parts = {
    settings: { get: () => settings.parse({ service: 'cloud', cloud }) },
    queue,
    claimedSources: createClaimedSources(),
    book: { choose: async () => draftRecipes(['glb']) },
  };
  const state = { kind: 'cloud', status: 'ready', free: false, balance: null, held: null, error: null } as const;
  const plan = createPlanner({ ...parts, services: { accountOf: () => null }, serviceMonitor: { get: () => state } });
  const confirmation = { confirmBeyondLimit: async () => undefined };
  const { 'queue:add': add } = createQueueHandlers({ ...parts, plan, confirmation });
  const { 'money:plan': planOf } = createMoneyHandlers({ ...parts, plan });
  const [source] = parts.claimedSources.keep([{ kind: 'picture', name: 'a.png', path: picture, bytes: 1 }]);
  const batch = { sourceIds: [source?.id ?? ''], formats: ['glb'] as ['glb'] };

  expect(await planOf(batch)).toMatchObject({ free: false, needsYes: true, total: '110.00' });
  await expect(add(batch)).rejects.toMatchObject({ code: 'needs_yes' });
  await expect(add({ ...batch, where: 'in_use' })).rejects.toMatchObject({ code: 'needs_yes' });
  expect(queue.records()).toEqual([]);
  expect(await planOf({ ...batch, where: 'here' })).toMatchObject({ free: true, needsYes: false, over: [] });
  await add({ ...batch, where: 'here' });
  expect(queue.records()).toMatchObject([{ serviceKind: 'local', free: true }]);
});
