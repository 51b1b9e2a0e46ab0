import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TargetStatus } from '../../../src-main/dcc/targets/list-targets.ts';
import { TARGET_NAMES } from '../../../src-main/dcc/targets/target.ts';
import { beat } from '../../dcc/receipts/delivery-folder.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

it('targets list names every target, what is installed, and what is live in the output folder', async () => {
  const home = makeTempFolder();
  const folder = path.join(home, 'elsewhere');
  mkdirSync(folder);
  const live = { program: 'maya', programVersion: '2025', ignored: [{ path: 'a', reason: 'b.\u001b[31m' }] };
  // Of a clock ahead of ours, so that two processes have the time to start.
  beat(folder, 'maya@studio-7', live, -10);
  const [json, text] = await Promise.all([
    runCli(['targets', 'list', '--home', home, '--export-folder', folder, '--json']),
    runCli(['targets', '--home', home, '--export-folder', folder]),
  ]);
  expect(json.code, json.stderr).toBe(0);
  expect((json.last!['targets'] as TargetStatus[]).map(({ name }) => name)).toEqual([...TARGET_NAMES]);
  expect(json.last?.['live']).toMatchObject([{ target: 'maya@studio-7', isLive: true }]);
  for (const name of TARGET_NAMES) expect(text.stdout).toContain(`\n${name}  `.slice(name === 'blender' ? 1 : 0));
  expect(text.stdout).toContain('maya@studio-7  maya 2025: live');
  expect(text.stdout).not.toContain('\u001b');
});

it('what makes no sense is refused with what to do', async () => {
  const home = makeTempFolder();
  const cases = [
    [['targets', 'install'], 'The argument NAME is missing.'],
    [['targets', 'install', 'gimp'], 'prusa-slicer'],
    [['targets', 'install', 'blender', '--scale', '0'], '0.0001 to 10000'],
    [['targets', 'set', 'maya', 'colour=red'], 'Valid settings: formats, scale'],
    [['targets', 'set', 'maya', 'scale'], 'KEY=VALUE'],
    [['targets', 'set', 'cura', 'scale=2'], 'one at a time'],
    [['export', 'chair.glb'], 'The option --target NAME is required.'],
  ] as const;
  const said = await Promise.all(cases.map(([args]) => runCli([...args, '--home', home])));
  said.forEach(({ code, stderr }, index) => {
    expect(stderr).toContain(cases[index]?.[1]);
    expect(code).toBe(2);
  });
});

it('export goes on with the other files when one cannot be taken, and says which', async () => {
  const home = makeTempFolder();
  const [good, bad] = [path.join(home, 'chair.glb'), path.join(home, 'notes.txt')];
  for (const file of [good, bad]) writeFileSync(file, 'x');
  const out = path.join(home, 'models');
  const said = await runCli(['export', '--target', 'folder', bad, good, '--out', out, '--home', home]);
  expect(said.code).toBe(1);
  expect(said.stdout).toMatch(/^✗ .*notes\.txt.* accepts GLB/);
  expect(said.stdout).toContain(`✓ ${good}: Copied. ${path.join(out, 'chair.glb')}`);
});
