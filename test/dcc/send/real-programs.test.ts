import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { receipt } from '../../../src-shared/delivery/receipt.ts';
import { makeTestGlb } from '../../../src-main/dcc/send/test-model.ts';
import { BLENDER, blenderHome, NO_BLENDER } from '../../bridges/blender/program.ts';
import { runCli } from '../../cli/commands/run-cli.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** Command line and settings of Blender in folders of their own. */
function makeHome(): { root: string; wrap: string[]; home: string; scripts: string } {
  const root = makeTempFolder();
  const variables = blenderHome(root);
  const scripts = variables.BLENDER_USER_SCRIPTS;
  const wrap = ['env', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
  return { root, wrap, home: path.join(root, 'home'), scripts };
}

describe.skipIf(!BLENDER || process.platform === 'win32')(`the real Blender (${BLENDER ?? NO_BLENDER})`, () => {
  it('has the bridge switched on by one command, and gone by another', async () => {
    const { root, wrap, home, scripts } = makeHome();
    mkdirSync(path.join(root, 'config'));
    const run = (...args: string[]) => runCli(['targets', ...args, '--home', home, '--json'], '', wrap);
    const installed = await run('install', 'blender');
    expect(installed.code, installed.stderr).toBe(0);
    expect(existsSync(path.join(scripts, 'addons/dropforge_blender/dropforge_bridge/bridge.py'))).toBe(true);
    const isOn = (): boolean => readFileSync(path.join(root, 'config/userpref.blend')).includes('dropforge_blender');
    expect(isOn()).toBe(true);
    const removed = await run('remove', 'blender');
    expect(removed.code, removed.stderr).toBe(0);
    expect(isOn()).toBe(false);
    expect(readdirSync(path.join(scripts, 'addons'))).toEqual([]);
  });

  it('makes a .blend of a file, and the receipt says what is in it', async () => {
    const { wrap, home } = makeHome();
    const folder = makeTempFolder();
    const file = path.join(folder, 'Стул.glb');
    writeFileSync(file, makeTestGlb());
    const said = await runCli(
      ['export', '--target', 'blender', file, '--out', folder, '--home', home, '--json'],
      '',
      wrap,
    );
    expect(said.code, said.stderr).toBe(0);
    const [delivered] = said.last!['delivered'] as { path: string; receipt: unknown }[];
    expect(delivered?.path).toBe(path.join(folder, 'Стул.blend'));
    expect(existsSync(path.join(folder, 'Стул.blend'))).toBe(true);
    expect(receipt.parse(delivered?.receipt).dimensions).toEqual([0.5, 0.25, 1]);
  });
});
