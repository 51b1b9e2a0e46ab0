import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src-shared/base/errors.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';
import type { UpdateState } from '../../src-shared/settings/update-settings.ts';
import { signFeed } from '../../src-main/updates/release-signature.ts';
import { createProxyRoutes } from '../../src-main/service-client/http/proxy-route.ts';
import { createUpdates, type Updates } from '../../src-main/updates/create-updates.ts';
import { createAppImageInstaller } from '../../src-main/updates/install-app-image.ts';
import { stageOf } from '../../src-main/updates/decide-update.ts';
import { UpdateDownloader } from '../../src-main/updates/update-downloader.ts';
import { openUpdateRecords } from '../../src-main/updates/update-records.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createFeed, createReleaseKeys, FEED, FILE_NAME, sendRange, startReleaseServer } from './release-server.ts';
import type { ReleaseServer } from './release-server.ts';

const KEYS = createReleaseKeys();
const NEW = randomBytes(300_000);
/** Of a healthy connection, also on a busy computer. */
const STALLED_MS = 20_000;

let server: ReleaseServer;
let home = '';
let appImage = '';
let open: Updates[] = [];
let restarted: string[] = [];
let quits = 0;
let busy = false;
let states: UpdateState[] = [];

beforeEach(async () => {
  server = await startReleaseServer();
  home = path.join(makeTempFolder(), 'home');
  appImage = path.join(makeTempFolder(), 'Dropforge.AppImage');
  writeFileSync(appImage, 'the old version', { mode: 0o755 });
  [open, restarted, quits, busy, states] = [[], [], 0, false, []];
});
afterEach(async () => {
  for (const updates of open) await updates.close();
  await server.close();
});

interface StartOptions {
  readonly download?: boolean;
  readonly releaseKey?: string | null;
  readonly stalledMs?: number;
}

function start(
  version = '0.1.0',
  { download = false, releaseKey = KEYS.publicKey, stalledMs = STALLED_MS }: StartOptions = {},
): Updates {
  const updates = createUpdates({
    ...{ home, version, releaseKey, stalledMs },
    installer: createAppImageInstaller(appImage, {
      quit: () => void quits++,
      restart: (file) => void restarted.push(file),
    }),
    settings: () => ({ ask: true, address: server.address, notNow: null, download }),
    routes: createProxyRoutes({ env: {}, resolveProxy: null }),
    clock: { now: () => 1, after: () => () => undefined },
    isBusy: () => busy,
    onChange: (state) => states.push(state),
  });
  open.push(updates);
  return updates;
}

const whenStatus = async (updates: Updates, status: string): Promise<void> => {
  await expect.poll(() => updates.state().download.status, { interval: 5 }).toBe(status);
};

const failureOf = (updates: Updates): string => toEnglish(updates.state().download.error?.detail ?? '');

const downloads = (): string[] =>
  existsSync(path.join(home, 'updates'))
    ? readdirSync(path.join(home, 'updates')).filter((name) => /AppImage/.test(name))
    : [];

/** Installs what is ready, as the app does while it closes; returns the error. */
async function quit(updates: Updates): Promise<unknown> {
  let failure: unknown = null;
  await updates.planInstall()?.((error) => (failure = error));
  return failure;
}

