import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exportAsset } from '../../bridges/export-asset.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { answerAsset } from './delivery-folder.ts';

const ENTRY = fileURLToPath(new URL('busy-reader-process.ts', import.meta.url));

// Windows has no limit of open files that a shell can set.
test.skipIf(process.platform === 'win32')('a receipt that could not be read once is read the next time', () => {
  const folder = makeTempFolder();
  const { id } = exportAsset(folder, 'A', [{ path: 'x.glb', data: 'x' }]);
  const targets = Array.from({ length: 20 }, (_, index) => `blender@x${index}`);
  for (const target of targets) answerAsset(folder, id, target);
  const names = targets.map((target) => `${id}--${target}.json`).sort();
  const command = 'ulimit -n 128 && exec "$0" "$@"';
  const output = execFileSync('sh', ['-c', command, process.execPath, ENTRY, folder, names[0] ?? ''], {
    encoding: 'utf8',
  });
  const unread = { names: [], asset: null };
  const { busy, few, free, all } = JSON.parse(output) as Record<string, unknown[]>;
  expect(busy).toEqual([unread, unread]);
  expect(free).toEqual({ names, asset: id });
  for (const count of few ?? []) expect(count).toBeLessThan(20);
  expect([few?.length, all]).toEqual([2, 20]);
});
