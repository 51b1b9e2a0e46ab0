import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isLargeWork } from '../../../src-main/local-service/workers/is-large-work.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

test('work is large by its textures, or by all its inputs together', () => {
  const folder = makeTempFolder();
  const [one, other] = ['a.png', 'b.png'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(one, Buffer.alloc(6 * 1024 ** 2));
  writeFileSync(other, Buffer.alloc(5 * 1024 ** 2));
  const isLarge = (sourcePaths: (string | null)[], quality?: string): boolean =>
    isLargeWork({ sourcePaths, values: quality === undefined ? {} : { texture_quality: quality } });
  expect([isLarge([one]), isLarge([one, null, other]), isLarge([path.join(folder, 'gone.png')])]).toEqual([
    false,
    true,
    false,
  ]);
  expect([isLarge([], 'standard'), isLarge([], 'detailed'), isLarge([], 'extreme')]).toEqual([false, true, true]);
});
