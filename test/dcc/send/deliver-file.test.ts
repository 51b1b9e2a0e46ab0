import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deliverFile, type DeliveredFile } from '../../../src-main/dcc/send/deliver-file.ts';
import { findTargets } from '../../../src-main/dcc/send/send-to-bridge.ts';
import { hashFile } from '../../../src-main/base/files/hash-file.ts';
import { toLooseFileId } from '../../../src-main/dcc/receipts/loose-file-id.ts';
import { getTarget } from '../../../src-main/dcc/targets/target-table.ts';
import { NO_PYTHON, PYTHON, run } from '../../bridges/python.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { answerAsset, beat, writeState } from '../receipts/delivery-folder.ts';
import { toTargetId } from '../../../src-shared/delivery/target-id.ts';
import type { Receipt } from '../../../src-shared/delivery/receipt.ts';
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

  it.skipIf(process.platform === 'win32').each([
    ['-chair.obj', '--asset=-chair.obj'],
    ['-chair.glb', '--asset=_chair.glb'],
    ['~chair.glb', '--asset=_chair.glb'],
    ['.chair.glb', '--asset=chair.glb'],
  ])('is told of a file with the name %s in a way that it understands', async (name, argument) => {
    const { root, file, exportFolder } = makeFile(name);
    const heard = path.join(root, 'heard');
    const computer = makeComputer(root, { platform: 'linux' });
    const program = computer.putProgram(path.join(root, 'bin/blender'), `printf '%s\\n' "$@" > "${heard}"`);
    const sent = deliverFile(getTarget('blender'), file, { exportFolder, program }, computer);
    await expect(sent).rejects.toMatchObject({ code: 'bridge_failed' });
    expect(readFileSync(heard, 'utf8').split('\n')).toContain(argument);
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

/** Delivers to a bridge that answers once the copy is there under a name. */
async function deliverAndAnswer(
  file: string,
  exportFolder: string,
  target: string,
  name: string,
  answer: Partial<Receipt>,
): Promise<DeliveredFile> {
  const { sha256 } = await hashFile(file);
  const sent = deliverFile(getTarget('blender'), file, { exportFolder });
  await expect.poll(() => existsSync(path.join(exportFolder, name)), { timeout: 10_000 }).toBe(true);
  answerAsset(exportFolder, toLooseFileId(name, sha256), target, answer);
  return sent;
}

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
    const said = await deliverAndAnswer(file, exportFolder, target, 'Стул.glb', { status, error });
    expect(said).toMatchObject({ isWell, receipt: { status, target } });
    if (error) expect(toEnglish(said.words)).toMatch(/^No geometry\. Export it in another format/);
  });

  it.each(['imported', 'failed'] as const)('that answered before, %s, imports the file again', async (status) => {
    const { file, exportFolder } = makeFile('chair.glb');
    beat(exportFolder, 'blender@here');
    const { sha256 } = await hashFile(file);
    const old = { status, importedAt: '2025-01-31T12:00:00.000Z' };
    answerAsset(exportFolder, toLooseFileId('chair.glb', sha256), 'blender@here', old);
    answerAsset(exportFolder, toLooseFileId('chair (3).glb', sha256), 'blender@here', old);
    answerAsset(exportFolder, toLooseFileId('chair (2).glb', sha256), 'blender@elsewhere', old);
    for (const name of ['chair (2).glb', 'chair (4).glb']) {
      const said = await deliverAndAnswer(file, exportFolder, 'blender@here', name, {});
      expect(said).toMatchObject({ path: path.join(exportFolder, name), isWell: true });
      expect(said.receipt?.importedAt).not.toBe(old.importedAt);
    }
  });

  it('that leaves a copy alone, because it was there before, gets another one', async () => {
    const { file, exportFolder } = makeFile('e\u0301.glb');
    const target = 'blender@here';
    beat(exportFolder, target);
    const copy = path.join(exportFolder, 'é.glb');
    writeFileSync(copy, readFileSync(file));
    const { size, mtimeMs } = statSync(copy);
    const files = { 'é.glb': [size, Math.floor(mtimeMs)] };
    writeState(exportFolder, `seen/${target}.json`, { schema: 1, target, files });
    const said = await deliverAndAnswer(file, exportFolder, target, 'é (2).glb', {});
    expect(said).toMatchObject({ path: path.join(exportFolder, 'é (2).glb'), isWell: true });
  });

  it('that does not run imports at its next start what it imported before', async () => {
    const { file, exportFolder } = makeFile('chair.fbx');
    beat(exportFolder, 'maya@here', { program: 'maya', state: 'stopped' });
    const { sha256 } = await hashFile(file);
    answerAsset(exportFolder, toLooseFileId('chair.fbx', sha256), 'maya@here', { program: 'maya' });
    const send = async (): Promise<string | null> =>
      (await deliverFile(getTarget('maya'), file, { exportFolder })).path;
    for (const _ of [1, 2]) expect(await send()).toBe(path.join(exportFolder, 'chair (2).fbx'));
    // A copy that the installation of the bridge listed, and one that changed since.
    const listed = path.join(exportFolder, 'chair (2).fbx');
    const { size, mtimeMs } = statSync(listed);
    const target = toTargetId(null, 'maya', hostname());
    const list = (modifiedMs: number): string =>
      writeState(exportFolder, `seen/${target}.json`, {
        schema: 1,
        target,
        files: { 'chair (2).fbx': [size, modifiedMs] },
      });
    list(Math.floor(mtimeMs));
    expect(await send()).toBe(path.join(exportFolder, 'chair (3).fbx'));
    list(1);
    expect(await send()).toBe(listed);
  });

  it.skipIf(!PYTHON)(`imports the same file twice if it is delivered twice (${PYTHON ?? NO_PYTHON})`, async () => {
    const { file, exportFolder } = makeFile('chair.glb');
    mkdirSync(exportFolder);
    const script = `import sys, time
from dropforge_bridge import Adapter, Bridge, BridgeOptions, ImportResult
class Recorder(Adapter):
    program, version, formats = "blender", "4.2", ("glb",)
    def import_asset(self, order):
        print(order.file, flush=True)
        return ImportResult(objects=[order.name])
bridge = Bridge(sys.argv[1], Recorder(), BridgeOptions(target="blender@here", scan_every=0.01))
receipts, until = [], time.monotonic() + 30
while len(receipts) < 2 and time.monotonic() < until:
    receipts += bridge.tick()
    time.sleep(0.01)
bridge.close()`;
    const ran = run(PYTHON!, ['-c', script, exportFolder]);
    const findLive = async (): Promise<string | null> => (await findTargets(exportFolder, 'blender')).live;
    await expect.poll(findLive, { timeout: 20_000 }).toBe('blender@here');
    for (const name of ['chair.glb', 'chair (2).glb']) {
      const said = await deliverFile(getTarget('blender'), file, { exportFolder });
      expect(said).toMatchObject({ isWell: true, receipt: { status: 'imported', file: name } });
    }
    expect((await ran).out.trim().split(/\r?\n/)).toEqual(['chair.glb', 'chair (2).glb']);
  });
});
