import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemDisk, type Disk } from '../../src-main/base/files/disk.ts';
import { archiveSource, sidecarOf } from '../../src-main/hot-folders/archive-source.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const MODULE = new URL('../../src-main/hot-folders/archive-source.ts', import.meta.url).href;

function setUp(...names: string[]) {
  const root = makeTempFolder();
  const put = (name: string, content = name): string => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  for (const name of names) put(name);
  const all = (): string[] =>
    (
      readdirSync(root, { recursive: true, withFileTypes: true }) as {
        isFile(): boolean;
        parentPath: string;
        name: string;
      }[]
    )
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .sort();
  return { root, put, all };
}

test('a source goes where it belongs together with its sidecar, and takes the place it had', async () => {
  const { root, all } = setUp('a/b/chair.png', 'a/b/chair.json', 'lamp.png');
  const moved = await archiveSource(root, [path.join(root, 'a/b/chair.png')], 'done', null);
  expect([...moved]).toEqual([[path.join(root, 'a/b/chair.png'), path.join(root, 'done/a/b/chair.png')]]);
  expect(all()).toEqual(['done/a/b/chair.json', 'done/a/b/chair.png', 'lamp.png']);
  // The folders that held nothing else are gone as well.
  expect(readdirSync(root).sort()).toEqual(['done', 'lamp.png']);
});

test('one that failed has the reason beside it', async () => {
  const { root, all } = setUp('chair.png');
  await archiveSource(root, [path.join(root, 'chair.png')], 'failed', 'It is no picture. Nothing was charged.');
  expect(all()).toEqual(['failed/chair.png', 'failed/chair.png.txt']);
  expect(readFileSync(path.join(root, 'failed/chair.png.txt'), 'utf8')).toBe(
    'It is no picture. Nothing was charged.\n',
  );
});

test('nothing is ever replaced', async () => {
  const { root, put, all } = setUp('chair.png', 'done/chair.png', 'done/chair (2).png');
  const moved = await archiveSource(root, [path.join(root, 'chair.png')], 'done', null);
  expect([...moved.values()]).toEqual([path.join(root, 'done/chair (3).png')]);
  put('chair.png', 'another');
  await archiveSource(root, [path.join(root, 'chair.png')], 'done', null);
  expect(all()).toEqual(['done/chair (2).png', 'done/chair (3).png', 'done/chair (4).png', 'done/chair.png']);
  expect(readFileSync(path.join(root, 'done/chair.png'), 'utf8')).toBe('done/chair.png');
});

test('a text of the user with the name of a reason is kept, and the reason is written once', async () => {
  const { root, put, all } = setUp('chair.png', 'failed/chair.png.txt');
  await archiveSource(root, [path.join(root, 'chair.png')], 'failed', 'No shape.');
  expect(all()).toEqual(['failed/chair.png', 'failed/chair.png (2).txt', 'failed/chair.png.txt']);
  expect(readFileSync(path.join(root, 'failed/chair.png.txt'), 'utf8')).toBe('failed/chair.png.txt');
  expect(readFileSync(path.join(root, 'failed/chair.png (2).txt'), 'utf8')).toBe('No shape.\n');
  // The app ended before the source was removed.
  linkSync(path.join(root, 'failed/chair.png'), put('chair.png', '') + '.link');
  renameSync(path.join(root, 'chair.png.link'), path.join(root, 'chair.png'));
  await archiveSource(root, [path.join(root, 'chair.png')], 'failed', 'No shape.');
  expect(all()).toEqual(['failed/chair.png', 'failed/chair.png (2).txt', 'failed/chair.png.txt']);
});

test.each([
  ['the hot folder', 'done', '.'],
  ['a folder inside', 'done', 'a'],
  ['the folder of the source', 'done/a', '../a'],
])('an archive folder that is a link to %s is not used', async (_, link, target) => {
  const { root, all } = setUp('a/chair.png', 'lamp.png');
  mkdirSync(path.dirname(path.join(root, link)), { recursive: true });
  symlinkSync(target, path.join(root, link));
  const before = all();
  await expect(archiveSource(root, [path.join(root, 'a/chair.png')], 'done', null)).rejects.toThrow(/is not a folder/);
  expect(all()).toEqual(before);
});

