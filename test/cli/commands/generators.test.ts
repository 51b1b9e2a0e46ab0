import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHunyuan } from '../../local-service/generators/hunyuan3d-stand-in.ts';
import { startCommand } from '../../helpers/cli.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const RELIEF = path.resolve(import.meta.dirname, '../../../assets/generators/relief.py');

test('a program is added, listed with its state, tested, used and removed', async () => {
  const folder = makeTempFolder();
  const home = ['--home', folder];
  const run = (...args: string[]) => runCli(['generators', ...args, ...home]);
  expect((await run()).stdout).toBe('No generators. The built-in engine generates all models.\n');

  const added = await run('add', 'my relief', '--command', `${PYTHON} ${RELIEF}`, '--program-version', '1.2');
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Added my relief') as string });
  expect(added.stdout).toContain('dropforge generators test "my relief"');
  await run('add', 'gone', '--kind', 'hunyuan3d', '--url', 'http://127.0.0.1:9/', '--time-limit', '60');
  expect((await run('use', 'image-to-model', 'my relief')).stdout).toBe('image-to-model now uses my relief.\n');
  expect((await run('unsupported', '--by', 'refuse')).code).toBe(0);
  expect(JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8'))).toMatchObject({
    generation: {
      generators: [
        { name: 'my relief', kind: 'command', command: [PYTHON, RELIEF], operations: ['image_to_model'] },
        { name: 'gone', url: 'http://127.0.0.1:9', timeLimitSeconds: 60 },
      ],
      use: { image_to_model: 'my relief' },
      unsupported: 'refuse',
    },
  });

  const changed = await run('change', 'my relief', '--rename', 'relief 2', '--time-limit', '90', '--field', 'pbr');
  expect(changed).toMatchObject({ code: 0, stdout: expect.stringContaining('Changed relief 2: ') as string });
  expect((await run('change', 'gone', '--url', 'http://127.0.0.1:10', '--texture', 'no')).code).toBe(0);
  expect(JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8'))).toMatchObject({
    generation: {
      generators: [
        { name: 'relief 2', command: [PYTHON, RELIEF], version: '1.2', timeLimitSeconds: 90, fields: ['pbr'] },
        { name: 'gone', url: 'http://127.0.0.1:10', timeLimitSeconds: 60, texture: false },
      ],
      use: { image_to_model: 'relief 2' },
    },
  });
  expect((await run('change', 'relief 2', '--operation', 'texture-model')).code).toBe(0);
  expect((await run('list', '--json')).last).toMatchObject({ generators: [{ usedFor: [] }, {}] });
  await run('change', 'relief 2', '--rename', 'my relief', '--operation', 'image-to-model');
  await run('change', 'gone', '--url', 'http://127.0.0.1:9');
  await run('use', 'image-to-model', 'my relief');

  expect((await run('list', '--json')).last).toMatchObject({
    generators: [
      { name: 'my relief', isReady: true, version: '1.2', usedFor: ['image_to_model'], problem: null },
      {
        name: 'gone',
        isReady: false,
        problem: expect.stringContaining('does not respond at http://127.0.0.1:9') as string,
      },
    ],
  });

  const out = makeTempFolder();
  const tested = await run('test', 'my relief', '--out', out, '--json');
  expect(tested).toMatchObject({
    code: 0,
    last: {
      triangles: 8192,
      file: path.join(out, 'my relief-test.glb'),
      generator: {
        ...{ name: 'my relief', about: '1.2', host: null, parameters: { seed: expect.any(Number) as number } },
        cleanup: expect.objectContaining({ weld: 1e-5, watertight: false }) as object,
      },
      notes: expect.arrayContaining(['Generated on this computer with my relief (1.2).']) as string[],
    },
  });
  expect(readFileSync(path.join(out, 'my relief-test.glb')).subarray(0, 4).toString()).toBe('glTF');
  const failed = await run('test', 'gone', '--out', out);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('gone does not respond at http://127.0.0.1:9. Start it');

  expect((await run('remove', 'my relief')).stdout).toBe('Removed my relief.\n');
  expect((await run('list', '--json')).last).toMatchObject({ generators: [{ name: 'gone', usedFor: [] }] });
});

