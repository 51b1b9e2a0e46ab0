import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test';
import type { PageBridge } from '../../src-shared/ipc/page-bridge.ts';
import { electronBinary, firstPage, launchApp } from '../helpers/page/electron.ts';
import { CAN_SEE_PROCESSES, childrenOf, commandOf, isRunning } from '../helpers/processes.ts';

declare global {
  interface Window {
    dropforge: PageBridge;
  }
  /** What main was asked to hand to the person's browser. */
  var opened: string[];
  /** Downloads that began: from where, and whether they were stopped. */
  var downloads: [string, boolean][];
  /** What the stand-in would have handed to the operating system. */
  var electronStandIn: { recorded: [string, unknown][] };
  /** The directives of the policy that were violated. */
  var heard: string[];
  /** Every status that main told the page of a job. */
  var statuses: string[];
}

/** The handlers that the stand-in keeps. */
interface GuardedSession {
  readonly handlers: {
    request(contents: { getURL(): string }, permission: string, decide: (isAllowed: boolean) => void): void;
    check(contents: null, permission: string, origin: string): boolean;
    device(details: object): boolean;
  };
}

const test = base.extend<{ home: string; app: ElectronApplication; page: Page }>({
  home: async ({ browserName: _ }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'shell-'));
    await use(home);
    // The browser's helpers may write for a moment longer than the app lives.
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  },
  app: async ({ home }, use) => {
    const app = await launchApp({ home });
    await use(app);
    await app.close();
  },
  page: async ({ app }, use) => use(await firstPage(app)),
});

test('the page has the bridge and nothing of Node or Electron', async ({ page }) => {
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(window.dropforge).toSorted(),
    frozen: Object.isFrozen(window.dropforge),
    others: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter((name) => name in window),
  }));
  expect(seen).toEqual({ bridge: ['artifactUrl', 'call', 'host', 'on', 'takeFiles'], frozen: true, others: [] });
});

test('calls are answered, refused or not let through', async ({ page }) => {
  const call = (channel: string, input: unknown) =>
    page.evaluate(([name, value]) => window.dropforge.call(name, value).catch((error: Error) => error.message), [
      channel,
      input,
    ] as const);
  expect(await call('app:info', null)).toMatchObject({
    ok: true,
    value: { can: { chooseFolder: true, reveal: true, drag: true } },
  });
  expect(await call('queue:retry', { ids: [5] })).toMatchObject({ ok: false });
  const tooLarge = { ok: false, error: { code: 'selection_too_large' } };
  expect(await call('queue:retry', { ids: ['x'.repeat(5 * 2 ** 20)] })).toMatchObject(tooLarge);
  expect(await call('sources:take', ['/etc/hostname'])).toBe('Not a call: sources:take');
  expect(await call('__proto__', null)).toBe('Not a call: __proto__');
});

test('every call is refused to a frame inside the page, and to another page', async ({ app, page }) => {
  test.skip(electronBinary() !== null, 'real Electron does not show its handlers');
  await page.locator('main').first().waitFor();
  const { calls, answered } = await app.evaluate(async ({ ipcMain }) => {
    const { handlers } = ipcMain as unknown as {
      handlers: Map<string, (event: object, input: unknown) => Promise<unknown>>;
    };
    const own = { url: 'app://dropforge/index.html', parent: null };
    const foreign = [null, { ...own, parent: own }, { url: 'https://example.invalid/', parent: null }];
    const answered: string[] = [];
    for (const [channel, handle] of handlers) {
      for (const senderFrame of foreign) {
        const reason = await handle({ senderFrame, sender: {} }, null).then(
          () => 'answered',
          (error: Error) => error.message,
        );
        if (reason !== 'Refused.') answered.push(`${channel}: ${reason}`);
      }
    }
    return { calls: handlers.size, answered };
  });
  expect(answered).toEqual([]);
  expect(calls).toBeGreaterThan(50);
});

