import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { claimSource, ownerOf, releaseSource } from '../../src-main/hot-folders/folder-claim.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const MARK = { folderId: 'in', fileId: '1:1', place: 'chair.png', version: '1:1', sha256: 'a'.repeat(64) };
const [MINE, OTHER] = [ownerOf('/home/a', 'one'), ownerOf('/home/a', 'two')];

const claimsIn = (folder: string): string[] => {
  const place = path.join(folder, '.dropforge/taken');
  return readdirSync(place).map((name) => path.join(place, name));
};

test('a source is one Dropforge’s until it is given back', async () => {
  const folder = makeTempFolder();
  expect(await claimSource(folder, MARK, MINE)).toBe('new');
  expect(await claimSource(folder, MARK, MINE)).toBe('ours');
  expect(await claimSource(folder, MARK, OTHER)).toBe('others');
  await releaseSource(folder, MARK);
  expect(await claimSource(folder, MARK, OTHER)).toBe('new');
});

test.each([
  ['empty', ''],
  ['half', MINE.slice(0, 16)],
  ['zeros, as a power cut leaves them', '\0'.repeat(32)],
])('a claim that was cut short is nobody’s: %s', async (_, text) => {
  const folder = makeTempFolder();
  await claimSource(folder, MARK, OTHER);
  const [claim = ''] = claimsIn(folder);
  writeFileSync(claim, text);
  expect(await claimSource(folder, MARK, MINE)).toBe('new');
  expect([claimsIn(folder), readFileSync(claim, 'utf8')]).toEqual([[claim], MINE]);
});

test.skipIf(process.platform === 'win32').each<[string, (claim: string) => void]>([
  ['a pipe', (claim) => execFileSync('mkfifo', [claim])],
  ['a link', (claim) => symlinkSync('/dev/zero', claim)],
  ['very large', (claim) => (writeFileSync(claim, ''), truncateSync(claim, 500_000_000))],
])('a claim that is %s is nobody’s and is not read', async (_, plant) => {
  const folder = makeTempFolder();
  await claimSource(folder, MARK, OTHER);
  const [claim = ''] = claimsIn(folder);
  await releaseSource(folder, MARK);
  plant(claim);
  expect(await claimSource(folder, MARK, MINE)).toBe('new');
  expect(readFileSync(claim, 'utf8')).toBe(MINE);
});

test('what cannot be read as a claim is no source given away', async () => {
  const folder = makeTempFolder();
  await claimSource(folder, MARK, OTHER);
  const [claim = ''] = claimsIn(folder);
  await releaseSource(folder, MARK);
  mkdirSync(claim);
  await expect(claimSource(folder, MARK, MINE)).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' });
});

test.skipIf(process.platform !== 'linux')('where nothing can be written there is nobody to share with', async () => {
  expect(await claimSource('/sys', MARK, MINE)).toBe('none');
});