test('a test that is interrupted ends as an interrupted call does', async () => {
  const server = await startHunyuan('2.1', { kind: 'held', bytes: new Uint8Array(1) });
  onTestFinished(() => server.stop());
  const home = ['--home', makeTempFolder()];
  await runCli(['generators', 'add', 'h', '--kind', 'hunyuan3d', '--url', server.url, ...home]);
  const command = startCommand(['generators', 'test', 'h', '--out', makeTempFolder(), '--json', ...home]);
  onTestFinished(() => command.killGroup());
  await expect.poll(() => server.requests.length).toBe(1);
  command.child.kill('SIGINT');
  const { code, stdout, stderr } = await command.ended;
  expect([code, stderr]).toEqual([130, expect.stringMatching(/\nInterrupted\. No model was saved\.\n$/)]);
  expect(JSON.parse(stdout)).toEqual({
    ...{ code: 'interrupted', status: 'error', message: 'Interrupted.', suggestion: 'No model was saved.' },
  });
});

test('a server is added by its address, and wrong settings are refused with a reason', async () => {
  const server = await startHunyuan('2.1', { kind: 'fails' });
  onTestFinished(() => server.stop());
  const home = ['--home', makeTempFolder()];
  const run = (...args: string[]) => runCli(['generators', ...args, ...home]);
  expect(
    (await run('add', 'h', '--kind', 'hunyuan3d', '--url', server.url, '--views', 'images', '--no-texture')).code,
  ).toBe(0);
  expect((await run('use', 'multiview-to-model', 'h')).code).toBe(0);
  expect((await run('list')).stdout).toBe(`✓ h  ${server.url}  multiview-to-model  Hunyuan3D 2.1\n`);
  const wrong: [args: string[], reason: RegExp][] = [
    [['add', 'h', '--kind', 'hunyuan3d', '--url', server.url], /already exists/],
    [['add', 'built-in', '--kind', 'hunyuan3d', '--url', server.url], /A name has/],
    [['add', 'x', '--kind', 'hunyuan3d', '--url', 'file:///etc/passwd'], /must be a URL/],
    [['add', 'x', '--url', server.url], /Use --kind/],
    [['add', 'x', '--kind', 'hunyuan3d', '--url', server.url, '--credits-per-day', '5'], /--credits-per-day is not an/],
    [['add', 'x', '--kind', 'service', '--url', server.url, '--no-texture'], /--texture is not an option of x/],
    [['add', 'x', '--command', 'x.py', '--url', server.url], /--url is not an option of x \(command\)/],
    [['add', 'x', '--command', 'x.py', '--kind', 'service'], /Use either --command for a program, or --kind/],
    [['add', 'x', '--kind', 'comfyui', '--url', server.url], /--workflow/],
    [['add', 'x'], /--url for a server, or --command for a program/],
    [['change', 'other', '--url', server.url], /no generator “other”/],
    [['change', 'h'], /Use an option for what to change/],
    [['change', 'h', '--url', 'file:///etc/passwd'], /must be a URL/],
    [['change', 'h', '--workflow', 'a.json'], /--workflow is not an option of h \(hunyuan3d\)/],
    [['change', 'h', '--rename', 'built-in'], /A name has/],
    [['use', 'text-to-model', 'h'], /h does not support text_to_model/],
    [['use', 'convert-model', 'h'], /no operation of generators/],
    [['use', 'image-to-model', 'other'], /no generator “other”. Available: h/],
    [['remove', 'other'], /no generator “other”/],
  ];
  const said = await Promise.all(wrong.map(([args]) => run(...args)));
  expect(said.map(({ code }) => code)).toEqual(wrong.map(() => 2));
  for (const [index, { stderr }] of said.entries()) expect(stderr).toMatch(wrong[index]![1]);
});
