import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { measureFolder } from '../../src-main/doctor/measure-folder.ts';
import { startCommand } from '../helpers/cli.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

describe('the limit of the library', () => {
  test('counts every file at any depth, and a folder that is not there as nothing', async () => {
    const folder = makeTempFolder();
    expect(await measureFolder(path.join(folder, 'none'))).toBe(0);
    mkdirSync(path.join(folder, 'a', 'b'), { recursive: true });
    writeFileSync(path.join(folder, 'one'), 'x'.repeat(10));
    writeFileSync(path.join(folder, 'a', 'b', 'two'), 'x'.repeat(5));
    expect(await measureFolder(folder)).toBe(15);
  });

  test('is told by the doctor when it is passed, and removes nothing', async () => {
    const home = makeTempFolder();
    const file = path.join(home, 'library', 'job', '0.glb');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, Buffer.alloc(2_500_000));
    const run = async (...args: string[]): Promise<Record<string, unknown>> => {
      const { stdout } = await startCommand([...args, '--home', home, '--json']).ended;
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
    };
    expect(await run('gallery', 'limit', 'much')).toMatchObject({ code: 'config_invalid' });
    expect(await run('gallery', 'limit', '0.002')).toEqual({ limitBytes: 2_000_000 });
    const { findings } = (await run('doctor')) as { findings: { check: string }[] };
    expect(findings.find(({ check }) => check === 'library')).toMatchObject({
      ...{ state: 'note', outcome: 'libraryAbove', fix: 'library' },
      given: ['2.5 MB', '2.0 MB'],
    });
    expect(await measureFolder(path.join(home, 'library'))).toBe(2_500_000);
  });
});
