import { expect, test } from 'vitest';
import { toFeedText } from '../../../src-main/shell/updates/feed-text.ts';
import { parseReleaseFiles } from '../../../src-main/updates/release-files.ts';
import { parseFeed } from '../../../src-main/updates/parse-feed.ts';

const SHA512 = Buffer.alloc(64, 7).toString('base64');

test.each(['0.2.0', '1.0.0-beta.1', '1.0.0+build.5'])('version %s is read again as it was written', (version) => {
  const text = toFeedText({ version, path: '/updates/0a1b.exe', sha512: SHA512, bytes: 1_234 }, `D-${version}.exe`);
  expect(parseFeed(text).version).toBe(version);
  expect(parseReleaseFiles(text).files).toEqual([{ name: `D-${version}.exe`, sha512: SHA512, bytes: 1_234 }]);
  expect(text).not.toContain('/updates/');
});
