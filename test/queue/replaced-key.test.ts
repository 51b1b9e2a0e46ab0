import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { secretName } from '../../src-main/service-client/services/services.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { startOddService, type OddService } from './odd-service.ts';
import { addJobs, openSides, use } from './side-by-side.ts';

/** The app with an odd service in use. */
async function open() {
  const odd = await startOddService();
  const { baseUrl, apiKey } = odd.service;
  const home = makeTempFolder();
  const app = await openSides(home, [{ name: 'odd', baseUrl, apiKey }]);
  onTestFinished(app.close);
  use(app, 'odd');
  app.start([]);
  return { app, odd, out: path.join(home, 'export'), keyName: secretName(baseUrl) };
}

/** Creation POSTs that came to the service. */
function orders({ calls }: OddService): number {
  return calls.filter((call) => call === 'POST /v3/generation/text-to-model').length;
}

test('a finished job is exported again although the key of its service was replaced or removed', async () => {
  const { app, odd, out, keyName } = await open();
  const ids = addJobs(app, 1);
  await app.queue.whenSettled(ids);
  for (const change of [() => app.secrets.set(keyName, 'another-key'), () => app.secrets.delete(keyName)]) {
    rmSync(path.join(out, 'box'), { recursive: true });
    await change();
    app.queue.exportAs(ids[0]!, 'glb');
    await app.queue.whenSettled(ids);
    expect(app.queue.find(ids[0]!)).toMatchObject({ status: 'done', error: null });
    expect(listExported(out)).toEqual(['box/box.glb']);
  }
  expect(orders(odd)).toBe(1);
});

describe('a job is ordered once with the key that its service has by then', () => {
  test.each([
    ['could not be sent', 'offline', false, 1],
    ['was refused for now', 'waiting', false, 1],
    ['was refused for now although it created its task', 'waiting', true, 0],
  ])('if its order with the earlier key %s', async (_, status, isCreated, more) => {
    const { app, odd, keyName } = await open();
    odd.odd = (call) => {
      if (status === 'offline') return 'hang up';
      if (!call.startsWith('POST /v3/generation/')) return null;
      if (!isCreated) odd.tasks.shift();
      return { status: 429, text: JSON.stringify({ code: 1007, message: 'Slow down.' }) };
    };
    const [id] = addJobs(app, 1) as [string];
    await expect.poll(() => app.queue.find(id)).toMatchObject({ status, error: { retryable: true } });
    const before = app.queue.find(id)?.serviceId;
    const sent = orders(odd);

    odd.odd = () => null;
    // By now the task would be listed.
    odd.skewMs = 60_000;
    await app.secrets.set(keyName, 'another-key');
    await app.queue.keysChanged();
    app.queue.retry([id]);
    await app.queue.whenSettled([id]);
    expect(app.queue.find(id)).toMatchObject({ status: 'done', error: null });
    expect(app.queue.find(id)?.serviceId).not.toBe(before);
    expect([orders(odd) - sent, odd.tasks.length]).toEqual([more, 1]);
    expect(app.queue.spending.today()).toMatchObject({ charged: '10.00', held: '0.00' });
  });
});