test('a source whose folder became a link into the archive is not removed there', async () => {
  const { root } = setUp('done/a/chair.png', 'done/a/lamp.png');
  symlinkSync('done/a', path.join(root, 'a'));
  // It has another name elsewhere, so that only the paths show that there is no second entry.
  linkSync(path.join(root, 'done/a/lamp.png'), path.join(root, 'other.png'));
  for (const place of ['a/chair.png', 'a/lamp.png']) await archiveSource(root, [path.join(root, place)], 'done', null);
  expect(readdirSync(path.join(root, 'done/a')).sort()).toEqual(['chair (2).png', 'lamp (2).png']);
});

test('a move that was cut short is ended, not done twice', async () => {
  const { root, all } = setUp('chair.png', 'done/other.png');
  linkSync(path.join(root, 'chair.png'), path.join(root, 'done/chair.png'));
  const moved = await archiveSource(root, [path.join(root, 'chair.png')], 'done', null);
  expect([...moved.values()]).toEqual([path.join(root, 'done/chair.png')]);
  expect(all()).toEqual(['done/chair.png', 'done/other.png']);
});

test.each(['ENOTSUP', 'EISDIR'])(
  'a disk without hard links is no obstacle, and nothing is replaced there: %s',
  async (code) => {
    const { root, all } = setUp('chair.png', 'chair.json', 'failed/chair.png');
    const link: Disk['link'] = () => Promise.reject(Object.assign(new Error('no links'), { code }));
    await archiveSource(root, [path.join(root, 'chair.png')], 'failed', 'No shape.', { ...systemDisk, link });
    expect(all()).toEqual([
      'failed/chair (2).json',
      'failed/chair (2).png',
      'failed/chair (2).png.txt',
      'failed/chair.png',
    ]);
    expect(readFileSync(path.join(root, 'failed/chair.png'), 'utf8')).toBe('failed/chair.png');
  },
);

test('an app that is killed while it writes the reason does so again', async () => {
  const { root, all } = setUp('chair.png');
  const code = `import { archiveSource } from ${JSON.stringify(MODULE)};
    await archiveSource(${JSON.stringify(root)}, [${JSON.stringify(path.join(root, 'chair.png'))}], 'failed', 'x'.repeat(200_000_000));`;
  const part = 'failed/.chair.png.txt.part';
  // Again, should it have been done before it was killed.
  do {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    writeFileSync(path.join(root, 'chair.png'), 'chair.png');
    const app = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
    const ended = once(app, 'exit');
    while (!all().includes(part) && app.exitCode === null) await pause(1);
    app.kill('SIGKILL');
    await ended;
  } while (!all().includes(part));
  await archiveSource(root, [path.join(root, 'chair.png')], 'failed', 'It is no picture.');
  expect(all()).toEqual(['failed/chair.png', 'failed/chair.png.txt']);
});

test('what is gone is no trouble, and what cannot be moved stays and is told', async () => {
  const { root, all } = setUp('chair.png');
  expect((await archiveSource(root, [path.join(root, 'gone.png')], 'done', null)).size).toBe(0);
  writeFileSync(path.join(root, 'done'), 'a file where a folder should be');
  await expect(archiveSource(root, [path.join(root, 'chair.png')], 'done', null)).rejects.toThrow();
  expect(all()).toEqual(['chair.png', 'done']);
});

test('a file outside of the hot folder stays', async () => {
  const { root, all } = setUp('in/done/old.png', 'chair.png');
  expect((await archiveSource(path.join(root, 'in'), [path.join(root, 'chair.png')], 'done', null)).size).toBe(0);
  expect(all()).toEqual(['chair.png', 'in/done/old.png']);
});

test('a sidecar has the name of its source', () => {
  expect([sidecarOf('/a/chair.png'), sidecarOf('/a/chair'), sidecarOf('/a.b/c.d.png')]).toEqual([
    '/a/chair.json',
    '/a/chair.json',
    '/a.b/c.d.json',
  ]);
});
