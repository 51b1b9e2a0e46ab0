import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { ALLOWS_ALL } from '../../helpers/desktop.ts';
import { httpAnswer, startRawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const KEY = 'sk_only_for_this_test_k3Qf';
const BALANCE = httpAnswer(200, JSON.stringify({ code: 0, data: { balance: 12.5, frozen: 0 } }));

/** A region that answers, or that accepts requests and never does. `asked` resolves with the next request. */
async function startRegion() {
  const region = { answers: false, asked: Promise.withResolvers<void>() };
  const { origin } = await startRawService((socket) => {
    if (region.answers) socket.write(BALANCE);
    region.asked.resolve();
  });
  return { region, cloud: { baseUrl: origin, deployment: 'international' } as const };
}

test.each(['key:set', 'services:add', 'services:setKey'] as const)(
  'a check of a key that is canceled saves nothing and does not wait for the region: %s',
  async (call) => {
    const { region, cloud } = await startRegion();
    const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}), { desktop: ALLOWS_ALL });
    onTestFinished(() => app.close());
    const { handlers } = app;
    if (call === 'services:setKey') app.settings.set({ services: { studio: cloud } });
    const before = app.settings.get();
    const ask = (id: string) =>
      ({
        'key:set': () => handlers['key:set']({ id, key: KEY, cloud }),
        'services:add': () => handlers['services:add']({ id, name: 'studio', cloud, key: KEY }),
        'services:setKey': () => handlers['services:setKey']({ id, name: 'studio', key: KEY }),
      })[call]();

    const canceled = ask('slow');
    await region.asked.promise;
    await handlers['key:cancel']({ id: 'slow' });
    expect(JSON.stringify(await canceled)).not.toContain('k3Qf');
    expect(app.settings.get()).toEqual(before);

    region.answers = true;
    expect(JSON.stringify(await ask('again'))).toContain('k3Qf');
    await handlers['key:cancel']({ id: 'again' });
  },
);

test('a check that is canceled while the change is confirmed does not send the key', async () => {
  const { cloud, region } = await startRegion();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}), {
    desktop: { ...ALLOWS_ALL, confirm: () => promise },
  });
  onTestFinished(() => app.close());
  let isAsked = false;
  void region.asked.promise.then(() => (isAsked = true));
  const canceled = app.handlers['key:set']({ id: 'unconfirmed', key: KEY, cloud });
  await app.handlers['key:cancel']({ id: 'unconfirmed' });
  resolve(true);
  expect(await canceled).toMatchObject({ service: 'local', cloud: null, key: { present: false } });
  expect(isAsked).toBe(false);
});
