import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { renamePatientlySync } from '../../../src-main/base/files/rename-patiently.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** A file that another program holds for two attempts, on a platform. */
function holdFile(platform: NodeJS.Platform, code: string) {
  const folder = makeTempFolder();
  const [from, to] = ['from', 'to'].map((name) => path.join(folder, name)) as [string, string];
  for (const file of [from, to]) fs.writeFileSync(file, path.basename(file));
  let attempts = 0;
  const hold = (): void => {
    if (++attempts <= 2) throw Object.assign(new Error(code), { code });
  };
  const { renameSync } = fs;
  const { rename } = fs.promises;
  vi.spyOn(fs, 'renameSync').mockImplementation((...names) => (hold(), renameSync(...names)));
  vi.spyOn(fs.promises, 'rename').mockImplementation(async (...names) => (hold(), rename(...names)));
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return { from, to, read: () => fs.readFileSync(to, 'utf8'), attempts: () => attempts };
}

const RENAMES = [
  ['asynchronous', systemDisk.rename],
  ['synchronous', async (from: string, to: string) => renamePatientlySync(from, to)],
] as const;

test.each(RENAMES)('on Windows, a rename waits for a program that holds the file: %s', async (_, rename) => {
  const { from, to, read, attempts } = holdFile('win32', 'EBUSY');
  await rename(from, to);
  expect([read(), attempts()]).toEqual(['from', 3]);
});

test.each(
  RENAMES.flatMap(([name, rename]) =>
    (['win32 ENOENT', 'linux EBUSY'] as const).map((where) => [where, name, rename] as const),
  ),
)('a rename that waiting does not help fails at once: %s, %s', async (where, _, rename) => {
  const [platform, code] = where.split(' ') as [NodeJS.Platform, string];
  const { from, to, read, attempts } = holdFile(platform, code);
  await expect(rename(from, to)).rejects.toMatchObject({ code });
  expect([read(), attempts()]).toEqual(['to', 1]);
});
