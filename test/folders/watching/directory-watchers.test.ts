import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDirectoryWatchers } from '../../../src-main/folders/watching/directory-watchers.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

function setUp() {
  const errors: (string | undefined)[] = [];
  const changes: (string | null)[] = [];
  const watchers = createDirectoryWatchers({
    onChange: (_, name) => changes.push(name),
    onError: ({ code }) => errors.push(code),
  });
  onTestFinished(watchers.close);
  return { watchers, errors, changes, folder: path.join(makeTempFolder(), 'inner') };
}

// A folder that is missing is refused as one without permissions is, which the administrator may watch.
test('a folder that cannot be watched is reported once, and tried again each time', async () => {
  const { watchers, errors, changes, folder } = setUp();
  for (let n = 0; n < 3; n++) expect(watchers.add(folder, '1:1')).toBe(true);
  expect(errors).toEqual(['ENOENT']);
  mkdirSync(folder);
  expect(watchers.add(folder, '1:1')).toBe(true);
  expect(watchers.add(folder, '1:1')).toBe(false);
  writeFileSync(path.join(folder, 'a.png'), 'a');
  await expect.poll(() => changes).toContain('a.png');
  expect(errors).toEqual(['ENOENT']);
});

test('another folder in its place is reported, and so is one that was dropped', () => {
  const { watchers, errors, folder } = setUp();
  watchers.add(folder, '1:1');
  watchers.add(folder, '1:2');
  watchers.drop(path.dirname(folder));
  watchers.add(folder, '1:2');
  watchers.drop(folder);
  watchers.add(folder, '1:2');
  expect(errors).toEqual(['ENOENT', 'ENOENT', 'ENOENT']);
});
