import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listDragFiles } from '../../../src-main/ipc/files/list-drag-files.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

it('what is dragged is the exported file, then what lies beside it, and the library’s own where that is gone', async () => {
  const root = makeTempFolder();
  const put = (...parts: string[]): string => {
    const at = path.join(root, ...parts);
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, 'x');
    return at;
  };
  const own = put('library', 'model.obj');
  const main = put('Export', 'chair', 'obj', 'chair.obj');
  const sides = [put('Export', 'chair', 'obj', 'chair.mtl'), put('Export', 'chair', 'obj', 'wood.png')];
  const artifact = { path: own, exportedPath: main, bundle: path.dirname(own) };
  expect(await listDragFiles(artifact)).toEqual([main, ...sides]);
  expect(await listDragFiles({ ...artifact, bundle: null })).toEqual([main]);
  rmSync(path.join(root, 'Export'), { recursive: true });
  expect(await listDragFiles(artifact)).toEqual([own]);
  rmSync(own);
  await expect(listDragFiles(artifact)).rejects.toMatchObject({ code: 'not_found' });
});
