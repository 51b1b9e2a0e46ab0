import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILD_PARTS } from '../../src-main/cli/lib/build-parts.ts';
import { ensureBuild } from '../../src-main/cli/lib/ensure-build.ts';
import { findElectron } from '../../src-main/base/find-electron.ts';

const root = resolve(import.meta.dirname, '../..');

/** A start that runs, what it has said so far, and a way to wait for more. */
interface Running {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>;
}

let folder = '';
let running: Running[] = [];

beforeAll(() => ensureBuild(...BUILD_PARTS));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
});

afterEach(async () => {
  const started = running;
  running = [];
  for (const { child, exit } of started) {
    child.kill('SIGKILL');
    // What it started may hold them open for longer.
    child.stdout?.destroy();
    child.stderr?.destroy();
    await exit;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function start(args: readonly string[], env: Record<string, string | undefined>): Running {
  const child = spawn(process.execPath, ['src-main/start.ts', '--home', join(folder, 'home'), ...args], {
    cwd: root,
    env: { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...noDesktop(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  let look: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      look();
    });
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const said = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((found, failed) => {
      look = () => {
        const match = pattern.exec(text);
        if (match) found(match);
      };
      look();
      void exit.then(() => failed(new Error(`Ended without saying ${pattern}:\n${text}`)));
    });
  const started = { child, exit, said };
  running.push(started);
  return started;
}

/** Whatever desktop this computer has, the page is opened with BROWSER. */
const noDesktop = (): Record<string, string> => ({
  XDG_CURRENT_DESKTOP: 'X-Generic',
  XDG_CONFIG_HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_DATA_DIRS: folder,
  XDG_CONFIG_DIRS: folder,
});

/** A program of a few lines, in a folder of its own. */
function script(name: string, lines: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** The processes of a start that are still there, itself and its children, share a group. */
const isGroupGone = (pid: number | undefined): boolean => {
  try {
    process.kill(-(pid ?? 0), 0);
    return false;
  } catch {
    return true;
  }
};

const address = /Dropforge is at (http:\/\/127\.0\.0\.1:\d+)\//;

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  it('serves the page to a browser where there is no display, until Ctrl-C, and leaves no process', async () => {
    const { child, exit, said } = start([], {});
    await said(/^No display found\. Starting Dropforge in a browser instead\.$/m);
    const [, url = ''] = await said(address);
    const page = await fetch(`${url}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Dropforge</title>');
    child.kill('SIGINT');
    expect(await exit).toBe(0);
    // The engines hear that their parent is gone, and end by themselves.
    await expect.poll(() => isGroupGone(child.pid)).toBe(true);
  });

  it('with --no-open prints the address and neither fetches nor opens anything', async () => {
    const browser = script('browser', `touch ${folder}/opened`);
    const { child, exit, said } = start(['--no-open'], {
      DISPLAY: ':0',
      BROWSER: browser,
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
    });
    const { input } = await said(address);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(input).not.toMatch(/Electron/);
    expect(() => readFileSync(`${folder}/opened`)).toThrow('ENOENT');
  });

  it.skipIf(findElectron() !== null)('opens a browser where Electron cannot be fetched, and says why', async () => {
    const browser = script('browser', `cat "$1" >> ${folder}/opening && mv ${folder}/opening ${folder}/opened`);
    const { child, exit, said } = start([], {
      DISPLAY: ':0',
      BROWSER: browser,
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
      electron_config_cache: join(folder, 'cache'),
    });
    await said(/^Could not download Electron \(.+\)\. Starting Dropforge in a browser instead\.$/m);
    const [, url = ''] = await said(address);
    await expect.poll(() => readFileSync(`${folder}/opened`, 'utf8')).toContain(url);
    child.kill('SIGINT');
    expect(await exit).toBe(0);
  });

  it('runs Electron on the project with the home folder, and ends as it ends', async () => {
    script('electron', 'echo "ran $1 for $DROPFORGE_HOME, $ELECTRON_RUN_AS_NODE."; sleep 0.01; exit 0');
    const { exit, said } = start([], {
      DISPLAY: ':0',
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      ELECTRON_RUN_AS_NODE: '1',
    });
    await said(new RegExp(`^ran ${root} for ${folder}/home, \\.$`, 'm'));
    expect(await exit).toBe(0);
  });

  it('passes the signal that ends it to Electron once, and waits for it', async () => {
    script('electron', 'trap "echo told; exit 7" INT TERM; echo ready; while kill -0 $PPID; do sleep 0.05; done');
    const { child, exit, said } = start([], { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: folder });
    await said(/^ready$/m);
    child.kill('SIGTERM');
    await said(/^told$/m);
    expect(await exit).toBe(7);
  });

  it('serves to a browser when Electron ends as soon as it starts', async () => {
    script('electron', 'exit 127');
    const browser = script('browser', 'exit 0');
    const { child, exit, said } = start([], {
      DISPLAY: ':0',
      BROWSER: browser,
      ELECTRON_OVERRIDE_DIST_PATH: folder,
    });
    await said(/^Electron exited right after the start \(code 127\)\. Starting Dropforge/m);
    await said(address);
    child.kill('SIGINT');
    expect(await exit).toBe(0);
  });

  it('refuses what it does not know', async () => {
    const { exit, said } = start(['--nonsense'], {});
    await said(/Usage: npm start/);
    expect(await exit).toBe(2);
  });
});
