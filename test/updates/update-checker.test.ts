import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateSettings, UpdateState } from '../../src-shared/settings/update-settings.ts';
import { createProxyRoutes } from '../../src-main/service-client/http/proxy-route.ts';
import { feedFileName } from '../../src-main/updates/feed-file-name.ts';
import { createUpdateChecker, type UpdateChecker } from '../../src-main/updates/update-checker.ts';
import { checkUpdateState } from '../../src-main/doctor/check-update-state.ts';
import { describeFinding } from '../../src-shared/doctor/describe-finding.ts';
import { startCommand } from '../helpers/cli.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

const FILE = feedFileName(process.platform, process.arch);
const DAY_MS = 24 * 60 * 60 * 1000;

let asked: string[] = [];
let serve: (request: IncomingMessage, response: ServerResponse) => void;
let address = '';
let close: () => void = () => undefined;
let watch: UpdateChecker | null = null;

beforeEach(async () => {
  asked = [];
  serve = (_, response) => response.end('version: 0.2.0\nreleaseDate: 2026-11-21\nreleaseNotes: Better.\n');
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed/`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => {
  void watch?.close();
  watch = null;
  close();
});

/** A watch of a version 0.1.0, whose days pass when the test says so. */
function open(given: Partial<UpdateSettings> = {}, timeoutMs = 10_000) {
  const settings = { ask: true, address, notNow: null, download: false, ...given };
  const told: UpdateState[] = [];
  let pass: (() => void) | null = null;
  const clock = {
    now: () => 1_000,
    after: (ms: number, run: () => void) => {
      expect(ms).toBe(DAY_MS);
      pass = run;
      return () => (pass = null);
    },
  };
  watch = createUpdateChecker({
    installation: { version: '0.1.0', id: () => 'test', fileKind: null, arch: 'x64' },
    settings: () => ({ ...settings }),
    routes: createProxyRoutes({ env: {}, resolveProxy: null }),
    clock,
    onChange: (state) => told.push(state),
    timeoutMs,
  });
  return { watch, settings, told, passDay: () => pass?.() };
}

describe('newer versions', () => {
  it('are read from the one small file, and shown with their date and notes', async () => {
    const { watch, told } = open();
    expect(watch.state().status).toBe('unasked');
    expect(await watch.check()).toMatchObject({
      ...{ status: 'newer', version: '0.1.0', asking: false, page: address, askedAt: 1_000, error: null },
      release: { version: '0.2.0', releasedAt: Date.UTC(2026, 10, 21), notes: 'Better.' },
    });
    expect(asked).toEqual([`/feed/${FILE}`]);
    expect(told.map(({ asking }) => asking)).toEqual([true, false]);
  });

  it('are asked for at the start, once a day, and once however often it is asked at the same time', async () => {
    const { watch, passDay } = open();
    watch.start();
    await Promise.all([watch.check(), watch.check()]);
    expect(asked).toHaveLength(1);
    passDay();
    await watch.check();
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['off', { ask: false }],
    ['no_address', { address: null }],
  ] as const)('are not asked for when it says %s', async (status, given) => {
    const { watch } = open(given);
    watch.start();
    expect((await watch.check()).status).toBe(status);
    expect(asked).toEqual([]);
  });

  it('are forgotten and asked for anew when the address changes', async () => {
    const { watch, settings, told } = open();
    watch.start();
    await watch.check();
    settings.address = `${address}beta/`;
    watch.onSettingsChanged();
    expect(watch.state().release).toBeNull();
    await watch.check();
    expect(asked).toEqual([`/feed/${FILE}`, `/feed/beta/${FILE}`]);
    settings.ask = false;
    watch.onSettingsChanged();
    expect(told.at(-1)?.status).toBe('off');
  });

  it('are the same as this one when the feed names no higher version', async () => {
    serve = (_, response) => response.end('version: 0.1.0\n');
    const { watch } = open();
    expect((await watch.check()).status).toBe('current');
  });
});

describe('a feed that does not do what it should', () => {
  it.each<[string, typeof serve, string]>([
    ['is not there', (_, response) => response.writeHead(404).end(), 'The server returned 404.'],
    ['is a page', (_, response) => response.end('<html>'), 'The update feed does not contain a version.'],
    ['never ends', (_, response) => flood(response), 'The update feed is larger than 256 KB.'],
    [
      'leads away from https',
      (_, response) => redirect(response, 'http://files.example/'),
      'It redirects to an address without https.',
    ],
    [
      'leads in a circle',
      (request, response) => redirect(response, request.url ?? ''),
      'It redirects more than 3 times.',
    ],
  ])('%s is told as what it is, and keeps what was known', async (_, answer, detail) => {
    const { watch } = open();
    await watch.check();
    serve = answer;
    const state = await watch.check();
    expect(state).toMatchObject({
      status: 'failed',
      release: { version: '0.2.0' },
      error: { code: 'updates_unknown' },
    });
    expect(toEnglish(state.error?.detail ?? '')).toBe(detail);
    const { fact } = describeFinding(checkUpdateState(state));
    expect(fact).toBe(`0.1.0 is installed. Could not check for updates. ${detail}`);
  });

  it('says nothing is given up on', async () => {
    serve = () => undefined;
    const { watch } = open({}, 40);
    expect(toEnglish((await watch.check()).error?.detail ?? '')).toBe('It did not respond within 0 seconds.');
  });

  it('cannot be reached at all is told with the system’s code', async () => {
    close();
    const { watch } = open();
    expect(toEnglish((await watch.check()).error?.detail ?? '')).toMatch(/^The host does not respond\.$/);
  });
});

it('the command line keeps the address, asks there, and the doctor tells', async () => {
  const home = makeTempFolder();
  const run = async (...args: string[]) => {
    const { stdout } = await startCommand([...args, '--home', home, '--json']).ended;
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
  };
  expect(await run('updates', 'address', address)).toMatchObject({ status: 'newer', page: address });
  const { findings } = (await run('doctor')) as { findings: { check: string }[] };
  expect(findings.find(({ check }) => check === 'updates')).toMatchObject({ state: 'note', outcome: 'updatesNewer' });
  expect(asked).toEqual([`/feed/${FILE}`, `/feed/${FILE}`]);
});

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end();
}

/** Writes for as long as somebody listens. */
function flood(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write('#'.repeat(16_384)));
  };
  response.on('drain', more);
  more();
}
