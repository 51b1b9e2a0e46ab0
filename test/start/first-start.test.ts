import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { CAN_SEE_PROCESSES, childrenOf, commandOf } from '../helpers/processes.ts';
import { copyProject } from '../helpers/project-copy.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { shakeHands, ticketOf } from '../ipc/loopback/page.ts';

/** A fresh clone whose page is a few lines, because a build of the real one takes seconds. */
function cloneWithSmallPage() {
  const folder = makeTempFolder();
  copyProject(folder);
  const at = (...names: string[]): string => path.join(folder, ...names);
  writeFileSync(at('src-renderer/index.html'), '<!doctype html><script type="module" src="./main.ts"></script>');
  writeFileSync(at('src-renderer/main.ts'), `import('./later.ts'); document.title = '${'first '.repeat(500)}';`);
  writeFileSync(at('src-renderer/later.ts'), `document.title = '${'later '.repeat(500)}';`);
  return {
    at,
    build: async (...parts: string[]) =>
      (await promisify(execFile)(process.execPath, [at('vite.config.ts'), ...parts])).stdout.trim(),
    listPage: () =>
      readdirSync(at('dist/renderer'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(at('dist/renderer'), path.join(entry.parentPath, entry.name)))
        .sort(),
    hasExtras: () => existsSync(at('dist/built-from/extras')),
  };
}

type Clone = ReturnType<typeof cloneWithSmallPage>;

const isExtra = (name: string): boolean => /\.(?:map|br|gz)$/.test(name);

/** `npm start -- --no-open` in a clone. */
async function start({ at }: Clone) {
  const args = [at('src-main/start.ts'), '--no-open', '--home', at('home')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  const url = new URL(/http:\S+/.exec(text)?.[0] ?? '');
  const isBuilding = (): boolean => childrenOf(child.pid ?? 0).some((pid) => commandOf(pid).includes('vite.config.ts'));
  return {
    isBuilding,
    connect: async (): Promise<void> => {
      const socket = new WebSocket(`ws://${url.host}/ipc`, ['dropforge'], { origin: url.origin });
      onTestFinished(() => socket.terminate());
      await shakeHands(socket, ticketOf(url.href));
    },
    stop: async (): Promise<unknown> => {
      child.kill('SIGINT');
      return (await exited)[0];
    },
  };
}

describe.skipIf(!CAN_SEE_PROCESSES)('the first start of a clone', () => {
  test('builds only what the page needs to run, and its extras after the page has connected', async () => {
    const clone = cloneWithSmallPage();
    const { connect, isBuilding, stop } = await start(clone);
    const first = clone.listPage();
    expect(first.map((name) => name.replace(/-[^.]*/, ''))).toEqual([
      'assets/index.js',
      'assets/later.js',
      'icon.png',
      'icon.png',
      'index.html',
      'manifest.json',
    ]);
    expect([isBuilding(), existsSync(clone.at('dist/main'))]).toEqual([false, false]);

    await connect();
    await expect.poll(clone.hasExtras).toBe(true);
    const all = clone.listPage();
    expect(all.filter((name) => !isExtra(name))).toEqual(first);
    const scripts = first.filter((name) => name.endsWith('.js'));
    expect(all.filter(isExtra)).toEqual(scripts.flatMap((name) => [`${name}.br`, `${name}.gz`, `${name}.map`]).sort());
    for (const name of scripts) {
      const script = clone.at('dist/renderer', name);
      expect(brotliDecompressSync(readFileSync(`${script}.br`)).equals(readFileSync(script))).toBe(true);
      expect(gunzipSync(readFileSync(`${script}.gz`)).equals(readFileSync(script))).toBe(true);
    }
    expect(await stop()).toBe(0);
  });

  test('is followed by one that finishes extras which were interrupted', async () => {
    const clone = cloneWithSmallPage();
    const { connect, isBuilding, stop } = await start(clone);
    const first = clone.listPage();
    // What an ended build leaves, and one that is running.
    mkdirSync(clone.at('.cache/page'));
    writeFileSync(clone.at('.cache/page/half.js'), 'half');
    const other = new DatabaseSync(clone.at('.cache/build-lock.db'));
    other.exec('BEGIN EXCLUSIVE');
    await connect();
    await expect.poll(isBuilding).toBe(true);
    expect(await stop()).toBe(0);
    other.close();
    expect([clone.hasExtras(), clone.listPage()]).toEqual([false, first]);

    const next = await start(clone);
    expect(clone.listPage()).toEqual(first);
    await next.connect();
    await expect.poll(clone.hasExtras).toBe(true);
    expect(clone.listPage().filter((name) => !isExtra(name))).toEqual(first);
    expect(await next.stop()).toBe(0);
  });
});

describe('a build', () => {
  test('replaces the files of an open page as a whole when it adds extras', async () => {
    const clone = cloneWithSmallPage();
    await clone.build('page');
    const script = clone.at('dist/renderer', clone.listPage()[0] ?? '');
    const before = readFileSync(script, 'utf8');
    const open = openSync(script, 'r');
    expect(await clone.build('extras')).toBe('Built extras into dist.');
    // Who reads the earlier file meanwhile reads it to its end.
    expect(readFileSync(open, 'utf8')).toBe(before);
    closeSync(open);
    expect(readFileSync(script, 'utf8')).toMatch(/\n\/\/# sourceMappingURL=\S+\.js\.map\n?$/);
  });

  test('of the same parts in two processes is done once', async () => {
    const clone = cloneWithSmallPage();
    const both = await Promise.all([clone.build('page'), clone.build('page')]);
    expect(both.sort()).toEqual(['Built page into dist.', 'Nothing to build.']);
  });

  test('without names includes the extras', async () => {
    const clone = cloneWithSmallPage();
    expect(await clone.build()).toBe('Built main, page, extras into dist.');
    expect([clone.hasExtras(), clone.listPage().filter(isExtra).length]).toEqual([true, 6]);
  });

  test('adds no extras to a page that was built from other sources', async () => {
    const clone = cloneWithSmallPage();
    await clone.build('page');
    const first = clone.listPage();
    utimesSync(clone.at('src-renderer/main.ts'), new Date(), new Date(Date.now() + 60_000));
    await expect(clone.build('extras')).rejects.toThrow('Cannot add extras to a stale page.');
    expect([clone.hasExtras(), clone.listPage()]).toEqual([false, first]);
    expect(await clone.build('page', 'extras')).toBe('Built page, extras into dist.');
  });
});
