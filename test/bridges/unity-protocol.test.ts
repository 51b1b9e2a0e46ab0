import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeState } from '../dcc/receipts/delivery-folder.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { exportAsset } from './export-asset.ts';
import { seenFile } from './native-cases.ts';
import { BRIDGES, run } from './python.ts';

const sources = path.join(BRIDGES, 'unity/Editor/Protocol');
const checks = path.join(import.meta.dirname, 'unity/Checks.cs');
const hasMono = spawnSync('mcs', ['--version']).status === 0 && spawnSync('mono', ['--version']).status === 0;
const title = `the protocol of the Unity package${hasMono ? '' : ' (needs Mono: mcs and mono)'}`;

describe.skipIf(!hasMono)(title, () => {
  let program = '';

  beforeAll(async () => {
    program = path.join(await mkdtemp(path.join(tmpdir(), 'dropforge-unity-')), 'checks.exe');
    const files = globSync('*.cs', { cwd: sources }).map((file) => path.join(sources, file));
    const built = await run('mcs', ['-langversion:7', `-out:${program}`, checks, ...files]);
    expect(built.code, built.out + built.errors).toBe(0);
  });

  afterAll(() => rm(path.dirname(program), { recursive: true, force: true }));

  /** What a part of the protocol answers. */
  const check = async (name: string, argument: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const { code, out, errors } = await run('mono', [program, name, argument], env);
    expect(code, errors).toBe(0);
    return out.trim();
  };

  it('refuses an MTL that is not named by the OBJ, or not alone in its statement', async () => {
    const folder = makeTempFolder();
    const write = (name: string, text: string): string => {
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    write('a.mtl', 'map_Kd ../secret.png\n');
    expect(await check('references', write('a.obj', 'v 0 0 0\n'))).toBe('unsafe_path');
    expect(await check('references', write('b.obj', 'mtllib "b c.mtl" a.mtl\n'))).toBe('unsafe_path');
    expect(await check('references', write('c.obj', 'v 0 0 0\n'))).toBe('');
    write('a.mtl', 'map_Kd a.png\n');
    expect(await check('references', write('b.obj', 'mtllib gone.mtl a.mtl\n'))).toBe('a.mtl');
  });

  it('refuses a model whose name belongs to another importer', async () => {
    const folder = makeTempFolder();
    exportAsset(folder, 'Chair', [{ path: 'Chair.OBJ', format: 'obj', data: 'v 0 0 0\n' }]);
    exportAsset(folder, 'Script', [{ path: 'Chair.cs', format: 'obj', data: 'a script' }]);
    expect(await check('manifest', path.join(folder, 'Chair'))).toBe('Chair/Chair.OBJ');
    expect(await check('manifest', path.join(folder, 'Script'))).toBe('bad_manifest');
  });

  it('imports a model although the folder was gone when the import would have begun', async () => {
    const folder = path.join(makeTempFolder(), 'Export');
    mkdirSync(folder);
    exportAsset(folder, 'Chair', [{ path: 'chair.obj', data: 'v 0 0 0\n' }]);
    expect(await check('outage', folder)).toBe('True 1');
  });

  it('writes a receipt that can be read for a model of any size, with any names', async () => {
    const receipt = JSON.parse(await check('receipt', makeTempFolder())) as { dimensions: unknown; objects: string[] };
    expect(receipt.dimensions).toEqual([1e30, 0.123457, 2]);
    expect(receipt.objects.length).toBeGreaterThan(50);
  });

  it('answers a name that no file can have on Windows', async () => {
    expect(await check('windows', makeTempFolder())).toBe('missing_file');
  });

  it('reads no id with a line break after it', async () => {
    const id = 'b2f0a3c4-0000-4000-8000-000000000001';
    expect(await check('id', id)).toBe(id);
    expect(await check('id', `${id}\\n`)).toBe('none');
  });

  it('follows no links when it looks whether a folder still changes', async () => {
    const folder = makeTempFolder();
    for (const name of ['one', 'other']) symlinkSync('.', path.join(folder, name));
    expect(await check('still', folder)).toBe('0');
  });

  it('opens no pipe', async () => {
    const folder = makeTempFolder();
    const files = ['chair.obj', 'chair.png'].map((name) => ({ path: name, data: '' }));
    exportAsset(folder, 'Chair', [files[0]!, { ...files[1]!, role: 'texture' }]);
    expect(await check('manifest', path.join(folder, 'Chair'))).toBe('Chair/chair.obj');
    for (const { path: name } of files) {
      rmSync(path.join(folder, 'Chair', name));
      expect(spawnSync('mkfifo', [path.join(folder, 'Chair', name)]).status).toBe(0);
    }
    expect(await check('manifest', path.join(folder, 'Chair'))).toBe('Chair/chair.obj');
  });

  it('rests longer while nothing changes', async () => {
    expect(await check('pauses', makeTempFolder())).toBe('short long short');
  });

  it('does not take a list of old models that it cannot read for an empty one', async () => {
    const folder = makeTempFolder();
    exportAsset(folder, 'Old', [{ path: 'old.obj', data: 'v 0 0 0\n' }]);
    const { size, mtimeMs } = statSync(path.join(folder, 'Old/dropforge.json'));
    const files = { 'Old/dropforge.json': [size, Math.floor(mtimeMs)] };
    mkdirSync(path.join(folder, '.dropforge/seen'), { recursive: true });
    writeFileSync(seenFile(folder, 'test'), JSON.stringify({ schema: 1, target: 'test', files }));
    expect(await check('baseline', folder)).toBe('error 0');
  });

  it('reads no endless line of an OBJ into memory', async () => {
    const file = path.join(makeTempFolder(), 'a.obj');
    writeFileSync(file, 'v 0 0 0\r\n');
    truncateSync(file, 400 * 1024 ** 2);
    expect(await check('references', file, { MONO_GC_PARAMS: 'max-heap-size=256m' })).toBe('import_failed');
  });

  it.each(['\n', '\r', '\r\n'])('reads lines that end in %j', async (end) => {
    const file = path.join(makeTempFolder(), 'a.obj');
    writeFileSync(file, ['v 0 0 0', 'mtllib \\', '../far.mtl'].join(end));
    expect(await check('references', file)).toBe('unsafe_path');
  });

  it('refuses no asset that another bridge imports', async () => {
    const folder = makeTempFolder();
    const { id } = exportAsset(folder, 'Chair', [{ path: 'chair.usdz', data: 'usdz' }]);
    const claim = writeState(folder, `claims/${id}--test.1.json`, { expiresAfter: 60 });
    expect(await check('refusal', folder)).toBe('0');
    rmSync(claim);
    expect(await check('refusal', folder)).toBe('1');
  });
});
