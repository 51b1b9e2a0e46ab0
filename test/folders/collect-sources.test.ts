import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toDiskError, toLibraryError, toSourceError } from '../../src-main/folders/disk-error.ts';
import { writeFileDurably } from '../../src-main/base/files/durable-file.ts';
import { describeFolder } from '../../src-main/folders/describe-folder.ts';
import { hashFile } from '../../src-main/base/files/hash-file.ts';
import { collectSources, joinViews } from '../../src-main/folders/collect-sources.ts';
import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import { CHINESE } from '../../src-shared/messages/chinese.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

function put(root: string, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), 'bytes');
  }
}

describe('taking sources', () => {
  test('goes through folders in the order people read, and passes over what is none', async () => {
    const root = makeTempFolder();
    put(
      root,
      'in/b10.png',
      'in/b2.PNG',
      'in/sub/deep/c.glb',
      'in/notes.txt',
      'in/.hidden.png',
      'in/.git/x.png',
      'elsewhere/x.png',
    );
    symlinkSync(path.join(root, 'elsewhere'), path.join(root, 'in/linked'));
    symlinkSync(path.join(root, 'elsewhere/x.png'), path.join(root, 'in/link.png'));
    symlinkSync(path.join(root, 'in'), path.join(root, 'in/sub/around'));
    const { sources, refused } = await collectSources([{ path: path.join(root, 'in') }]);
    expect(sources.map(({ name, kind, bytes }) => [name, kind, bytes])).toEqual([
      ['b2.PNG', 'picture', 5],
      ['b10.png', 'picture', 5],
      ['c.glb', 'model', 5],
    ]);
    expect(refused).toEqual([]);
  });

  test('takes the same folder twice as often as it is given, and a name the page gave', async () => {
    const root = makeTempFolder();
    put(root, '0b6e2f0e');
    const { sources } = await collectSources([{ path: path.join(root, '0b6e2f0e'), name: 'my chair.webp' }]);
    expect(sources).toEqual([{ path: path.join(root, '0b6e2f0e'), name: 'my chair.webp', kind: 'picture', bytes: 5 }]);
  });

  test('says of each thing it cannot use why, and goes on with the others', async () => {
    const root = makeTempFolder();
    put(root, 'notes.doc', 'empty/readme.md', 'good.jpg');
    const given = ['notes.doc', 'empty', 'gone.png', 'good.jpg', 'good.jpg/inside.png', 'n'.repeat(300)];
    const { sources, refused } = await collectSources(given.map((name) => ({ path: path.join(root, name) })));
    expect(sources.map(({ name }) => name)).toEqual(['good.jpg']);
    expect(refused.map(({ code, subject }) => [code, toEnglish(subject ?? '').slice(0, 12)])).toEqual([
      ['unsupported_file', 'notes.doc'],
      ['folder_without_pictures', 'empty'],
      ['file_missing', 'gone.png'],
      ['file_missing', 'inside.png'],
      ['file_unreadable', 'nnnnnnnnnnnn'],
    ]);
    for (const error of refused) expect(describeError(error).happened).toContain(toEnglish(error.subject ?? ''));
  });

  test('explains why types of files that people expect to work are not supported', async () => {
    const root = makeTempFolder();
    put(root, 'phone.HEIC', 'scan.ply');
    const given = ['phone.HEIC', 'scan.ply'].map((name) => ({ path: path.join(root, name) }));
    const { refused } = await collectSources(given);
    expect(refused.map(({ detail }) => toEnglish(detail))).toEqual([
      expect.stringMatching(/^This is a HEIC image/),
      expect.stringMatching(/^It holds points or Gaussian splats/),
    ]);
  });

  test('says that a name is too long', async () => {
    const name = `${'n'.repeat(300)}.png`;
    const { refused } = await collectSources([{ path: path.join(makeTempFolder(), name) }]);
    expect(refused.map(({ detail }) => toEnglish(detail))).toEqual(['The name is too long for this disk.']);
  });

  test('leaves out what fails the check, also from a set, in the order of the files', async () => {
    const root = makeTempFolder();
    put(root, 'a.png', 'chair_front.png', 'chair_left.png', 'chair_back.png', 'z.png');
    const names = ['z.png', 'chair_front.png', 'chair_left.png', 'chair_back.png', 'a.png'];
    const { sources, refused } = await collectSources(
      names.map((name) => ({ path: path.join(root, name) })),
      ({ name }) =>
        name === 'z.png' || name === 'chair_left.png'
          ? Promise.reject(new AppError('file_truncated', '', { subject: name }))
          : Promise.resolve({ pixels: { width: 8, height: 9 } }),
    );
    expect(sources).toMatchObject([
      { kind: 'views', views: [{ name: 'chair_front.png', pixels: { width: 8 } }, { name: 'chair_back.png' }] },
      { kind: 'picture', name: 'a.png', pixels: { width: 8, height: 9 } },
    ]);
    expect(refused.map(({ subject }) => subject)).toEqual(['z.png', 'chair_left.png']);
  });

  test('images of the sides of one thing are one source, wherever they lie', async () => {
    const root = makeTempFolder();
    put(root, 'chair_left.png', 'chair_front.jpg', 'in/lamp/front.png', 'in/lamp/back.png', 'in/lamp/side.png');
    const given = ['chair_left.png', 'in', 'chair_front.jpg'].map((name) => ({ path: path.join(root, name) }));
    const { sources } = await collectSources(given);
    expect(
      sources.map((source) => [
        source.name,
        source.bytes,
        source.kind === 'views' ? source.views.map(({ slot }) => slot) : null,
      ]),
    ).toEqual([
      ['chair', 10, ['front', 'left']],
      ['lamp', 10, ['front', 'back']],
      ['side.png', 5, null],
    ]);
    const apart = await Promise.all(given.map((one) => collectSources([one])));
    const joined = apart.flatMap((one) => one.sources);
    expect(joinViews(joined)).toEqual(sources);
    expect(joinViews(joined, () => false)).toEqual(joined);
  });

  test('a text is a prompt: named by itself, or called .prompt', async () => {
    const root = makeTempFolder();
    mkdirSync(path.join(root, 'in'));
    const write = (name: string, content: string | Buffer): void => writeFileSync(path.join(root, name), content);
    write('chair.txt', ' A red\r\n\n wooden   chair ');
    write('in/notes.txt', 'not for here');
    write('in/椅子.prompt', Buffer.from('\ufeff一把红色的椅子', 'utf16le'));
    write('long.prompt', 'a'.repeat(1025));
    write('huge.txt', 'a'.repeat(20_000));
    write('blank.txt', ' \n');
    write('binary.txt', Buffer.from([0x61, 0, 0xff, 0xfe, 0x80]));
    write('image.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    const names = ['chair.txt', 'in', 'long.prompt', 'huge.txt', 'blank.txt', 'binary.txt', 'image.txt'];
    const { sources, refused } = await collectSources(names.map((name) => ({ path: path.join(root, name) })));
    expect(sources).toMatchObject([
      { kind: 'prompt', name: 'chair.txt', prompt: 'A red wooden chair' },
      { kind: 'prompt', name: '椅子.prompt', prompt: '一把红色的椅子' },
    ]);
    expect(refused.map(({ code, subject }) => `${toEnglish(subject ?? '')} ${code}`)).toEqual([
      'long.prompt prompt_too_long',
      'huge.txt prompt_too_long',
      'blank.txt file_empty',
      'binary.txt not_a_text',
      'image.txt not_a_text',
    ]);
  });

  test('a device is no source', async () => {
    const { refused } = await collectSources([{ path: '/dev/null' }]);
    expect(refused).toMatchObject([{ code: 'unsupported_file', subject: 'null' }]);
  });
});

test('a hash is that of the bytes, over many pieces and none', async () => {
  const file = path.join(makeTempFolder(), 'big');
  for (const size of [0, 1, 1024 * 1024, 2_500_001]) {
    const bytes = Buffer.alloc(size, 'abc');
    writeFileSync(file, bytes);
    expect(await hashFile(file)).toEqual({ sha256: createHash('sha256').update(bytes).digest('hex'), bytes: size });
  }
});

test('a folder is said in words', () => {
  expect(describeFolder(path.join(os.homedir(), 'Documents', 'Dropforge'))).toBe('Documents › Dropforge');
  expect(describeFolder('/mnt/share/out')).toBe('mnt › share › out');
  expect(describeFolder(`${os.homedir()}-other/x`)).toContain('-other › x');
});

describe('disk errors', () => {
  const system = (code: string): Error => Object.assign(new Error(code), { code });

  test.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EROFS', 'folder_unwritable'],
    ['ENOTDIR', 'folder_unwritable'],
    ['ENAMETOOLONG', 'folder_unwritable'],
  ])('%s becomes %s', (code, ours) =>
    expect(toDiskError(system(code), 'x')).toMatchObject({ code: ours, subject: 'x' }),
  );

  test('of the library name it in the language of the page', () => {
    const error = toErrorInfo(toLibraryError(system('ENOSPC')));
    expect([describeError(error), describeError(error, undefined, CHINESE)]).toMatchObject([
      { happened: 'The disk is full: the library.' },
      { happened: '磁盘已满：资料库。' },
    ]);
  });

  test('of the person’s own file are told apart, and what is unknown is kept', () => {
    expect(toSourceError(system('ENOENT'), 'x')).toMatchObject({ code: 'file_missing' });
    expect(toSourceError(system('EIO'), 'x')).toMatchObject({ code: 'file_unreadable' });
    const odd = system('EWHATEVER');
    expect([toSourceError(odd, 'x'), toDiskError(odd, 'x')]).toEqual([odd, odd]);
  });

  test('a durable write replaces the file at once, or leaves it and no part behind', async () => {
    const folder = makeTempFolder();
    const file = path.join(folder, 'a.json');
    await writeFileDurably(file, 'one');
    await writeFileDurably(file, 'two');
    expect(await hashFile(file)).toMatchObject({ bytes: 3 });
    mkdirSync(path.join(folder, 'taken'));
    put(folder, 'taken/x');
    await expect(writeFileDurably(path.join(folder, 'taken'), 'three')).rejects.toThrow();
    const { readdirSync } = await import('node:fs');
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'taken']);
  });
});
