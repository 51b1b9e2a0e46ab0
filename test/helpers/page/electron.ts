import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../../..');

/** The installed Electron binary, or null. Requiring `electron` itself would start a download. */
export function electronBinary(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const note = join(folder, 'path.txt');
  if (!existsSync(note)) return null;
  const binary = join(folder, 'dist', readFileSync(note, 'utf8'));
  return existsSync(binary) ? binary : null;
}

/** What to run as Electron: the real one where it is installed, the stand-in otherwise. */
export const electronExecutable = (): string => electronBinary() ?? join(root, 'test/electron-stand-in/electron');

/** What an app is started with. */
export interface LaunchOptions {
  /** The folder that holds all of its state. */
  readonly home: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder with the package.json to start; the project itself when not given. */
  readonly appDir?: string;
}

/** Starts the built app under Playwright; `close()` it at the end. */
export async function launchApp({
  home,
  args = [],
  env = {},
  appDir = root,
}: LaunchOptions): Promise<ElectronApplication> {
  return await _electron.launch({
    executablePath: electronExecutable(),
    args: [appDir, `--user-data-dir=${home}`, ...args],
    env: { ...definedEnv(), ...env, ELECTRON_OVERRIDE_DIST_PATH: join(root, 'node_modules/electron/dist') },
    timeout: 120_000,
  });
}

/** The app's window once its page and bridge are there; `firstWindow` alone may still be blank. */
export async function firstPage(app: ElectronApplication, bridge = 'dropforge'): Promise<Page> {
  const page = await app.firstWindow();
  await page.waitForFunction((name) => name in window && document.readyState === 'complete', bridge, {
    timeout: 120_000,
  });
  return page;
}

/** Drops files from disk on a place in the page: trusted events with real paths, in Chromium and in Electron. */
export async function dropFiles(page: Page, selector: string, files: readonly string[]): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`Nothing to drop on: ${selector}`);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await session.detach();
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