test('a call takes as many ids as are selected at once, and says that more are too many', async ({ page }) => {
  const ask = (count: number) =>
    page.evaluate(async (length) => {
      const reply = await window.dropforge.call('queue:jobs', {
        ids: Array.from({ length }, () => crypto.randomUUID()),
      });
      return reply.ok || reply.error.code;
    }, count);
  expect(await ask(100_000)).toBe(true);
  expect(await ask(200_000)).toBe('selection_too_large');
});

test('a page names no folders and adds no service without the dialogs of the system', async ({ app, page, home }) => {
  test.skip(electronBinary() !== null, 'would open a dialog of the system');
  const call = (channel: string, input: unknown) =>
    page.evaluate(([name, value]) => window.dropforge.call(name, value), [channel, input] as const);
  const add = { recipe: 'draft', change: {} };
  const dialogOnly = { ok: false, error: { code: 'config_invalid', detail: { id: 'folder.dialog-only' } } };
  expect(await call('folders:add', { ...add, typed: home })).toMatchObject(dialogOnly);
  expect(await call('exportFolder:choose', { typed: home })).toMatchObject(dialogOnly);

  const cloud = { baseUrl: 'http://127.0.0.1:9', deployment: 'international' };
  const service = { name: 'evil', cloud, key: null };
  expect(await call('services:add', service)).toMatchObject({ ok: false, error: { code: 'not_confirmed' } });
  const [, options] =
    (await app.evaluate(() => electronStandIn.recorded.filter(([name]) => name === 'dialog.showMessageBox'))).at(-1) ??
    [];
  expect(options).toMatchObject({ message: 'Allow this change?', buttons: ['Cancel', 'Allow'], defaultId: 0 });
  expect((options as { detail: string }).detail).toContain('http://127.0.0.1:9');
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
  });
  expect(await call('services:add', service)).toMatchObject({ ok: true });
});

test('a copied image that lies in no file can be pasted', async ({ page }) => {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 64);
    canvas.getContext('2d')!.fillRect(8, 8, 48, 48);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([picture], 'image.png', { type: 'image/png' }));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(page.getByRole('row').filter({ hasText: 'image.png' })).toBeVisible();
});

test('only files of the page and artifacts by id are served', async ({ page }) => {
  const statuses = await page.evaluate(async () => {
    const paths = ['/index.html', '/missing.js', '/..%2f..%2fpackage.json', '/%2e%2e%5cpackage.json', '/artifact/none'];
    const got = await Promise.all(paths.map(async (path) => (await fetch(path)).status));
    return [...got, (await fetch('/index.html', { method: 'POST' })).status];
  });
  expect(statuses).toEqual([200, 404, 404, 404, 404, 405]);
});

test('the page keeps its policy, which stops inline scripts, eval and other sites', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.heard = [];
    document.addEventListener('securitypolicyviolation', (event) => heard.push(event.effectiveDirective));
  });
  await page.reload();
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('radio', { name: '简体中文' })).toBeVisible();
  expect(await page.evaluate(() => heard)).toEqual([]);
  await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.dropforgeWasHere = true';
    document.body.append(script, Object.assign(new Image(), { src: 'https://example.invalid/x.png' }));
    document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://example.invalid/' }));
    await fetch('https://example.invalid/').catch(() => undefined);
  });
  await expect
    .poll(() => page.evaluate(() => heard.toSorted()))
    .toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem']);
  expect(await page.evaluate(() => 'dropforgeWasHere' in window)).toBe(false);
});

test('permissions and devices are denied, but for writing to the clipboard by the page itself', async ({ app }) => {
  test.skip(electronBinary() !== null, 'real Electron does not show its handlers');
  const answers = await app.evaluate(async ({ session }) => {
    const { handlers } = session.defaultSession as unknown as GuardedSession;
    const permissions = [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'fullscreen',
      'hid',
      'openExternal',
    ];
    const write = 'clipboard-sanitized-write';
    const allowed: string[] = [];
    for (const url of ['app://dropforge/index.html', 'https://example.invalid/']) {
      for (const permission of [...permissions, write]) {
        handlers.request({ getURL: () => url }, permission, (isAllowed) => {
          if (isAllowed) allowed.push(`request ${permission} ${url}`);
        });
        if (handlers.check(null, permission, url)) allowed.push(`check ${permission} ${url}`);
      }
    }
    return { allowed, device: handlers.device({ deviceType: 'hid' }) };
  });
  const write = 'clipboard-sanitized-write app://dropforge/index.html';
  expect(answers).toEqual({ allowed: [`request ${write}`, `check ${write}`], device: false });
});

