import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createPackageWithOptions } from '@electron/asar';
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

test('an app starts from its archive, with its packages, its processes and what was left outside the archive', async ({
  home,
}) => {
  test.skip(electronBinary() !== null, 'Electron reads archives itself');
  const source = join(home, 'source');
  const sample = join(source, 'node_modules/sample');
  await cp(appDir, source, { recursive: true });
  await mkdir(sample, { recursive: true });
  const conditions = { import: './lib/*.mjs', require: './lib/*.cjs' };
  await writeFile(join(sample, 'package.json'), JSON.stringify({ name: 'sample', exports: { './*': conditions } }));
  await mkdir(join(sample, 'lib'));
  await writeFile(join(sample, 'lib/part.mjs'), "export { part } from './part.cjs';\n");
  await writeFile(join(sample, 'lib/part.cjs'), "exports.part = require('../data.json').part;\n");
  await writeFile(join(sample, 'data.json'), '{"part":"of the archive"}');
  await appendFile(join(source, 'main.mjs'), "import { part } from 'sample/part';\nglobalThis.asked.push(part);\n");
  const archive = join(home, 'app.asar');
  await createPackageWithOptions(source, archive, { unpack: 'service.mjs' });
  await rm(source, { recursive: true });

  const app = await launchApp({ home: join(home, 'home'), appDir: archive });
  try {
    const page = await firstPage(app, 'fixture');
    expect(await app.evaluate(() => asked)).toEqual(['of the archive']);
    expect(await page.evaluate(() => fixture.call('fork'))).toMatchObject({ text: 'listening one' });
    const range = await page.evaluate(async () => {
      const response = await fetch('/range', { headers: { range: 'bytes=0-9' } });
      return [response.headers.get('content-range')?.split('/')[0], (await response.arrayBuffer()).byteLength];
    });
    expect(range).toEqual(['bytes 0-9', 10]);
    const seen = await app.evaluate(async ({ app: electron }) => {
      const fs = process.getBuiltinModule('node:fs');
      const { open, realpath } = fs.promises;
      const root = electron.getAppPath();
      const file = await open(`${root}/page/page.js`);
      const { size } = await file.stat();
      await file.close();
      return {
        folders: [fs.statSync(root).isDirectory(), fs.lstatSync(`${root}/page`).isDirectory()],
        entries: fs.readdirSync(`${root}/page`).toSorted(),
        sizes: [fs.statSync(`${root}/page/page.js`).size, fs.readFileSync(`${root}/page/page.js`).byteLength],
        isOpened: size === fs.statSync(`${root}/page/page.js`).size,
        isReal: (await realpath(`${root}/page`)) === `${root}/page`,
        outside:
          fs.readFileSync(`${root}/service.mjs`, 'utf8') === fs.readFileSync(`${root}.unpacked/service.mjs`, 'utf8'),
        missing: await open(`${root}/none.js`).catch(({ code }: NodeJS.ErrnoException) => code),
      };
    });
    expect(seen).toEqual({
      folders: [true, true],
      entries: ['answer.js', 'index.html', 'page.js', 'worker.js'],
      sizes: [seen.sizes[0], seen.sizes[0]],
      ...{ isOpened: true, isReal: true, outside: true, missing: 'ENOENT' },
    });
  } finally {
    await app.close();
  }
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
