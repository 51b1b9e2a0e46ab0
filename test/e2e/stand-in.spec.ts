import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { electronBinary, electronExecutable, firstPage, launchApp } from '../helpers/page/electron.ts';

/** What the fixture's preload exposes. */
interface Fixture {
  call(channel: string, value?: unknown): Promise<unknown>;
  pathOf(file: File): string;
  onPush(listener: (values: unknown[]) => void): void;
  askForPush(): void;
}
declare global {
  var fixture: Fixture;
  var answers: () => Promise<number[]>;
  var asked: string[];
}

const appDir = resolve(import.meta.dirname, '../electron-stand-in/fixture');

const test = base.extend<{ home: string; app: ElectronApplication; page: Page }>({
  home: async ({ browserName: _ }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'stand-in-'));
    await use(home);
    // The browser's helpers may write for a moment longer than the app lives.
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  },
  app: async ({ home }, use) => {
    const app = await launchApp({ home, appDir });
    await use(app);
    await app.close();
  },
  page: async ({ app }, use) => use(await firstPage(app, 'fixture')),
});

test('values cross the bridge and IPC as structured clones', async ({ page }) => {
  const kinds = await page.evaluate(async () => {
    const value = {
      when: new Date(5),
      bytes: new Uint8Array([1, 2]),
      big: 9n,
      none: undefined,
      map: new Map([[1, 2]]),
    };
    const back = (await fixture.call('echo', value)) as typeof value;
    return [back.when.getTime(), back.bytes[1], String(back.big), 'none' in back, back.map.get(1)];
  });
  expect(kinds).toEqual([5, 2, '9', true, 2]);
  await expect(page.evaluate(() => fixture.call('echo', { leak: document.body }))).rejects.toThrow('cloned');
});

test('errors and missing handlers are worded as Electron words them', async ({ page }) => {
  const message = (channel: string) =>
    page.evaluate((name) => fixture.call(name).catch((error: Error) => error.message), channel);
  expect(await message('fail')).toBe("Error invoking remote method 'fail': RangeError: too far");
  expect(await message('nobody')).toContain("No handler registered for 'nobody'");
});

test('main sees the page under its app URL and pushes to it', async ({ page }) => {
  expect(await page.evaluate(() => fixture.call('sender'))).toEqual(['app://fixture/index.html', null]);
  const pushed = await page.evaluate(
    () =>
      new Promise<string>((done) => {
        fixture.onPush(([date, big]) => done(`${(date as Date).toISOString()} ${String(big)}`));
        fixture.askForPush();
      }),
  );
  expect(pushed).toBe('1970-01-01T00:00:00.000Z 7');
});

test('the page runs modules, a module worker and WebAssembly under its policy', async ({ page }) => {
  expect(await page.evaluate(() => answers())).toEqual([42, 42]);
  expect(await page.evaluate(() => [isSecureContext, 'require' in window, 'process' in window])).toEqual([
    true,
    false,
    false,
  ]);
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((done) => {
        document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
        document.body.append(Object.assign(new Image(), { src: 'https://example.invalid/x.png' }));
      }),
  );
  expect(blocked).toBe('img-src');
});

test('a protocol handler streams ranges', async ({ page }) => {
  const got = await page.evaluate(async () => {
    const response = await fetch('/range', { headers: { range: 'bytes=0-5' } });
    return [response.status, await response.text(), response.headers.get('content-range')?.slice(0, 10)];
  });
  expect(got).toEqual([206, 'import', 'bytes 0-5/']);
});

test('a chosen file has its path', async ({ page, home }) => {
  const file = join(home, 'chosen.txt');
  await writeFile(file, 'x');
  await page.getByLabel('file').setInputFiles(file);
  const path = await page.evaluate(() => fixture.pathOf(document.querySelector('input')!.files![0]!));
  expect(path).toBe(file);
});

test('main is asked before the page leaves or opens a window, and may refuse', async ({ app, page }) => {
  await page.evaluate(() => {
    open('https://example.invalid/popup');
    location.href = 'https://example.invalid/away';
  });
  await expect
    .poll(() => app.evaluate(() => asked.toSorted()))
    .toEqual(['https://example.invalid/away', 'https://example.invalid/popup']);
  expect(await page.evaluate(() => 'fixture' in window)).toBe(true);
});

test('a forked service speaks on stdout and can be ended', async ({ page }) => {
  expect(await page.evaluate(() => fixture.call('fork'))).toEqual({ text: 'listening one', pid: undefined });
});

test('secrets come back and are not stored readable', async ({ page }) => {
  test.skip(electronBinary() !== null, 'needs a keychain where Electron is real');
  expect(await page.evaluate(() => fixture.call('secret', 'top'))).toEqual([false, 'top']);
});

test('dialogs can be answered by a test, shell calls are recorded', async ({ app, page }) => {
  test.skip(electronBinary() !== null, 'would open a real file manager');
  expect(await page.evaluate(() => fixture.call('choose'))).toEqual([]);
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/chosen'] });
  });
  expect(await page.evaluate(() => fixture.call('choose'))).toEqual(['/chosen']);
  await page.evaluate(() => fixture.call('reveal'));
  const recorded = await app.evaluate(
    () => (globalThis as unknown as { electronStandIn: { recorded: unknown[] } }).electronStandIn.recorded,
  );
  expect(recorded).toContainEqual(['shell.showItemInFolder', '/a/b']);
});

test('a member that is not implemented throws its full name', async ({ app }) => {
  test.skip(electronBinary() !== null, 'real Electron has it');
  await expect(app.evaluate(({ app: it }) => it.getAppMetrics())).rejects.toThrow(
    'app.getAppMetrics is not implemented',
  );
});

test('a second instance does not get the lock and tells the first', async ({ app, home }) => {
  await app.evaluate(({ app: it }) => void it.on('second-instance', (_event, argv) => (globalThis.asked = argv)));
  const second = promisify(execFile)(electronExecutable(), [
    appDir,
    `--user-data-dir=${home}`,
    '--no-sandbox',
    '--word',
  ]);
  await expect(second).resolves.toMatchObject({ stdout: '' });
  await expect.poll(() => app.evaluate(() => asked)).toContain('--word');
});
