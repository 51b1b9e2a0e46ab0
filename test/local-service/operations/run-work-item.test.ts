import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runWorkItem } from '../../../src-main/local-service/operations/run-work-item.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const MEBIBYTE = 1024 ** 2;

test('files that are too large together are refused before they are read', async () => {
  const home = makeTempFolder();
  const sourcePaths = [100, 100, 101].map((size, at) => {
    const file = path.join(home, `${at}.png`);
    writeFileSync(file, '');
    truncateSync(file, size * MEBIBYTE);
    return file;
  });
  const order = {
    taskId: '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11',
    operation: 'image_to_image',
    values: { prompt: 'blue' },
    folder: path.join(home, 'made'),
  } as const;
  const run = (paths: readonly (string | null)[]) => runWorkItem({ ...order, sourcePaths: paths }, () => undefined);
  await expect(run(sourcePaths)).rejects.toMatchObject({ code: 2022 });
  // Read, and found to be no image.
  await expect(run([...sourcePaths.slice(0, 2), null])).rejects.toMatchObject({ code: 'not_a_picture' });
});
