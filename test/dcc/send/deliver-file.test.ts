import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deliverFile } from '../../../src-main/dcc/send/deliver-file.ts';
import { hashFile } from '../../../src-main/base/files/hash-file.ts';
import { toLooseFileId } from '../../../src-main/dcc/receipts/loose-file-id.ts';
import { getTarget } from '../../../src-main/dcc/targets/target-table.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { answerAsset, beat } from '../receipts/delivery-folder.ts';
import { makeComputer } from './other-computer.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

/** A model file and an output folder. */
function makeFile(name = 'chair.stl'): { root: string; file: string; exportFolder: string } {
  const root = makeTempFolder();
  const file = path.join(root, name);
  writeFileSync(file, 'solid chair');
  return { root, file, exportFolder: path.join(root, 'Export') };
}

describe('a plain folder', () => {
  it('gets a copy under a rule, and never a second or a replaced one', async () => {
    const { root, file, exportFolder } = makeFile();
    const out = path.join(root, 'Models');
    const order = { exportFolder, out, rule: '{format}/{name} v1.2/{file}' };
    const first = await deliverFile(getTarget('folder'), file, order);
    expect(first).toMatchObject({ isWell: true, path: path.join(out, 'stl/chair v1.2/chair.stl') });
    expect((await deliverFile(getTarget('folder'), file, order)).path).toBe(first.path);
    writeFileSync(file, 'another chair');
    expect((await deliverFile(getTarget('folder'), file, order)).path).toBe(
      path.join(out, 'stl/chair v1.2/chair (2).stl'),
    );
    expect(readFileSync(first.path!, 'utf8')).toBe('solid chair');
  });

  it('is not left by a name or a rule', async () => {
    const { root, file, exportFolder } = makeFile();
    const order = { exportFolder, out: path.join(root, 'Models'), rule: '../../{file}/..' };
    const { path: placed } = await deliverFile(getTarget('folder'), file, order);
    expect(placed?.startsWith(path.join(root, 'Models') + path.sep)).toBe(true);
  });
});

describe('a program', () => {
  it.skipIf(process.platform === 'win32')('is started with the file as it is called, without a shell', async () => {
    const { root, file, exportFolder } = makeFile('a $(touch x) "b".stl');
    const computer = makeComputer(root, { platform: 'linux', env: { PATH: path.join(root, 'bin') } });
    const heard = path.join(root, 'heard');
    const script = `[ "$1" = --help ] || printf %s "$1" > "${heard}"`;
    const program = computer.putProgram(path.join(root, 'bin/prusa-slicer'), script);
    const said = await deliverFile(getTarget('prusa-slicer'), file, { exportFolder }, computer);
    expect(said).toMatchObject({ isWell: true, path: null });
    await expect.poll(() => readFileSync(heard, 'utf8')).toBe(file);
    writeFileSync(heard, '');
    await deliverFile(getTarget('open-with'), file, { exportFolder, program }, computer);
    await expect.poll(() => readFileSync(heard, 'utf8')).toBe(file);
  });

  it.each([
    ['prusa-slicer', 'chair.glb', undefined, 'config_invalid'],
    ['open-with', 'run.sh', undefined, 'config_invalid'],
    ['prusa-slicer', 'chair.stl', undefined, 'program_missing'],
    ['orca', 'chair.stl', '/no/such/program', 'program_missing'],
    ['blender', 'gone.glb', undefined, 'file_missing'],
    ['blender', 'chair.glb', undefined, 'program_missing'],
  ])('%s with %s is refused with a reason', async (name, fileName, program, code) => {
    const { root, file, exportFolder } = makeFile(fileName === 'gone.glb' ? 'other.glb' : fileName);
    const computer = makeComputer(root, { platform: 'linux' });
    const order = { exportFolder, ...(program === undefined ? {} : { program }) };
    const asked = path.join(path.dirname(file), fileName);
    await expect(deliverFile(getTarget(name), asked, order, computer)).rejects.toMatchObject({ code });
  });
});

describe('a program with a bridge', () => {
  it('that does not run finds the file in the output folder later', async () => {
    const { file, exportFolder } = makeFile('chair.fbx');
    const said = await deliverFile(getTarget('maya'), file, { exportFolder });
    expect(said).toMatchObject({ isWell: true, receipt: null, path: path.join(exportFolder, 'chair.fbx') });
    expect(toEnglish(said.words)).toContain('Maya imports it at the next start');
  });

  it.each([
    ['imported', null, true],
    ['failed', { code: 'import_failed', message: 'No geometry.' }, false],
  ] as const)('that runs answers with a receipt: %s', async (status, error, isWell) => {
    const { file, exportFolder } = makeFile('Стул.glb');
    mkdirSync(exportFolder);
    const target = `blender@${hostname().toLowerCase()}`;
    beat(exportFolder, target);
    const { sha256 } = await hashFile(file);
    answerAsset(exportFolder, toLooseFileId('Стул.glb', sha256), target, { status, error });
    const said = await deliverFile(getTarget('blender'), file, { exportFolder });
    expect(said).toMatchObject({ isWell, receipt: { status, target } });
    if (error) expect(toEnglish(said.words)).toMatch(/^No geometry\. Export it in another format/);
  });
});
