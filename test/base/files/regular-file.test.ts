import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { openRegularFile } from '../../../src-main/base/files/regular-file.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const open = {
  openRegularFile,
  'systemDisk.open': (file: string) => systemDisk.open(file, 'read'),
};

for (const [name, openFile] of Object.entries(open)) {
  test(`${name} opens a file, and rejects a folder and what is missing with the system's errors`, async () => {
    const folder = makeTempFolder();
    const [file, inner] = [path.join(folder, 'a.txt'), path.join(folder, 'inner')];
    writeFileSync(file, 'text');
    mkdirSync(inner);
    await (await openFile(file)).close();
    await expect(openFile(inner)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(openFile(path.join(folder, 'gone'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.skipIf(process.platform === 'win32')(`${name} does not wait for a pipe`, async () => {
    const pipe = path.join(makeTempFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(openFile(pipe)).rejects.toMatchObject({ code: 'ENXIO', syscall: 'open' });
  });
}
