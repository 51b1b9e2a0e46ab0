import path from 'node:path';
import { expect } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { startReceiver } from './receiver.ts';
import { openParts, succeed, type DeliveryMutation } from './service-parts.ts';

/** A delivery that failed or was not answered comes again under its id. */
export async function checkRetries(mutation: DeliveryMutation = (store) => store): Promise<void> {
  const receiver = await startReceiver((response, count) => {
    if (count === 1) response.writeHead(500).end('no');
    else if (count >= 3) response.end();
  });
  // On a slow computer an attempt may run out of time before it arrives: it counts, and nobody sees it.
  const parts = openParts({ timeoutMs: 500, gaps: Array.from({ length: 50 }, () => 10), mutation });
  parts.endpoints.add(receiver.url);
  succeed(parts);
  const all = await receiver.until(3);
  const ids = new Set(all.map(({ headers }) => headers['service-webhook-delivery']));
  expect(ids.size, 'ids of a delivery and its retries').toBe(1);
  await expect.poll(() => parts.deliveries.latest(1)[0]).toMatchObject({ outcome: '200', dueAt: null });
  expect(parts.deliveries.latest(1)[0]?.attempts).toBeGreaterThanOrEqual(3);
  expect(parts.deliveries.latest(1)[0]?.deliveredAt).not.toBeNull();
}

/** A delivery without an answer at the end of the service comes again at the next start, under its id. */
export async function checkRestart(mutation: DeliveryMutation = (store) => store): Promise<void> {
  const receiver = await startReceiver((response, count) => {
    if (count > 1) response.end();
  });
  const file = path.join(makeTempFolder(), 'service.db');
  const before = openParts({ file, mutation });
  before.endpoints.add(receiver.url);
  const { id } = succeed(before);
  await receiver.until(1);
  await before.close();
  const after = openParts({ file, mutation });
  after.deliverer.wake();
  // A planted bug waits this long.
  const options = { message: 'deliveries that are sent after a restart', timeout: 60_000 };
  await expect.poll(() => after.attempted, options).toEqual([id]);
  const [first, second] = await receiver.until(2);
  expect(second?.headers['service-webhook-delivery']).toBe(first?.headers['service-webhook-delivery']);
  expect(second?.body).toEqual(first?.body);
}