describe('a newer version', () => {
  it('is shown, downloaded when a person asks for it, and replaces the old one when the app quits', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const updates = start();
    expect(await updates.check()).toMatchObject({
      status: 'newer',
      download: { status: 'offered', totalBytes: 300_000 },
    });
    expect(server.requests).toEqual([FEED, `${FEED}.sig`]);
    expect(updates.planInstall()).toBeNull();
    updates.download();
    await whenStatus(updates, 'ready');
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
    expect(states.some(({ download }) => download.status === 'downloading')).toBe(true);
    expect(await quit(updates)).toBeNull();
    expect(readFileSync(appImage)).toEqual(NEW);
    expect(statSync(appImage).mode & 0o777).toBe(0o755);
    expect(readFileSync(path.join(home, 'updates/previous.AppImage'), 'utf8')).toBe('the old version');
    expect(readdirSync(path.dirname(appImage))).toEqual(['Dropforge.AppImage']);
    expect(restarted).toEqual([]);
  });

  it('is downloaded in the background where that was allowed, and is not downloaded again after a restart', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const first = start('0.1.0', { download: true });
    await first.check();
    await whenStatus(first, 'ready');
    await first.close();
    const second = start('0.1.0');
    expect((await second.check()).download.status).toBe('ready');
    expect(server.requests.filter((name) => name.startsWith(FILE_NAME))).toHaveLength(1);
  });

  it('restarts into the new version when a person starts it while it quits', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const updates = start('0.1.0', { download: true });
    await updates.check();
    await whenStatus(updates, 'ready');
    await updates.planInstall()?.(() => undefined, true);
    expect(restarted).toEqual([appImage]);
  });

  it('restarts into the new version when a person asks for it', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const updates = start('0.1.0', { download: true });
    await updates.check();
    expect(() => updates.install()).toThrow(AppError);
    await whenStatus(updates, 'ready');
    updates.install();
    expect(quits).toBe(1);
    await quit(updates);
    expect(restarted).toEqual([appImage]);
  });

  it('is never installed while paid work is in flight', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const updates = start('0.1.0', { download: true });
    await updates.check();
    await whenStatus(updates, 'ready');
    busy = true;
    expect(() => updates.install()).toThrow(expect.objectContaining({ code: 'update_waits' }) as Error);
    expect(quits).toBe(0);
    expect(updates.planInstall()).toBeNull();
    busy = false;
    expect(await quit(updates)).toBeNull();
    expect(readFileSync(appImage)).toEqual(NEW);
  });

  it.each(['0.1.0', '0.0.9', '0.1.0-beta.9'])('is not %s, which is not installed over 0.1.0', async (version) => {
    server.publish(createFeed(version, NEW), KEYS.privateKey, NEW);
    const updates = start('0.1.0', { download: true });
    expect(await updates.check()).toMatchObject({ status: 'current', download: { status: 'none' } });
    updates.download();
    expect(server.requests).not.toContain(FILE_NAME);
    expect(updates.planInstall()).toBeNull();
  });

  it('reaches the share of installations that its release allows', async () => {
    const updates = start();
    server.publish(createFeed('0.2.0', NEW, 'stagingPercentage: 0\n'), KEYS.privateKey, NEW);
    expect(await updates.check()).toMatchObject({ status: 'staged', download: { status: 'none' } });
    const stage = stageOf(readFileSync(path.join(home, 'updates/installation-id'), 'utf8'), '0.2.0');
    server.publish(createFeed('0.2.0', NEW, `stagingPercentage: ${stage}\n`), KEYS.privateKey, NEW);
    expect((await updates.check()).status).toBe('staged');
    server.publish(createFeed('0.2.0', NEW, `stagingPercentage: ${stage + 0.001}\n`), KEYS.privateKey, NEW);
    expect((await updates.check()).download.status).toBe('offered');
    server.publish(createFeed('0.2.0', NEW, 'stagingPercentage: many\n'), KEYS.privateKey, NEW);
    expect((await updates.check()).status).toBe('staged');
  });
});

it('a check whose record cannot be written fails with the reason, and the next one asks again', async () => {
  mkdirSync(home);
  writeFileSync(path.join(home, 'updates'), 'a file in place of the folder');
  server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
  const updates = start();
  for (const requests of [2, 4]) {
    const { asking, status, error } = await updates.check();
    expect([asking, status, error?.code]).toEqual([false, 'failed', 'updates_unknown']);
    expect(toEnglish(error?.detail ?? '')).toMatch(
      /^The folder “updates” in the home folder cannot be written \(\w+\)\.$/,
    );
    expect(server.requests).toHaveLength(requests);
  }
});

