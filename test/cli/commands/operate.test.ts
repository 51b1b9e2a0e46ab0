import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseParameter } from '../../../src-main/cli/lib/input/parse-parameter.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { runCli, type Said } from './run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const home = mkdtempSync(path.join(os.tmpdir(), 'dropforge-test-'));
const operate = (...words: string[]): Promise<Said> => runCli(['operate', ...words, '--home', home]);
let id = '';

beforeAll(async () => {
  const picture = await writeSampleImage(home, 'a.png', 64);
  const made = await runCli(['make', picture, '--format', 'glb', '--home', home, '--json']);
  expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
  const list = await runCli(['queue', 'list', '--home', home, '--json']);
  id = (list.last as unknown as { jobs: Job[] }).jobs[0]?.id ?? '';
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

describe('dropforge operate', () => {
  test('lists what can be made of a job, and why the rest cannot', async () => {
    const { code, stdout } = await operate(id);
    expect(code).toBe(0);
    expect(stdout).toContain('Steps: 1 image_to_model (selected)');
    expect(stdout).toContain('decimate_mesh  Decimate, free');
    expect(stdout).toContain('rig_model  Rig, free (run rig_check first to see if it can succeed)');
    expect(stdout).toContain('– retarget_animation  Animate: It needs the result of rig_model.');
  });

  test('judges without sending anything, and tells what puts it right', async () => {
    const wrong = await operate(id.slice(0, 12), 'decimate-mesh', '--set', 'face_limit=12000', '--set', 'quad=true');
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('Try --set face_limit=10000')]);
    const right = await operate(id, 'decimate_mesh', '--set', 'face_limit=800', '--check');
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('POST /v3/mesh/decimate, free')]);
    expect(right.stdout).toContain(`dropforge call decimate_mesh --body '{"face_limit":800,`);
    expect((await operate(id, 'retarget_animation')).code).toBe(1);
    expect((await operate(id, 'explode')).code).toBe(2);
    expect((await operate(id, 'unwrap_uv', '--set', 'face_limit')).code).toBe(2);
  });

  test('becomes the last step of a recipe instead, with what was set, and its file is exported', async () => {
    expect((await runCli(['recipes', 'duplicate', 'draft', 'props', '--home', home])).code).toBe(0);
    const added = await operate(id, 'decimate_mesh', '--set', 'face_limit=800', '--add-to', 'props');
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('Nothing was sent.')]);
    const shown = await runCli(['recipes', 'show', 'props', '--home', home, '--json']);
    expect(JSON.stringify(shown.last)).toContain(
      '{"operation":"decimate_mesh","params":{"face_limit":800},"from":0,"exports":"glb"}',
    );
    expect((await operate(id, 'decimate_mesh', '--add-to', 'draft')).stderr).toContain('is built in (read-only)');
    expect((await operate(id, 'decimate_mesh', '--add-to', 'nothing')).code).not.toBe(0);
  });

  test('makes one operation more, and names its file', async () => {
    const { code, stdout } = await operate(id, 'decimate_mesh', '--set', 'face_limit=800');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^decimate_mesh is done\.\n\S.*a.*\.glb\n$/)]);
    expect((await operate(id)).stdout).toContain('2 decimate_mesh (selected)');
  });
});

describe('dropforge operate, where it costs something', () => {
  const paidHome = mkdtempSync(path.join(os.tmpdir(), 'dropforge-test-'));
  const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', paidHome]);
  /** Decimates the model, which costs 30 credits. */
  const decimate = (...words: string[]): Promise<Said> => run('operate', paid, 'decimate_mesh', ...words);
  /** The tasks that the service charged, by operation. */
  const charged = async (): Promise<string[]> =>
    (await run('usage', '--by', 'operation', '--csv')).stdout.trim().split('\r\n').slice(1).sort();
  const steps = async (): Promise<unknown> => {
    const { jobs } = (await run('queue', 'list', '--json')).last as unknown as { jobs: Job[] };
    return jobs.map(({ status, steps: all }) => [status, all.length]);
  };
  let paid = '';

  beforeAll(async () => {
    expect((await run('services', 'rehearsal', 'on')).code).toBe(0);
    const made = await run('make', await writeSampleImage(paidHome, 'a.png', 64), '--format', 'glb', '--yes');
    expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
    const list = await run('queue', 'list', '--json');
    paid = (list.last as unknown as { jobs: Job[] }).jobs[0]?.id ?? '';
  });
  afterAll(() => rmSync(paidHome, { recursive: true, force: true, maxRetries: 20 }));

  test('without consent, or with a maximum below its price, it refuses, names the price and sends nothing', async () => {
    const silent = await decimate();
    expect([silent.code, silent.stdout]).toEqual([1, '']);
    expect(silent.stderr).toContain('This costs 30.00 credits. Nothing was added or charged.');
    const low = await decimate('--max-credits', '29.99');
    expect([low.code, low.stdout]).toEqual([1, '']);
    expect(low.stderr).toContain('This costs 30.00 credits; you approved 29.99. Nothing was added or charged.');
    expect((await decimate('--max-credits', '29.99', '--json')).last).toMatchObject({ code: 'needs_yes' });
    // The maximum is kept, whatever else is agreed to.
    expect((await decimate('--yes', '--max-credits', '29.99')).code).toBe(1);
    expect((await decimate('--max-credits', '1e5')).code).toBe(2);
    expect([await steps(), await charged()]).toEqual([[['done', 1]], ['image_to_model,110.00,1']]);
  });

  test('a maximum of its price lets it be sent', async () => {
    const { code, stdout } = await decimate('--max-credits', '30');
    expect([code, stdout]).toEqual([0, expect.stringContaining('decimate_mesh is done.')]);
    expect([await steps(), await charged()]).toEqual([
      [['done', 2]],
      ['decimate_mesh,30.00,1', 'image_to_model,110.00,1'],
    ]);
  });

  test('only what costs more than the limit of the settings needs a yes', async () => {
    await run('budget', 'set', 'confirm-above', '29.99');
    expect((await decimate()).code).toBe(1);
    expect(await charged()).toContain('decimate_mesh,30.00,1');
    expect((await decimate('--yes')).code).toBe(0);
    await run('budget', 'set', 'confirm-above', '30');
    expect((await decimate()).code).toBe(0);
    expect(await charged()).toContain('decimate_mesh,90.00,3');
  });
});

test('a setting is read as its field takes it', () => {
  expect(parseParameter('decimate_mesh', 'face_limit=800')).toEqual(['face_limit', 800]);
  expect(parseParameter('decimate_mesh', 'quad=true')).toEqual(['quad', true]);
  expect(parseParameter('decimate_mesh', 'part_names=arm, leg')).toEqual(['part_names', ['arm', 'leg']]);
  expect(parseParameter('decimate_mesh', 'model=v3.0')).toEqual(['model', 'v3.0']);
  expect(parseParameter('texture_model', 'texture_prompt={"text":"a=b"}')).toEqual(['texture_prompt', { text: 'a=b' }]);
  expect(parseParameter('retarget_animation', 'animation=123')).toEqual(['animation', '123']);
  expect(() => parseParameter('unwrap_uv', '=1')).toThrow('FIELD=VALUE');
});