test('the page can neither leave nor open anything but a listed site in the browser', async ({ app, page }) => {
  await app.evaluate(({ shell }) => {
    globalThis.opened = [];
    shell.openExternal = async (url) => void globalThis.opened.push(url);
  });
  const before = page.url();
  await page.evaluate(() => {
    for (const url of ['https://example.invalid/', 'file:///etc/passwd', 'data:text/html,x', 'ms-msdt:/id']) {
      window.open(url);
      location.href = url;
    }
    window.open('https://www.blender.org/download/');
  });
  await expect.poll(() => app.evaluate(() => opened)).toEqual(['https://www.blender.org/download/']);
  expect(page.url()).toBe(before);
  await expect.poll(() => app.windows().length).toBe(1);
});

test('the page does not leave for a site that would answer', async ({ page }) => {
  const asked: string[] = [];
  const site = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('elsewhere');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    const before = page.url();
    const { port } = site.address() as AddressInfo;
    await page.evaluate((url) => void (location.href = url), `http://127.0.0.1:${port}/`);
    // Several answers of main take longer than one of a site on this computer.
    for (let round = 0; round < 5; round++) await page.evaluate(() => window.dropforge.call('app:info', null));
    expect([page.url(), asked]).toEqual([before, []]);
  } finally {
    site.closeAllConnections();
    site.close();
  }
});

test('the page is neither redirected nor given a webview', async ({ app, page }) => {
  test.skip(electronBinary() !== null, 'the page has nothing that would make real Electron emit them');
  await page.locator('main').first().waitFor();
  const refused = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const emit = (name: string, details: object): boolean => {
      let isRefused = false;
      const event = { ...details, preventDefault: () => (isRefused = true) };
      window?.webContents.emit(name, event, {}, {});
      return isRefused;
    };
    return {
      foreign: emit('will-redirect', { url: 'https://example.invalid/', isMainFrame: true }),
      inner: emit('will-redirect', { url: 'https://example.invalid/', isMainFrame: false }),
      own: emit('will-redirect', { url: 'app://dropforge/index.html', isMainFrame: true }),
      webview: emit('will-attach-webview', {}),
    };
  });
  expect(refused).toEqual({ foreign: true, inner: true, own: true, webview: true });
});

test('what the page wrote can be saved, and nothing else is downloaded', async ({ app, page }) => {
  const save = (url: string, name: string) =>
    page.evaluate(
      ([from, to]) => {
        const link = document.createElement('a');
        link.href = from === '' ? URL.createObjectURL(new Blob(['a,b\n'], { type: 'text/csv' })) : from;
        link.download = to;
        link.click();
      },
      [url, name] as const,
    );
  await app.evaluate(({ session }) => {
    globalThis.downloads = [];
    session.defaultSession.on('will-download', (event, item) => {
      globalThis.downloads.push([item.getURL().replace(/[0-9a-f-]{36}$/, 'ID'), event.defaultPrevented]);
    });
  });
  await save('/index.html', 'page.html');
  await save('', 'own.csv');
  await expect
    .poll(async () => (await app.evaluate(() => downloads)).sort())
    .toEqual([
      ['app://dropforge/index.html', true],
      ['blob:app://dropforge/ID', false],
    ]);
});

test('the local service comes up behind the window', async ({ page }) => {
  const state = () => page.evaluate(() => window.dropforge.call('service:get', null));
  await expect
    .poll(state)
    .toMatchObject({ ok: true, value: { service: { kind: 'local', status: 'ready', free: true } } });
});