describe('a feed that is not signed by the publisher', () => {
  const tampered: [string, () => void][] = [
    ['has no signature', () => server.answer(`${FEED}.sig`, (_, response) => response.writeHead(404).end())],
    ['has an empty signature', () => server.answer(`${FEED}.sig`, (_, response) => response.end())],
    [
      'was signed with another key',
      () => server.publish(createFeed('0.2.0', NEW), createReleaseKeys().privateKey, NEW),
    ],
    [
      'was changed after it was signed',
      () => server.answer(FEED, (_, response) => response.end(createFeed('0.3.0', NEW))),
    ],
    [
      'was signed for another platform',
      () => {
        const other = FEED === 'latest.yml' ? 'latest-mac.yml' : 'latest.yml';
        const feed = createFeed('0.2.0', NEW);
        server.answer(`${FEED}.sig`, (_, response) =>
          response.end(signFeed(other, Buffer.from(feed), KEYS.privateKey)),
        );
      },
    ],
  ];

  it.each(tampered)('%s: it is shown, and nothing of it is downloaded', async (_, tamper) => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    tamper();
    const updates = start('0.1.0', { download: true });
    expect(await updates.check()).toMatchObject({ status: 'newer', download: { status: 'none' } });
    updates.download();
    expect(server.requests).not.toContain(FILE_NAME);
    expect(updates.planInstall()).toBeNull();
  });

  it('is all there is to a build without a key, which asks for no signature', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const updates = start('0.1.0', { download: true, releaseKey: null });
    expect(await updates.check()).toMatchObject({ status: 'newer', download: { status: 'none' } });
    expect(server.requests).toEqual([FEED]);
  });
});

