import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WatcherOptions, WatcherState, Watcher } from '../../../src-main/folders/watching/folder-watcher.ts';
import { createWatchThread } from '../../../src-main/folders/watching/watch-thread.ts';
import type { ReadyFile } from '../../../src-main/folders/watching/ready-file.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

let PNG: Buffer;
beforeAll(async () => {
  PNG = await sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: '#a33',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .png()
    .toBuffer();
});

async function open(patch: Partial<WatcherOptions>, folder: string) {
  const watch = createWatchThread();
  onTestFinished(() => watch.close());
  const ready: ReadyFile[] = [];
  const states: WatcherState[] = [];
  const order = { folder, endings: ['png', 'txt', 'glb'], outside: [], polls: false, ...patch };
  const watched = watch.open(order, {
    onReady: (file) => ready.push(file),
    onStuck: () => undefined,
    onState: (state) => states.push(state),
  });
  await expect.poll(() => states.length).toBeGreaterThan(0);
  const names = (): string[] => ready.map((file) => path.relative(folder, file.path)).sort();
  const put = (name: string, bytes: Buffer | string = PNG): string => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return file;
  };
  return { folder, watched, ready, states, names, put };
}

// On every system one of them is in use; both run everywhere.
describe.each<Watcher>(['folders', 'chokidar'])('a hot folder watched by %s', (watcher) => {
  const setUp = (patch: Partial<WatcherOptions> = {}, folder = makeTempFolder()) => open({ watcher, ...patch }, folder);

  test('files that lie there and files that come are told, each once', async () => {
    const folder = makeTempFolder();
    writeFileSync(path.join(folder, 'before.png'), PNG);
    const { put, names, watched } = await setUp({}, folder);
    put('after.png');
    put('deep/in/side.png');
    put('words.txt', 'a red chair');
    await expect.poll(names).toEqual(['after.png', 'before.png', 'deep/in/side.png', 'words.txt']);
    await watched.rescan();
    await watched.rescan();
    expect(names()).toHaveLength(4);
  });

  test('an image that comes in pieces is told when its last byte is there', async () => {
    const { folder, put, names, ready } = await setUp();
    const file = path.join(folder, 'slow.png');
    const third = Math.floor(PNG.byteLength / 3);
    writeFileSync(file, PNG.subarray(0, third));
    put('first.png');
    await expect.poll(names).toEqual(['first.png']);
    appendFileSync(file, PNG.subarray(third, 2 * third));
    put('second.png');
    await expect.poll(names).toEqual(['first.png', 'second.png']);
    appendFileSync(file, PNG.subarray(2 * third));
    await expect.poll(names).toEqual(['first.png', 'second.png', 'slow.png']);
    expect(ready.find((one) => one.path === file)?.bytes).toBe(PNG.byteLength);
  });

  test('a file that gets its name at the end is told under it, and only then', async () => {
    const { folder, put, names } = await setUp();
    const part = put('chair.png.part');
    put('~$word.png');
    put('.hidden.png');
    put('notes.doc');
    renameSync(part, path.join(folder, 'chair.png'));
    await expect.poll(names).toEqual(['chair.png']);
  });

  test('links, folders with an image’s name and empty files are passed over', async () => {
    const { folder, put, names } = await setUp();
    const secret = path.join(makeTempFolder(), 'id_rsa');
    writeFileSync(secret, PNG);
    symlinkSync(secret, path.join(folder, 'key.png'));
    mkdirSync(path.join(folder, 'folder.png'));
    put('empty.png', '');
    put('real.png');
    await expect.poll(names).toEqual(['real.png']);
  });

  test('a folder that is to be left out is', async () => {
    const folder = makeTempFolder();
    const { put, names } = await setUp({ outside: [path.join(folder, 'done')] }, folder);
    put('done/old.png');
    put('new.png');
    await expect.poll(names).toEqual(['new.png']);
  });

  test('so is one whose name is spelled differently, and one that a link leads to', async () => {
    const folder = makeTempFolder();
    const outside = ['done', 'g\u00fcltig', 'link'].map((name) => path.join(folder, name));
    symlinkSync('target', path.join(folder, 'link'));
    mkdirSync(path.join(folder, 'target'));
    mkdirSync(path.join(folder, 'Done'));
    const { put, names, watched } = await setUp({ outside }, folder);
    for (const name of ['Done/1.png', 'DONE/deep/2.png', 'Gu\u0308ltig/3.png', 'target/4.png']) put(name);
    put('done too/new.png');
    await expect.poll(names).toEqual(['done too/new.png']);
    await watched.rescan();
    put('target/later.png');
    put('later.png');
    await expect.poll(names).toEqual(['done too/new.png', 'later.png']);
  });

  test('a folder that takes the place of another is watched as that was', async () => {
    const { folder, put, names } = await setUp();
    put('in/deep/one.png');
    await expect.poll(names).toEqual(['in/deep/one.png']);
    const [inside, away] = [path.join(folder, 'in'), path.join(makeTempFolder(), 'away')];
    renameSync(inside, away);
    const other = path.join(makeTempFolder(), 'in');
    mkdirSync(path.join(other, 'deep'), { recursive: true });
    writeFileSync(path.join(other, 'deep/two.png'), PNG);
    renameSync(other, inside);
    // Long before the next walk would find them.
    await expect.poll(names).toEqual(['in/deep/one.png', 'in/deep/two.png']);
    writeFileSync(path.join(away, 'deep/not-here.png'), PNG);
    put('in/deep/three.png');
    await expect.poll(names).toEqual(['in/deep/one.png', 'in/deep/three.png', 'in/deep/two.png']);
  });

  test('other content under the same name is told again', async () => {
    const { put, ready } = await setUp();
    put('chair.png');
    await expect.poll(() => ready.length).toBe(1);
    put('chair.png', Buffer.concat([PNG, Buffer.from('more')]));
    await expect.poll(() => ready.length).toBe(2);
    expect(ready[0]?.version).not.toBe(ready[1]?.version);
  });

  test('a folder that goes away is said to be gone, and watched again when it is back', async () => {
    const { folder, put, names, states } = await setUp();
    put('one.png');
    await expect.poll(names).toEqual(['one.png']);
    rmSync(folder, { recursive: true });
    await expect.poll(() => states.at(-1), { timeout: 90_000 }).toBe('gone');
    put('two.png');
    await expect.poll(() => states.at(-1)).toBe('watching');
    await expect.poll(names).toEqual(['one.png', 'two.png']);
  });

  test('where nothing tells of changes the folder is walked', async () => {
    const { put, names, states } = await setUp({ polls: true });
    expect(states).toEqual(['polling']);
    put('one.png');
    await expect.poll(names).toEqual(['one.png']);
  });

  test('two thousand files that came while the system could not tell are all there', async () => {
    const { folder, names } = await setUp();
    // One program makes them all at once, faster than anybody listens.
    const script = `const fs=require('fs');for(let i=0;i<2000;i++)fs.copyFileSync(process.argv[1],process.argv[2]+'/'+i+'.png')`;
    const source = path.join(makeTempFolder(), 'a.png');
    writeFileSync(source, PNG);
    execFileSync(process.execPath, ['-e', script, source, folder]);
    await expect.poll(() => names().length).toBe(2000);
  });
});

