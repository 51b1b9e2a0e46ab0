import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../../../src-main/local-service/generators/command/find-program.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';

test('a program is found where the system starts it: Windows starts no batch file and no script', async () => {
  const folder = makeTempFolder();
  for (const name of ['tool.exe', 'script', 'start.cmd', 'start.BAT']) {
    writeFileSync(path.join(folder, name), '');
    chmodSync(path.join(folder, name), 0o755);
  }
  const find = async (name: string, platform: NodeJS.Platform) =>
    (await findProgram(`./${name}`, folder, platform))?.slice(folder.length + 1) ?? null;
  for (const name of ['tool', 'tool.exe']) expect(await find(name, 'win32')).toBe('tool.exe');
  for (const name of ['start', 'start.cmd', 'start.BAT', 'script'])
    expect([name, await find(name, 'win32')]).toEqual([name, null]);
  for (const name of ['script', 'start.cmd']) expect(await find(name, 'linux')).toBe(name);
});