describe('a download', () => {
  const WRONG = 'The downloaded file is not the one that was released.';
  const publish = (): void => server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
  const startDownload = async (stalledMs = STALLED_MS): Promise<Updates> => {
    publish();
    const updates = start('0.1.0', { download: true, stalledMs });
    await updates.check();
    return updates;
  };
  /** A downloader after a restart, and the offer that it downloaded before. */
  const openDownloaded = async () => {
    const updates = await startDownload();
    await whenStatus(updates, 'ready');
    await updates.close();
    const downloader = new UpdateDownloader({
      ...{ version: '0.1.0', records: openUpdateRecords(home) },
      installer: createAppImageInstaller(appImage, { quit: () => undefined, restart: () => undefined }),
      routes: createProxyRoutes({ env: {}, resolveProxy: null }),
      isAutomatic: () => false,
      isBusy: () => false,
      onChange: () => undefined,
    });
    const sha512 = createHash('sha512').update(NEW).digest('base64');
    const file = { name: FILE_NAME, bytes: NEW.byteLength, sha512 };
    return { downloader, offer: { version: '0.2.0', folder: server.address, file } };
  };

  /** Breaks a connection when what was sent is on the disk, but for what is too little to be reported. */
  const breakOff = async (response: ServerResponse, sent: number): Promise<void> => {
    await expect.poll(() => states.at(-1)?.download.bytes ?? 0, { interval: 5 }).toBeGreaterThan(sent - 4_000);
    response.destroy();
  };

  it.each<[string, Buffer]>([
    ['was tampered with', Buffer.from(NEW.map((byte, at) => (at === 150_000 ? byte ^ 1 : byte)))],
    ['is longer than the release', Buffer.concat([NEW, Buffer.from('more')])],
  ])('that %s is removed, and the old version stays', async (_, content) => {
    server.answer(FILE_NAME, (_request, response) => response.end(content));
    const updates = await startDownload();
    await whenStatus(updates, 'failed');
    expect(failureOf(updates)).toBe(WRONG);
    expect(downloads()).toEqual([]);
    expect(updates.planInstall()).toBeNull();
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
    server.answer(FILE_NAME, null);
    updates.download();
    await whenStatus(updates, 'ready');
  });

  it('that breaks off again and again continues where it stopped', async () => {
    server.answer(FILE_NAME, (request, response) => {
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      const piece = NEW.subarray(from, from + 70_000);
      const head = from === 0 ? {} : { 'content-range': `bytes ${from}-299999/300000` };
      response.writeHead(from === 0 ? 200 : 206, { ...head, 'content-length': NEW.byteLength - from });
      response.write(piece);
      if (piece.byteLength < 70_000) response.end();
      else void breakOff(response, from + piece.byteLength);
    });
    const updates = await startDownload();
    await whenStatus(updates, 'ready');
    const ranges = server.requests.filter((name) => name.startsWith(FILE_NAME)).slice(1);
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.every((range) => / bytes=[1-9]\d*-$/.test(range))).toBe(true);
    await quit(updates);
    expect(readFileSync(appImage)).toEqual(NEW);
  });

  it('that a server cuts short, or that stalls, is kept and continues at the next start', async () => {
    server.answer(FILE_NAME, (_, response) => {
      response.writeHead(200, { 'content-length': NEW.byteLength });
      // Then nothing: the connection stays open.
      response.write(NEW.subarray(0, 100_000));
    });
    const first = await startDownload(200);
    await whenStatus(first, 'failed');
    expect(first.state().download.error).toMatchObject({ code: 'update_failed', retryable: true });
    expect(downloads()).toEqual([expect.stringMatching(/^\..+\.AppImage\.part$/)]);
    await first.close();
    server.answer(FILE_NAME, null);
    server.requests.length = 0;
    const second = start();
    await second.check();
    second.download();
    await whenStatus(second, 'ready');
    expect(server.requests).toEqual([FEED, `${FEED}.sig`, `${FILE_NAME} bytes=100000-`]);
  });

  it('starts again where the server cannot continue', async () => {
    publish();
    const updates = start();
    await updates.check();
    let answers = 0;
    server.answer(FILE_NAME, (request, response) => {
      answers++;
      if (answers > 1) return sendRange(NEW, { ...request, headers: {} } as typeof request, response);
      response.writeHead(200, { 'content-length': NEW.byteLength });
      response.write(NEW.subarray(0, 10_000));
      void breakOff(response, 10_000);
    });
    updates.download();
    await whenStatus(updates, 'ready');
    expect(answers).toBe(2);
  });

  it('that was changed on the disk is not installed', async () => {
    const updates = await startDownload();
    await whenStatus(updates, 'ready');
    const [name = ''] = downloads();
    writeFileSync(path.join(home, 'updates', name), Buffer.alloc(NEW.byteLength));
    expect(await quit(updates)).toMatchObject({ code: 'update_failed' });
    expect(readFileSync(appImage, 'utf8')).toBe('the old version');
  });

  it('that is withdrawn while its file is checked is not installed', async () => {
    const { downloader, offer } = await openDownloaded();
    const offered = downloader.offer(offer);
    await nextTurn();
    await downloader.offer(null);
    await offered;
    expect([downloader.state().status, downloader.planInstall()]).toEqual(['none', null]);
  });

  it('that is withdrawn and found again at once is installed', async () => {
    const { downloader, offer } = await openDownloaded();
    await downloader.offer(offer);
    expect(downloader.state().status).toBe('ready');
    const withdrawn = downloader.offer(null);
    await downloader.offer({ ...offer });
    await withdrawn;
    expect(downloader.state().status).toBe('ready');
  });

  it('stays ready while the server cannot send its signature', async () => {
    const updates = await startDownload();
    await whenStatus(updates, 'ready');
    for (const status of [503, 429]) {
      server.answer(`${FEED}.sig`, (_, response) => response.writeHead(status).end());
      const state = await updates.check();
      expect(state).toMatchObject({ status: 'failed', download: { status: 'ready' } });
      expect(toEnglish(state.error?.detail ?? '')).toBe(`The server returned ${status}.`);
    }
    expect(await quit(updates)).toBeNull();
    expect(readFileSync(appImage)).toEqual(NEW);
  });
});

describe('an installation that fails', () => {
  it('keeps the old version, leaves no part, and says so at the next start', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const updates = start('0.1.0', { download: true });
    await updates.check();
    await whenStatus(updates, 'ready');
    appImage = path.join(home, 'missing', 'Dropforge.AppImage');
    const broken = start('0.1.0', { download: true });
    await broken.check();
    expect(await quit(broken)).toMatchObject({ code: 'ENOENT' });
    const next = start('0.1.0', { download: true });
    await next.check();
    expect(next.state().download.status).toBe('failed');
    expect(failureOf(next)).toBe('Version 0.2.0 was not installed.');
    next.download();
    await whenStatus(next, 'ready');
  });

  it('is forgotten when the new version runs', async () => {
    server.publish(createFeed('0.2.0', NEW), KEYS.privateKey, NEW);
    const updates = start('0.1.0', { download: true });
    await updates.check();
    await whenStatus(updates, 'ready');
    expect(await quit(updates)).toBeNull();
    server.publish(createFeed('0.2.1', NEW), KEYS.privateKey, NEW);
    const next = start('0.2.0');
    expect((await next.check()).download.status).not.toBe('failed');
  });
});
