import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toReadyFile } from '../../../src-main/folders/watching/ready-file.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

test('only a regular file with content may become ready', () => {
  const folder = makeTempFolder();
  const at = (name: string): string => path.join(folder, name);
  writeFileSync(at('image.png'), 'content');
  writeFileSync(at('empty.png'), '');
  mkdirSync(at('folder.png'));
  symlinkSync(at('image.png'), at('link.png'));
  const names = ['image.png', 'empty.png', 'folder.png', 'link.png'];
  const ready = names.filter((name) => toReadyFile(at(name), lstatSync(at(name), { bigint: true })) !== null);
  expect(ready).toEqual(['image.png']);
});
