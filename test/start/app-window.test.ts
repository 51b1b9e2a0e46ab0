import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { ensureBuild } from '../../src-main/cli/lib/ensure-build.ts';
import { readSavedSession } from '../../src-main/ipc/loopback/loopback-session.ts';
import { findElectron } from '../../src-main/base/find-electron.ts';
import { findProgram } from '../../src-main/dcc/detect/find-program.ts';
import { readCrashReport } from '../../src-main/base/crash/crash-reports.ts';
import { childrenOf, commandOf } from '../helpers/processes.ts';
import { HAS_DISPLAY_PROGRAMS, startDisplay, type Display } from '../helpers/display.ts';

const root = resolve(import.meta.dirname, '../..');
const browser = findProgram('chromium');

let display: Display;
let folder = '';
let child: ChildProcess;
let text = '';

/** Waits for words of the start. */
async function said(pattern: RegExp): Promise<string> {
  await expect.poll(() => text, { timeout: 90_000 }).toMatch(pattern);
  return pattern.exec(text)?.[1] ?? '';
}

/** Arguments of the processes that use the home folder. */
function argumentsOfHome(): string[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return line.includes(folder) ? [line] : [];
    } catch {
      return [];
    }
  });
}

/** The processes of pages, of which a browser keeps one in reserve. */
function listRenderers(): number[] {
  const browserPid = childrenOf(child.pid!).find((pid) => commandOf(pid).includes('--user-data-dir'));
  const below = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(below)];
  return browserPid === undefined ? [] : below(browserPid).filter((pid) => commandOf(pid).includes('--type=renderer'));
}

const isPossible = process.platform === 'linux' && browser !== null && findElectron() === null && HAS_DISPLAY_PROGRAMS;

describe.skipIf(!isPossible)('npm start without Electron, where a browser of the Chromium family is installed', () => {
  beforeAll(async () => {
    await ensureBuild('main', 'page');
    display = await startDisplay();
    folder = mkdtempSync(join(tmpdir(), 'app-window-'));
    child = spawn(process.execPath, ['src-main/start.ts', '--home', join(folder, 'home')], {
      cwd: root,
      env: {
        ...process.env,
        DISPLAY: display.name,
        BROWSER: '',
        ELECTRON_MIRROR: 'http://127.0.0.1:9/',
        electron_config_cache: join(folder, 'cache'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()));
  }, 120_000);
  afterAll(async () => {
    if (child?.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await display.close();
    if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  it(
    'opens the page in a window of its own, which works, and ends when it is closed',
    { timeout: 180_000 },
    async () => {
      onTestFailed(() => console.error(text));
      await said(/Dropforge is at http:\/\/127\.0\.0\.1:\d+\/#ticket=(\S+)/);
      const { place } = (await readSavedSession(join(folder, 'home')))!;
      const window = await display.whenWindow('Dropforge');
      // The page is connected: its session is proven, so the extras are built and its own first view is there.
      await expect
        .poll(async () => (await display.screenshot()).byteLength, { timeout: 60_000 })
        .toBeGreaterThan(40_000);
      if (process.env['SCREENSHOT']) writeFileSync(process.env['SCREENSHOT'], await display.screenshot());
      // A page whose process ends comes back, and says so.
      const before = listRenderers();
      for (const pid of before) process.kill(pid, 'SIGKILL');
      await expect
        .poll(() => readCrashReport(join(folder, 'home'), { onlyNew: true })?.text ?? '', { timeout: 30_000 })
        .toContain('The process of the page ended');
      await expect
        .poll(() => listRenderers().filter((pid) => !before.includes(pid)).length, { timeout: 30_000 })
        .toBeGreaterThan(0);
      await expect
        .poll(async () => (await display.screenshot()).byteLength, { timeout: 60_000 })
        .toBeGreaterThan(40_000);
      if (process.env['SCREENSHOT']) writeFileSync(`${process.env['SCREENSHOT']}.png`, await display.screenshot());
      // Secrets are readable in arguments by every user of the computer.
      const lines = argumentsOfHome();
      expect(lines.some((line) => line.includes('--app=http://127.0.0.1:'))).toBe(true);
      expect(lines.filter((line) => line.includes(place.token) || line.includes('ticket'))).toEqual([]);
      await display.closeWindow(window);
      await expect.poll(() => child.exitCode, { timeout: 30_000 }).toBe(0);
      await expect.poll(argumentsOfHome).toEqual([]);
      // Nor is it in the history of the profile.
      const history = new DatabaseSync(join(folder, 'home/browser/Default/History'), { readOnly: true });
      const urls = history
        .prepare('select url from urls')
        .all()
        .map(({ url }) => String(url));
      history.close();
      expect(urls.filter((url) => url.includes('ticket') || url.includes(place.token))).toEqual([]);
    },
  );
});
