import { expect, test } from 'vitest';
import { installPrograms } from './install-programs.ts';

const found = { title: 'found', find: () => '/usr/bin/found', packages: ['found'] };
const missing = { title: 'missing', find: () => null, packages: ['missing'] };

test.each([
  { platform: 'linux', isCi: true, failed: 1 },
  { platform: 'linux', isCi: false, failed: 0 },
  { platform: 'darwin', isCi: true, failed: 0 },
  { platform: 'win32', isCi: true, failed: 0 },
] as const)(
  'without root, $failed of a missing program fails on $platform, CI: $isCi',
  async ({ failed, ...machine }) => {
    const outcomes = await installPrograms([found, missing], { ...machine, hasApt: false });
    expect(outcomes).toEqual(Array.from({ length: failed }, () => ({ passed: 0, failed: 1, skipped: 0 })));
  },
);

test('a program that can be installed without root is', async () => {
  let file: string | null = null;
  const installElsewhere = (): Promise<string> => {
    file = '/home/found';
    return Promise.resolve('');
  };
  const program = { ...missing, find: () => file, installElsewhere };
  expect(await installPrograms([program], { platform: 'darwin', isCi: false, hasApt: false })).toEqual([]);
  expect(file).toBe('/home/found');
});
