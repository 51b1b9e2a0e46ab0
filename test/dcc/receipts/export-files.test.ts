import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listExportFiles } from '../../../src-main/dcc/receipts/export-files.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

it('finds nothing in an output folder that does not exist, and takes none for empty that cannot be read', async () => {
  const folder = makeTempFolder();
  mkdirSync(path.join(folder, 'Models'));
  writeFileSync(path.join(folder, 'Models/chair.glb'), 'glb');
  expect((await listExportFiles(folder)).map((file) => file.path)).toEqual(['Models/chair.glb']);
  expect(await listExportFiles(path.join(folder, 'gone'))).toEqual([]);
  symlinkSync('loop', path.join(folder, 'loop'));
  await expect(listExportFiles(path.join(folder, 'loop'))).rejects.toMatchObject({ code: 'ELOOP' });
});
