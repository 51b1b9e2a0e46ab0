import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { manifest } from '../../../src-shared/delivery/manifest.ts';
import { startCommand } from '../../helpers/cli.ts';
import { drawShape, writeSampleImage } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

function setUp() {
  const root = makeTempFolder();
  const at = (...parts: string[]): string => path.join(root, ...parts);
  mkdirSync(at('in'));
  const home = ['--home', at('home')];
  return { root, at, home };
}

test('watch makes what comes until it is interrupted, says so in lines, and leaves every source where it belongs', async () => {
  const { at, home } = setUp();
  const command = startCommand(['watch', '--folder', at('in'), '--out', at('out'), '--json', ...home]);
  onTestFinished(() => command.killGroup());
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  command.child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  const seen = (event: string): number => lines.filter((line) => line['event'] === event).length;
  await expect.poll(() => seen('state')).toBe(1);
  writeFileSync(
    at('in/broken.png'),
    await drawShape(64).then((bytes) => Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(40), bytes.subarray(100)])),
  );
  writeFileSync(at('in/wrong.json'), '{"face_limits": 1}');
  await writeSampleImage(at('in'), 'wrong.png', 64);
  await writeSampleImage(at('in'), 'chair.png', 96);
  await expect.poll(() => [seen('archived'), seen('problem')]).toEqual([2, 1]);
  command.child.kill('SIGTERM');
  expect((await command.ended).code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ event: 'stopped' });
  expect([seen('job_created'), seen('done'), seen('failed'), seen('problem')]).toEqual([2, 1, 1, 1]);

  expect(readdirSync(at('in/done'))).toEqual(['chair.png']);
  expect(readdirSync(at('in/failed')).sort()).toEqual([
    'broken.png',
    'broken.png.txt',
    'wrong.json',
    'wrong.png',
    'wrong.png.txt',
  ]);
  expect(readFileSync(at('in/failed/broken.png.txt'), 'utf8')).toMatch(/broken\.png.* Nothing was charged\. /);
  const asset = manifest.parse(JSON.parse(readFileSync(at('out/chair/dropforge.json'), 'utf8')));
  expect(asset).toMatchObject({ name: 'chair', recipe: { id: 'draft' }, source: { name: 'chair.png' } });
});

test('watch --once makes what lies there, ends, and tells by its exit code how it went', async () => {
  const { at, home } = setUp();
  await writeSampleImage(at('in'), 'chair.png', 64);
  const once = ['watch', '--folder', at('in'), '--out', at('out'), '--once', ...home];
  expect(await runCli(once)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/chair\.png is done: /) as string,
  });
  expect(await runCli(once)).toMatchObject({ code: 0 });
  writeFileSync(at('in/empty.txt'), '   ');
  expect(await runCli(once)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/empty\.txt is empty\./) as string,
  });
  expect(readdirSync(at('out')).filter((name) => !name.startsWith('.'))).toEqual(['chair']);
});

test('watch --once that is interrupted does not end with success', async () => {
  const { at, home } = setUp();
  // Large enough that the signal arrives first.
  copyFileSync(path.join(import.meta.dirname, '../../../assets/samples/mug.png'), at('in/mug.png'));
  const command = startCommand(['watch', '--folder', at('in'), '--out', at('out'), '--once', ...home]);
  onTestFinished(() => command.killGroup());
  let said = '';
  command.child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  await expect.poll(() => said).toContain('Added mug.png as job');
  command.child.kill('SIGINT');
  expect(await command.ended).toMatchObject({
    code: 130,
    stdout: expect.stringMatching(/ Stopped\. Your jobs are safe; .*\n$/) as string,
  });
});

test('watch --once does not end with success while a limit or a pause stops a job, and says why', async () => {
  const { at, home } = setUp();
  expect((await runCli(['services', 'rehearsal', 'on', ...home])).code).toBe(0);
  await writeSampleImage(at('in'), 'chair.png', 64);
  await writeSampleImage(at('in'), 'lamp.png', 65);
  const once = ['watch', '--folder', at('in'), '--out', at('out'), '--once', ...home];
  const limited = await runCli([...once, '--cap', '120']);
  const reason = /(chair|lamp)\.png: The daily limit of 120\.00 credits for folder .* is reached/g;
  expect([limited.code, limited.stdout.match(reason)?.length]).toEqual([1, 1]);
  expect((await runCli(['queue', 'pause', ...home])).code).toBe(0);
  expect(await runCli(once)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The queue is paused; “dropforge queue resume” continues it.') as string,
  });
});

test('what cannot be watched is refused before anything is made, with the reason', async () => {
  const { at, home } = setUp();
  const watch = (...args: string[]) => runCli(['watch', ...args, ...home]);
  expect(await watch()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/No hot folders are configured/) as string,
  });
  for (const option of ['--cap=5', '--limit=5', '--out=x', '--poll', '--recipe=game', '--after=stay']) {
    const { code, stderr } = await watch(option);
    const [name] = option.split('=');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${name} applies to --folder only.`)]);
  }
  expect(await watch('--folder', at('in'), '--out', at('in/out'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/would be processed again/) as string,
  });
  expect((await watch('--folder', at('in'), '--recipe', 'gone')).stderr).toMatch(/There is no recipe with this name/);
  expect((await watch('--folder', at('in'), '--after', 'burn')).stderr).toMatch(
    /“burn” is not valid for --after\. Use move or stay\./,
  );
});

test('hot folders are remembered, changed, paused and forgotten', async () => {
  const { at, home } = setUp();
  const folders = (...args: string[]) => runCli(['folders', ...args, ...home]);
  const added = await folders(
    'add',
    at('in'),
    '--recipe',
    'game',
    '--cap',
    '50',
    '--hours',
    'mon,fri 22:00-06:00',
    '--json',
  );
  const { folder } = added.last as { folder: { id: string } };
  expect(folder).toMatchObject({
    path: at('in'),
    recipe: 'game',
    schedule: { days: [1, 5], from: '22:00', until: '06:00' },
  });
  expect((await folders('list')).stdout).toBe(
    `${folder.id}  ${at('in')}  game  move  mon,fri 22:00-06:00  50.00 a day\n`,
  );
  expect(await folders('add', path.join(at('in'), 'deep'))).toMatchObject({ code: 1 });
  expect((await folders('change', folder.id, '--hours', 'always', '--cap', 'none', '--after', 'stay')).stdout).toBe(
    `${folder.id}  ${at('in')}  game  stay\n`,
  );
  expect((await folders('pause', at('in'))).stdout).toContain('paused');
  expect((await folders('change', folder.id, '--cap', 'lots')).stderr).toMatch(/not an amount of credits/);
  expect((await folders('change', folder.id, '--recipe', 'gone')).stderr).toMatch(/There is no recipe with this name/);
  expect((await folders('remove', folder.id)).code).toBe(0);
  expect((await folders('list', '--json')).last).toEqual({ folders: [], caps: {} });
});
