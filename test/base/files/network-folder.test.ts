import { expect, test } from 'vitest';
import { isOnNetwork } from '../../../src-main/base/files/network-folder.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

test.each([
  ['NFS', 0x6969, true],
  ['SMB', 0xfe534d42, true],
  ['ext4', 0xef53, false],
  ['tmpfs', 0x01021994, false],
])('a folder on %s', async (_, type, isShare) => {
  expect(await isOnNetwork('/home/artist', async () => ({ type }))).toBe(isShare);
});

test('a share of Windows is known by its path', async () => {
  expect(await isOnNetwork(String.raw`\\server\projects`)).toBe(true);
});

test('a local folder of this computer, and one that does not exist', async () => {
  const folder = makeTempFolder();
  expect(await isOnNetwork(folder)).toBe(false);
  await expect(isOnNetwork(`${folder}/missing`)).rejects.toMatchObject({ code: 'ENOENT' });
});
