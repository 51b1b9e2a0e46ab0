import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSmallFile, readSmallFileSync } from '../../../src-main/base/files/small-file.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const LIMIT = 4_096;

describe.each([
  ['readSmallFile', readSmallFile],
  ['readSmallFileSync', async (file: string, maxBytes: number) => Promise.resolve(readSmallFileSync(file, maxBytes))],
] as const)('%s', (_, read) => {
  const make = (plant: (file: string) => void): string => {
    const file = path.join(makeTempFolder(), 'a.json');
    plant(file);
    return file;
  };

  test('returns a text up to the limit', async () => {
    const file = make((at) => writeFileSync(at, 'é'.repeat(LIMIT / 2)));
    expect(await read(file, LIMIT)).toMatchObject({ text: 'é'.repeat(LIMIT / 2), bytes: LIMIT });
    expect((await read(file, LIMIT)).modifiedMs).toBeGreaterThan(0);
  });

  test('does not read what is larger', async () => {
    const file = make((at) => (writeFileSync(at, ''), truncateSync(at, 500_000_000)));
    expect(await read(file, LIMIT)).toMatchObject({ text: null, bytes: 500_000_000 });
  });

  test('does not read a folder', async () => {
    expect(await read(make(mkdirSync), LIMIT)).toMatchObject({ text: null });
  });

  test.skipIf(process.platform === 'win32')('does not wait for a pipe or follow a link', async () => {
    expect(
      await read(
        make((at) => execFileSync('mkfifo', [at])),
        LIMIT,
      ),
    ).toMatchObject({ text: null });
    const link = make((at) => symlinkSync('/dev/zero', at));
    await expect((async () => read(link, LIMIT))()).rejects.toMatchObject({ code: 'ELOOP' });
  });

  test('rejects with the error of the system', async () => {
    const missing = path.join(makeTempFolder(), 'missing');
    await expect((async () => read(missing, LIMIT))()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
