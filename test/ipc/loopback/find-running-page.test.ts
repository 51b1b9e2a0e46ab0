import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findRunningPage } from '../../../src-main/ipc/loopback/find-running-page.ts';
import { createLoopbackSession, saveLoopbackSession } from '../../../src-main/ipc/loopback/loopback-session.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { openPage } from './page.ts';
import { startStranger } from './stranger.ts';

/** A served page whose session is saved in a home, with a secret of another session if asked. */
async function serve(otherSecret = false) {
  const page = await openPage();
  const home = makeTempFolder();
  const place = otherSecret ? createLoopbackSession(page.place.port) : page.place;
  await saveLoopbackSession(home, place);
  return { home, place };
}

test('the page of a running server is found by the file of its home', async () => {
  const { home, place } = await serve();
  expect(await findRunningPage(home)).toEqual(place);
});

test('a server of another session, and a home whose server has ended, are not', async () => {
  expect(await findRunningPage((await serve(true)).home)).toBeNull();
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const home = makeTempFolder();
  await saveLoopbackSession(home, createLoopbackSession(port));
  expect(await findRunningPage(home)).toBeNull();
  expect(await findRunningPage(makeTempFolder())).toBeNull();
});

test('another program at the port gets a nonce only, and cannot answer with it', async () => {
  const { port, received } = await startStranger();
  const home = makeTempFolder();
  const place = createLoopbackSession(port);
  await saveLoopbackSession(home, place);
  expect(await findRunningPage(home)).toBeNull();
  expect(received).toHaveLength(1);
  expect(received[0]).not.toContain(place.token);
});