test('an engine that dies is started anew by the window, and the model of its task can be dragged out', async ({
  app,
  page,
}) => {
  test.skip(!CAN_SEE_PROCESSES || electronBinary() !== null, 'needs to see which process started which');
  const call = async (channel: string, input: unknown): Promise<unknown> => {
    const reply = await page.evaluate(([name, value]) => window.dropforge.call(name, value), [channel, input] as const);
    expect(reply).toMatchObject({ ok: true });
    return (reply as { value: unknown }).value;
  };
  const main = app.process().pid as number;
  const engines = (): number[] => childrenOf(main).filter((pid) => commandOf(pid).includes('isolated-worker.js'));
  await expect.poll(() => engines().length).toBeGreaterThan(0);
  const [sample] = (await call('samples:list', null)) as { name: string }[];
  const { sources } = (await call('samples:take', { name: sample?.name })) as { sources: { id: string }[] };
  // What lasts no longer than the job is read from a record: a look now and then could miss it.
  await page.evaluate(() => {
    globalThis.statuses = [];
    window.dropforge.on('queue:changed', (change) => {
      for (const { status } of (change as { jobs: { status: string }[] }).jobs) statuses.push(status);
    });
  });
  await call('queue:add', { sourceIds: sources.map(({ id }) => id), formats: ['glb'] });
  const told = () => page.evaluate(() => statuses);
  await expect.poll(told, { intervals: [20] }).toContain('running');
  const before = engines();
  for (const pid of before) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await told()).at(-1)).toBe('done');
  await expect.poll(() => engines().filter((pid) => before.includes(pid))).toEqual([]);
  await expect.poll(() => engines().length).toBeGreaterThan(0);

  const { jobs } = (await call('queue:list', null)) as {
    jobs: { artifacts: { id: string; format: string | null }[] }[];
  };
  const [job] = jobs;
  await call('artifact:drag', { ids: [job?.artifacts.find(({ format }) => format === 'glb')?.id] });
  const dragged = () => app.evaluate(() => electronStandIn.recorded.filter(([name]) => name.includes('startDrag')));
  await expect
    .poll(dragged)
    .toEqual([['webContents.startDrag', [expect.stringMatching(/export.[^/\\]+.[^/\\]+\.glb$/)]]]);

  // A drag by the system comes back to the window as files.
  await call('collections:save', { name: 'Props' });
  await page.keyboard.press('Shift+Digit2');
  const collection = page.getByRole('button', { name: /^Props \d$/ });
  await expect(collection).toHaveText(/Props\s*0/);
  await page
    .getByRole('listbox', { name: 'Models' })
    .getByRole('option')
    .dispatchEvent('dragstart', {
      dataTransfer: await page.evaluateHandle(() => new DataTransfer()),
    });
  await expect.poll(async () => (await dragged()).length).toBe(2);
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['glb'], 'model.glb'));
    return transfer;
  });
  // The pointer still moves until the system takes over.
  await collection.dispatchEvent('pointermove', { buttons: 1 });
  for (const type of ['dragenter', 'dragover', 'drop']) await collection.dispatchEvent(type, { dataTransfer: files });
  await expect(collection).toHaveText(/Props\s*1/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the window comes back where it was', async ({ home }) => {
  const first = await launchApp({ home });
  await firstPage(first);
  await first.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 50, width: 900, height: 700 });
  });
  await first.close();
  expect(JSON.parse(await readFile(join(home, 'config.json'), 'utf8'))).toMatchObject({ window: { width: 900 } });
  const second = await launchApp({ home });
  await firstPage(second);
  const bounds = await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  expect(bounds).toMatchObject({ width: 900, height: 700 });
  await second.close();
});

