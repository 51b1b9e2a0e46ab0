import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { createIncomingFiles } from '../../../src-main/folders/incoming-files.ts';
import { startLoopbackServer } from '../../../src-main/ipc/loopback/loopback-server.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { calls } from '../../../src-shared/ipc/contract.ts';
import { ALLOWS_ALL } from '../../helpers/desktop.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** An app that is not started, and a site on this computer with an image and a model. */
async function open(linksInside = true) {
  const home = makeTempFolder();
  writeFileSync(path.join(home, 'config.json'), JSON.stringify({ linksInside }));
  const app = await openHeadlessApp(resolveHome(home, {}), { desktop: ALLOWS_ALL });
  onTestFinished(() => app.close());
  const picture = await drawShape(32);
  const site = createServer(({ url = '' }, response) => {
    if (url.startsWith('/slow')) {
      response.writeHead(200, { 'content-length': 900_000 }).write(picture);
      response.write(Buffer.alloc(100_000));
    } else response.end(url.startsWith('/corner') ? 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' : picture);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return { app, home, handlers: app.handlers, origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}` };
}

test('a link is fetched where the settings allow it, and becomes a source like any file', async () => {
  const { app, handlers, origin } = await open(false);
  const fetchIt = async (link: string) =>
    calls['links:fetch'][1].parse(await handlers['links:fetch']({ id: 'one', link }));
  const refused = await fetchIt(`${origin}/cat.png?key=secret`);
  expect(refused).toMatchObject({ sources: [], refused: [{ code: 'link_inside' }] });
  expect(JSON.stringify(refused)).not.toContain('secret');

  expect(await handlers['settings:set']({ linksInside: true })).toMatchObject({ linksInside: true });
  const told: unknown[] = [];
  onTestFinished(app.onPush((channel, payload) => void told.push([channel, payload])));
  const { sources } = await fetchIt(`${origin}/cat.png?key=secret`);
  expect(sources).toMatchObject([{ name: 'cat.png', kind: 'picture', pictures: [{ name: 'cat.png' }] }]);
  expect(told).toContainEqual(['links:changed', expect.objectContaining({ id: 'one', total: sources[0]?.bytes })]);
  const picture = await app.openArtifact(`source-${sources[0]?.pictures[0]?.id}`);
  expect(picture?.bytes).toBe(sources[0]?.bytes);
});

test('a link that is cancelled brings nothing, and says nothing', async () => {
  const { app, handlers, origin } = await open();
  const begun = Promise.withResolvers<undefined>();
  onTestFinished(app.onPush((channel) => channel === 'links:changed' && begun.resolve(undefined)));
  const slow = handlers['links:fetch']({ id: 'two', link: `${origin}/slow.png` });
  await begun.promise;
  await handlers['links:cancel']({ id: 'two' });
  expect(await slow).toEqual({ sources: [], refused: [] });
});

test('the app’s own page is not fetched, even where links may point inside', async () => {
  const { app, home, handlers } = await open();
  const server = await startLoopbackServer({ app, inbox: createIncomingFiles(home), pageRoot: home, port: 0 });
  onTestFinished(server.close);
  const link = `http://127.0.0.1:${server.place.port}/`;
  expect(await handlers['links:fetch']({ id: 'three', link })).toMatchObject({
    refused: [{ code: 'link_wrong', detail: { id: 'link.own-address' } }],
  });
});

test('what a link brought and no job needs is gone at the next start', async () => {
  const { app, home, handlers, origin } = await open();
  const [cat, other] = await Promise.all(
    ['cat', 'other'].map((id) => handlers['links:fetch']({ id, link: `${origin}/${id}.png` })),
  );
  await handlers['queue:add']({ sourceIds: [cat?.sources[0]?.id ?? ''], formats: ['glb'] });
  const inbox = path.join(home, 'inbox');
  expect([other?.sources.length, readdirSync(inbox).length]).toEqual([1, 2]);
  writeFileSync(path.join(inbox, 'left'), 'by a page that was closed');
  await app.close();
  const again = await openHeadlessApp(resolveHome(home, {}));
  onTestFinished(() => again.close());
  const [record] = again.queue.records();
  expect(readdirSync(inbox)).toEqual([path.basename(record?.sources[0]?.path ?? '')]);
  expect(existsSync(record?.sources[0]?.path ?? '')).toBe(true);
});

test('a plan names what the recipe does not take', async () => {
  const { handlers, origin } = await open();
  const links = ['cat.png', 'boat.png', 'corner.obj'];
  const taken = await Promise.all(links.map((id) => handlers['links:fetch']({ id, link: `${origin}/${id}` })));
  const sourceIds = taken.map(({ sources }) => sources[0]?.id ?? '');
  const ask = async (recipe: string) =>
    calls['money:plan'][1].parse(await handlers['money:plan']({ sourceIds, formats: ['glb'], recipe }));
  expect(await ask('splat')).toMatchObject({
    jobs: 2,
    sources: 3,
    takes: ['picture'],
    leftOut: [{ id: sourceIds[2], name: 'corner.obj', kind: 'model' }],
  });
  expect(await ask('draft')).toMatchObject({ jobs: 3, sources: 3, leftOut: [] });
});