describe('a watch whose thread breaks', () => {
  /** A folder with one image; `break` ends the thread that watches it. */
  async function setUp() {
    const folder = makeTempFolder();
    writeFileSync(path.join(folder, 'one.png'), PNG);
    const threads: Worker[] = [];
    const watch = createWatchThread(() => {
      const thread = new Worker(new URL('../../../src-main/folders/watching/watching-worker.ts', import.meta.url));
      threads.push(thread);
      return thread;
    });
    onTestFinished(() => watch.close());
    const names: string[] = [];
    const watched = watch.open(
      { folder, endings: ['png'], outside: [], polls: false },
      { onReady: (file) => names.push(path.basename(file.path)), onStuck: () => undefined, onState: () => undefined },
    );
    await expect.poll(() => names).toEqual(['one.png']);
    return { folder, watch, watched, names, threads, breakIt: () => threads.at(-1)?.terminate() };
  }

  test('ends the walk that was under way, and tells of what comes after', async () => {
    const { folder, watched, names, threads, breakIt } = await setUp();
    const walk = watched.rescan();
    await breakIt();
    await expect(walk).resolves.toBeGreaterThanOrEqual(0);
    writeFileSync(path.join(folder, 'two.png'), PNG);
    await expect.poll(() => names).toContain('two.png');
    expect(threads).toHaveLength(2);
  });

  test('closes a folder that was being closed', async () => {
    const { watched, breakIt } = await setUp();
    const [walk, closed] = [watched.rescan(), watched.close()];
    await breakIt();
    await expect(Promise.all([walk, closed])).resolves.toEqual([0, undefined]);
    expect(await watched.rescan()).toBe(0);
  });

  test('is closed as a whole with nobody left waiting', async () => {
    const { watch, watched } = await setUp();
    const waiting = [watched.rescan(), watched.close()];
    await watch.close();
    await expect(Promise.all(waiting)).resolves.toEqual([0, undefined]);
  });
});