test('a page whose process ended is loaded again, and says so until it is dismissed', async ({ app, page }) => {
  test.skip(
    electronBinary() !== null,
    'the stand-in only emits the event; a page that really crashed is lost to Playwright',
  );
  await page.evaluate(() => (window.heard = ['before']));
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  });
  const bar = page.getByRole('status').filter({ hasText: 'The page stopped unexpectedly and was loaded again.' });
  await expect.poll(() => page.evaluate(() => window.heard).catch(() => ['before'])).toBeUndefined();
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Show report' }).click();
  await expect(page.getByRole('region', { name: 'Crash report' })).toContainText('crashed, exit code 139');
  await page.screenshot({ path: test.info().outputPath('crash.png') });
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await page.locator('main').first().waitFor();
  await expect(bar).toHaveCount(0);
});

test('the open page says which process of its window ended, without being loaded again', async ({ app, page }) => {
  test.skip(electronBinary() !== null, 'the stand-in only emits the event');
  await page.locator('main').first().waitFor();
  await page.evaluate(() => (window.heard = ['before']));
  const end = (type: string, reason = 'crashed') =>
    app.evaluate(({ app: main }, details) => void main.emit('child-process-gone', {}, { ...details, exitCode: 139 }), {
      type,
      reason,
    });
  const bar = page.getByRole('status').filter({ hasText: 'stopped unexpectedly' });
  // Readers and engines report what they were reading themselves.
  await end('Utility');
  await end('GPU', 'clean-exit');
  await end('Zygote');
  await expect(bar).toContainText('A process of the window stopped unexpectedly.');
  await end('GPU');
  await expect(bar).toContainText('The graphics process stopped unexpectedly and was started again.');
  await bar.getByRole('button', { name: 'Show report' }).click();
  await expect(page.getByRole('region', { name: 'Crash report' })).toContainText('The process GPU ended: crashed');
  await bar.getByRole('button', { name: 'Dismiss' }).click();
  await expect(bar).toHaveCount(0);
  expect(await page.evaluate(() => window.heard)).toEqual(['before']);
});

test('a page that hangs is left alone or loaded again, as the person says', async ({ app, page }) => {
  test.skip(electronBinary() !== null, 'the stand-in only emits the event, and answers its dialog');
  await page.locator('main').first().waitFor();
  const hang = (response: number) =>
    app.evaluate(async ({ BrowserWindow, dialog }, answer) => {
      const asked: unknown[] = [];
      const before = dialog.showMessageBox;
      dialog.showMessageBox = (...[, options]: unknown[]) => {
        asked.push(options);
        return Promise.resolve({ response: answer, checkboxChecked: false });
      };
      BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
      await new Promise((resolve) => setImmediate(resolve));
      dialog.showMessageBox = before;
      const ended = electronStandIn.recorded.filter(([name]) => name === 'webContents.forcefullyCrashRenderer');
      return { asked, ended: ended.length };
    }, response);
  const question = {
    type: 'warning',
    message: 'The page does not respond. Jobs continue in the background.',
    buttons: ['Wait', 'Reload page'],
    cancelId: 0,
  };
  expect(await hang(0)).toEqual({ asked: [question], ended: 0 });
  expect(await hang(1)).toEqual({ asked: [question], ended: 1 });
});

test('a page that keeps ending is not loaded for ever', async ({ app, page }) => {
  test.skip(electronBinary() !== null, 'would open a dialog of the system');
  await page.locator('main').first().waitFor();
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    for (const exitCode of [1, 2, 3, 4])
      window?.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode });
  });
  const shown = () => app.evaluate(() => electronStandIn.recorded.filter(([name]) => name === 'dialog.showErrorBox'));
  expect((await shown()).map(([, details]) => JSON.stringify(details)).join()).toContain('Your jobs are safe.');
});

test('an error that nobody caught is reported, and the app starts again', async ({ app, home, page }) => {
  test.skip(electronBinary() !== null, 'would start another Electron');
  await page.locator('main').first().waitFor();
  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  await app
    .evaluate(
      () => void setImmediate(() => globalThis.process.emit('uncaughtException', new Error('nobody caught this'))),
    )
    .catch(() => undefined);
  expect(await ended).toBe(1);
  const [name = ''] = await readdir(join(home, 'crashes'));
  expect(await readFile(join(home, 'crashes', name), 'utf8')).toContain('nobody caught this');
});
