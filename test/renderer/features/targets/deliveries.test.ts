import { afterEach, expect, test } from 'vitest';
import type { DeliveryChanges, JobDelivery } from '../../../../src-shared/ipc/views/target-view.ts';
import { restoreProcess, stubPage } from '../../stub-page.ts';

afterEach(restoreProcess);

function buildNews(isAll: boolean, status: JobDelivery['status']): DeliveryChanges {
  const delivery = { assetId: 'asset-1', name: 'chair', target: 'blender@here', status, jobId: 'job-1' };
  const more = { seconds: null, warnings: [], contradictions: [], at: null };
  return { isAll, changed: [{ ...delivery, ...more }], removed: [], targets: [], problems: [] };
}

/** The deliveries of a page whose first list arrives late. */
async function readLate() {
  const late = Promise.withResolvers<DeliveryChanges>();
  stubPage(() => late.promise);
  const { deliveries } = await import('../../../../src-renderer/features/targets/deliveries.svelte.ts');
  const reading = deliveries.read();
  const answer = async (news: DeliveryChanges): Promise<void> => {
    late.resolve(news);
    await reading;
  };
  return { deliveries, answer, statuses: () => deliveries.ofJob('job-1').map(({ status }) => status) };
}

test.each([true, false])(
  'a list that was read before a push does not revert it; the push is all: %s',
  async (isAll) => {
    const { deliveries, answer, statuses } = await readLate();
    deliveries.apply(buildNews(isAll, 'imported'));
    await answer(buildNews(true, 'claimed'));
    expect(statuses()).toEqual(['imported']);
  },
);

test('a list without pushes is shown whole', async () => {
  const { answer, statuses } = await readLate();
  await answer(buildNews(true, 'claimed'));
  expect(statuses()).toEqual(['claimed']);
});
