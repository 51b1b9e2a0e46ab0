import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  findLoopbackSession,
  createLoopbackSession,
  saveLoopbackSession,
} from '../../../src-main/ipc/loopback/loopback-session.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const PORT = 4711;

/** A home whose page was served at the port a moment ago. */
async function makeHome() {
  const home = path.join(makeTempFolder(), 'home');
  const place = { ...createLoopbackSession(PORT), port: PORT };
  await saveLoopbackSession(home, place);
  return { home, place, file: path.join(home, 'page.json') };
}

test('a page that was left open finds its place again, with or without its port being asked for', async () => {
  const { home, place } = await makeHome();
  expect(await findLoopbackSession(home, 0, Date.now())).toEqual(place);
  expect(await findLoopbackSession(home, PORT, Date.now())).toEqual(place);
});

test('another port, and another home, get a token of their own', async () => {
  const { home, place } = await makeHome();
  const other = await findLoopbackSession(home, PORT + 1, Date.now());
  expect(other.port).toBe(PORT + 1);
  expect(other.token).not.toBe(place.token);
  expect(Buffer.from(other.token, 'base64url').byteLength).toBe(32);
  expect((await findLoopbackSession(makeTempFolder(), 0, Date.now())).port).toBe(0);
});

test('half a day later, or when it is damaged, it is forgotten', async () => {
  const { home, place, file } = await makeHome();
  expect(await findLoopbackSession(home, 0, Date.now() + 13 * 60 * 60_000)).not.toEqual(place);
  for (const text of ['', '{}', 'null', JSON.stringify({ port: PORT, token: 'short' })]) {
    writeFileSync(file, text);
    expect((await findLoopbackSession(home, 0, Date.now())).port).toBe(0);
  }
});

test.skipIf(process.platform === 'win32')('nobody else can read it, whatever it was before', async () => {
  const { home, place, file } = await makeHome();
  writeFileSync(file, 'old', { mode: 0o644 });
  utimesSync(file, 0, 0);
  await saveLoopbackSession(home, place);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(place);
});
