import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type ElectronApplication, type JSHandle, type Page } from '@playwright/test';
import { electronBinary, firstPage, launchApp } from '../helpers/page/electron.ts';

/** What the stand-in holds of what would be drawn outside the window. */
interface Drawn {
  readonly recorded: [string, unknown][];
  readonly trays: {
    readonly toolTip: string;
    readonly menu: { items: { id: string; label: string; click(): void }[] };
  }[];
  readonly notifications: { readonly title: string; readonly body: string; emit(name: string): void }[];
  readonly applicationMenu: {
    items: { label: string }[];
    getMenuItemById(id: string): { checked: boolean; enabled: boolean; click(): void } | null;
  } | null;
}
const test = base.extend<{ home: string; app: ElectronApplication; page: Page }>({
  home: async ({ browserName: _ }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'around-'));
    await use(home);
    // The browser's helpers may write for a moment longer than the app lives.
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  },
  app: async ({ home }, use) => {
    const app = await launchApp({ home, env: { XDG_CONFIG_HOME: join(home, 'desktop') } });
    await use(app);
    await app.close();
  },
  page: async ({ app }, use) => use(await firstPage(app)),
});

test.skip(electronBinary() !== null, 'looks at what the stand-in would have drawn');

test('menu bar, tray, taskbar and notifications follow the work, the settings and the language', async ({
  app,
  page,
  home,
}) => {
  const drawn: JSHandle<Drawn> = await app.evaluateHandle(
    () => (globalThis as unknown as { electronStandIn: Drawn }).electronStandIn,
  );
  const clickMenu = (id: string) =>
    drawn.evaluate((all, name) => all.applicationMenu?.getMenuItemById(name)?.click(), id);
  const markOf = (id: string) =>
    drawn.evaluate((all, name) => {
      const { checked, enabled } = all.applicationMenu?.getMenuItemById(name) ?? {};
      return { checked, enabled };
    }, id);
  const menus = () => drawn.evaluate((all) => all.applicationMenu?.items.map(({ label }) => label));
  const tip = () => drawn.evaluate((all) => all.trays[0]?.toolTip);
  const told = (name: string) =>
    drawn.evaluate(
      (all, call) => all.recorded.filter(([called]) => called === call).map(([, argument]) => argument),
      name,
    );
  const clickTray = (id: string) =>
    drawn.evaluate((all, name) => all.trays[0]?.menu.items.find((item) => item.id === name)?.click(), id);
  const call = (channel: string, input: unknown): Promise<unknown> =>
    page.evaluate(
      ([name, value]) =>
        (window as unknown as { dropforge: { call: (...given: unknown[]) => Promise<unknown> } }).dropforge.call(
          name,
          value,
        ),
      [channel, input] as const,
    );

  await expect.poll(menus).toEqual(['File', 'Edit', 'View', 'Job', 'Help']);
  await page.getByText('Drop an image, get a model').waitFor();
  await clickMenu('view.account');
  await expect(page.getByRole('button', { name: 'Account' })).toHaveAttribute('aria-current', 'page');
  await clickMenu('help.keys');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  // What a click would do is seen beforehand: the view that is shown, and that no job is selected.
  await expect.poll(() => markOf('view.account')).toEqual({ checked: true, enabled: true });
  await expect.poll(() => markOf('job.retry')).toMatchObject({ enabled: false });

  // A job is made while nobody looks.
  await expect.poll(tip).toBe('Dropforge\nNo active jobs');
  await clickTray('pause');
  await expect.poll(tip).toBe('Dropforge\nNo active jobs (paused)');
  await clickTray('pause');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
  const [sample] = ((await call('samples:list', null)) as { value: { name: string }[] }).value;
  const taken = (await call('samples:take', { name: sample?.name })) as { value: { sources: { id: string }[] } };
  await call('queue:add', { sourceIds: taken.value.sources.map(({ id }) => id), formats: ['glb'] });
  // What lasts no longer than the job is read from the record: a look now and then could miss it.
  await expect.poll(() => told('tray.setToolTip')).toContainEqual(expect.stringContaining('1 running'));
  const bar = () =>
    app.evaluate(
      ({ BrowserWindow }) =>
        (BrowserWindow.getAllWindows()[0] as unknown as { progress: number } | undefined)?.progress,
    );
  await expect
    .poll(async () => (await told('window.setProgressBar')).some((progress) => Number(progress) >= 0))
    .toBe(true);
  await expect.poll(bar).toBe(-1);
  await expect
    .poll(() => drawn.evaluate((all) => all.notifications.map(({ title }) => title)))
    .toEqual(['Model ready']);
  await drawn.evaluate((all) => all.notifications[0]?.emit('click'));
  await expect(page.getByRole('button', { name: 'Queue' })).toHaveAttribute('aria-current', 'page');
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused()))
    .toBe(true);

  // Closing leaves it in the tray only where the person wants that.
  await call('settings:set', { language: 'zh', surroundings: { keepRunning: true, startAtLogin: true } });
  await expect.poll(menus).toEqual(['文件', '编辑', '视图', '任务', '帮助']);
  await expect.poll(tip).toBe('Dropforge\n没有进行中的任务');
  const entry = join(home, 'desktop/autostart/dropforge.desktop');
  if (process.platform === 'linux')
    await expect.poll(() => existsSync(entry) && readFileSync(entry, 'utf8')).toContain('"--in-tray"');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await expect.poll(isVisible).toBe(false);
  await clickTray('show');
  await expect.poll(isVisible).toBe(true);

  await call('settings:set', { surroundings: { tray: false, startAtLogin: false } });
  await expect.poll(() => drawn.evaluate((all) => all.trays.length)).toBe(0);
  await expect.poll(() => existsSync(entry)).toBe(false);
});

test('settings that cannot be saved keep neither the window from closing nor the app in the tray from running', async ({
  app,
  page,
  home,
}) => {
  await page.getByText('Drop an image, get a model').waitFor();
  await page.evaluate(() =>
    (window as unknown as { dropforge: { call: (...given: unknown[]) => Promise<unknown> } }).dropforge.call(
      'settings:set',
      { surroundings: { keepRunning: true } },
    ),
  );
  await rm(join(home, 'config.json'));
  await mkdir(join(home, 'config.json'));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(false);
  expect(existsSync(join(home, 'crashes'))).toBe(false);
});
