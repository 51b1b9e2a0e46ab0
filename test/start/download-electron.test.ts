import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, existsSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { downloadElectron } from '../../src-main/start/download-electron.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

let folder = '';
let server: Server | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-electron-'));
  // The real installer, in a package folder of its own and without a binary.
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(modules, 'electron'), join(folder, 'node_modules/electron'), {
    recursive: true,
    filter: (file) => !/electron[\\/](dist|path\.txt)$/.test(file),
  });
  for (const scope of ['@electron', '@electron-internal']) {
    symlinkSync(join(modules, scope), join(folder, 'node_modules', scope), 'junction');
  }
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
  delete process.env['ELECTRON_MIRROR'];
  delete process.env['electron_config_cache'];
  rmSync(folder, { recursive: true, force: true });
});

/** Lets the installer ask a server on this computer instead of the real one. */
async function mirror(listener: RequestListener): Promise<void> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((ready) => started.listen(0, '127.0.0.1', ready));
  process.env['ELECTRON_MIRROR'] = `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
  process.env['electron_config_cache'] = join(folder, 'cache');
}

const fetchHere = (signal: AbortSignal, stalledMs: number): Promise<{ readonly failureReason: string | null }> =>
  downloadElectron({
    packageFolder: join(folder, 'node_modules/electron'),
    downloadFolder: join(folder, 'download'),
    signal,
    stalledMs,
  });

it('says in one sentence what the server answered', async () => {
  await mirror((_, response) => response.writeHead(404).end());
  const { failureReason } = await fetchHere(new AbortController().signal, 60_000);
  expect(failureReason).toMatch(/^Could not download Electron \(Response code 404 \(Not Found\) for http:.*\)\.$/);
  expect(existsSync(join(folder, 'download'))).toBe(false);
});

it('gives up a download that stands still, and leaves nothing half there', async () => {
  let hungUp: () => void = () => undefined;
  const ended = new Promise<void>((done) => (hungUp = done));
  let isAsked = false;
  await mirror((request, response) => {
    isAsked = true;
    request.on('close', hungUp);
    response.writeHead(200, { 'content-length': '1000000' }).write(Buffer.alloc(70_000));
  });
  const { failureReason } = await fetchHere(new AbortController().signal, 6000);
  expect(failureReason).toBe('Could not download Electron (no data received for 6 seconds).');
  // The installer is gone, so its connection is; it may have been too slow to open one.
  if (isAsked) await ended;
  expect(readdirSync(folder)).toEqual(['node_modules']);
});

it('ends the installer when it is told to stop', async () => {
  const controller = new AbortController();
  let hungUp: () => void = () => undefined;
  const ended = new Promise<void>((done) => (hungUp = done));
  await mirror((request) => {
    request.on('close', hungUp);
    controller.abort();
  });
  const { failureReason } = await fetchHere(controller.signal, 60_000);
  expect(failureReason).not.toBeNull();
  await ended;
});

it('takes no answer that is not the binary its package was published with', async () => {
  await mirror((_, response) => response.writeHead(200).end('not Electron'));
  const { failureReason } = await fetchHere(new AbortController().signal, 60_000);
  expect(failureReason).toMatch(/checksum/i);
  expect(existsSync(join(folder, 'node_modules/electron/path.txt'))).toBe(false);
});
