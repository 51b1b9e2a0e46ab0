import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatCsv } from '../../../../src-main/cli/lib/output/csv.ts';
import { groupThousands } from '../../../../src-shared/base/group-thousands.ts';
import { formatSpendingPlan } from '../../../../src-main/cli/lib/output/plan-text.ts';
import type { SpendingPlan } from '../../../../src-shared/ipc/views/money-view.ts';
import { writeSampleImage } from '../../../helpers/images/sample-images.ts';
import { hasScript, NO_KEYCHAIN, runOnTerminal } from './run-on-terminal.ts';
import { runCli, type Said } from '../../commands/run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const home = mkdtempSync(path.join(os.tmpdir(), 'dropforge-test-'));
const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', home]);
const PROMPT = 'Spend these credits? [y/N] ';
const renders = mkdtempSync(path.join(os.tmpdir(), 'dropforge-renders-'));
let pictures: string[] = [];

beforeAll(async () => {
  expect((await run('services', 'rehearsal', 'on')).code).toBe(0);
  // The name is one a spreadsheet program would compute.
  pictures = await Promise.all(['=1+1, “a”.png', 'b.png'].map((name) => writeSampleImage(home, name, 48)));
});
afterAll(() => {
  for (const folder of [home, renders]) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

const jobs = async (): Promise<readonly unknown[]> => {
  const { last } = await run('queue', 'list', '--json');
  return (last as unknown as { jobs: readonly unknown[] }).jobs;
};

test('a call asks for the price of its model, also under the alias of the field', async () => {
  for (const field of ['model', 'model_version']) {
    const body = JSON.stringify({ [field]: 'P2-20260801', prompt: 'a mug' });
    const said = await run('call', 'text_to_model', '--body', body, '--max-credits', '50', '--out', home);
    expect([said.code, said.stderr]).toEqual([
      1,
      expect.stringContaining('This costs 110.00 credits; you approved 50.00.'),
    ]);
  }
});

describe('dropforge make, where it costs something', () => {
  test('--dry-run shows the plan, and adds nothing', async () => {
    const text = await run('make', ...pictures, '--format', 'glb,fbx', '--dry-run');
    expect([text.code, text.stdout]).toEqual([
      0,
      [
        'image_to_model  2 ×  110.00  220.00',
        'convert_model   2 ×    5.00   10.00',
        'total                        230.00  test credits for 2 jobs',
        '',
      ].join('\n'),
    ]);
    const json = await run('make', ...pictures, '--format', 'glb', '--variants', '5', '--dry-run', '--json');
    expect([json.code, json.last]).toMatchObject([
      0,
      { plan: { total: '1100.00', jobs: 10, needsYes: true }, refused: [] },
    ]);
    expect(await jobs()).toEqual([]);
  });

  test('views that are named one by one are one model, as in a folder', async () => {
    const folder = path.join(home, 'views');
    mkdirSync(folder);
    const names = ['chair_left.png', 'lamp.png', 'chair_front.png'];
    const files = await Promise.all(names.map((name) => writeSampleImage(folder, name, 48)));
    for (const inputs of [files, [folder]]) {
      const { last } = await run('make', ...inputs, '--format', 'glb', '--dry-run', '--json');
      expect(last).toMatchObject({ plan: { jobs: 2, total: '220.00', sources: 2 }, refused: [] });
    }
  });

  test('without a yes it refuses, names the total, and adds nothing', async () => {
    const said = await run('make', ...pictures, '--format', 'glb');
    expect([said.code, said.stdout]).toEqual([1, '']);
    expect(said.stderr).toContain('This costs 220.00 credits. Nothing was added or charged.');
    const json = await run('make', ...pictures, '--format', 'glb', '--max-credits', '219.99', '--json');
    expect([json.code, json.last]).toMatchObject([1, { code: 'needs_yes' }]);
    expect((await run('make', ...pictures, '--max-credits', '1e5')).code).toBe(2);
    expect(await jobs()).toEqual([]);
  });

  test.runIf(hasScript()).each([
    ['n', 'n\r'],
    ['Ctrl-C', '\x03'],
  ])('at a terminal it asks, and %s is no', async (_, typed) => {
    const args = ['make', ...pictures, '--format', 'glb', '--home', home];
    const { code, screen } = await runOnTerminal(args, NO_KEYCHAIN, { prompt: PROMPT, typed });
    expect([code, screen]).toEqual([1, expect.stringContaining('image_to_model  2 ×  110.00  220.00')]);
    expect(screen).toContain('This costs 220.00 credits. Nothing was added or charged.');
  });

  test.runIf(hasScript())('an answer that was typed before the cost was shown is none', async () => {
    const args = ['make', ...pictures, '--format', 'glb', '--home', home];
    const { code, screen } = await runOnTerminal(args, NO_KEYCHAIN, { prompt: PROMPT, typed: 'n\r' }, 'y\ry');
    expect([code, screen]).toEqual([1, expect.stringContaining('This costs 220.00 credits. Nothing was added')]);
  });

  test('with one it makes what the limits allow', async () => {
    const set = await run('budget', 'set', 'day', '120');
    expect([set.code, set.stdout]).toEqual([
      0,
      'Everything that costs credits needs confirmation.\nAt most 120.00 credits a day.\n',
    ]);
    const [first = '', second = ''] = pictures;
    const args = ['make', first, '--format', 'glb', '--home', home];
    const made = hasScript()
      ? await runOnTerminal(args, NO_KEYCHAIN, { prompt: PROMPT, typed: 'y\r' })
      : await runCli([...args, '--max-credits', '110']);
    expect(made.code).toBe(0);
    const stopped = await run('make', second, '--format', 'glb', '--yes', '--json');
    expect([stopped.code, stopped.last]).toMatchObject([1, { jobs: [{ status: 'waiting', errorCode: 'over_cap' }] }]);
  });

  test('the queue tells what each job costs and why one waits, and repeats it', async () => {
    const listed = await run('queue', 'list');
    expect(listed.stdout).toMatch(/done {2}110\.00 test credits charged {2}draft {2}=1\+1/);
    expect(listed.stdout).toMatch(
      /paused {2}about 110\.00 test credits {2}draft {2}b\.png {2}The daily limit of 120\.00 credits/,
    );

    const [, waiting] = (await jobs()) as { id: string }[];
    expect((await run('queue', 'repeat', waiting?.id ?? '')).code).toBe(2);
    const again = ['queue', 'repeat', waiting?.id ?? '', '--seeds', 'new'] as const;
    expect((await run(...again, '--json')).last).toMatchObject({ code: 'needs_yes' });
    const repeated = await run(...again, '--yes', '--json');
    expect(repeated.last).toMatchObject({ jobs: [{ name: 'b.png', status: 'waiting', money: { kind: 'estimate' } }] });
  });

  test('a job that a limit stopped goes beyond it only with a confirmed cost', async () => {
    const find = async () =>
      ((await jobs()) as { id: string; status: string }[]).find(({ status }) => status === 'paused');
    const { id = '' } = (await find()) ?? {};
    const refused = await run('queue', 'resume', id);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('This costs 110.00 credits.')]);
    expect((await run('queue', 'resume', id, '--max-credits', '109.99')).code).toBe(1);
    // The whole queue resumes, and the limit stays.
    expect((await run('queue', 'resume')).code).toBe(0);
    expect((await find())?.id).toBe(id);
    const resumed = await run('queue', 'resume', id, '--max-credits', '110', '--json');
    expect([resumed.code, resumed.last]).toMatchObject([0, { jobs: [{ id, status: 'waiting' }] }]);
  });

  test('the history is there as text with totals, and as CSV', async () => {
    const csv = await run('history', '--csv');
    const [header, row, end] = csv.stdout.split('\r\n');
    expect(header).toBe('at,job_id,name,recipe,step,operation,task_id,service,estimate,charged,back,state');
    expect(row).toMatch(
      /^2\d{3}-.*Z,[0-9a-f-]{36},"'=1\+1, “a”\.png",draft,1,image_to_model,[0-9a-f-]{36},local,110\.00,110\.00,,charged$/,
    );
    expect(end).toBe('');
    expect((await run('history')).stdout).toMatch(
      /110\.00 {2}charged {2}image_to_model {2}draft {2}=1\+1.*\nCharged: 110\.00 test credits\. Refunded: 0\.00\. Held or unconfirmed: 0\.00\.\n$/,
    );
    expect((await run('history', '--since', '2999-01-01')).stdout).toBe('No credits were spent.\n');
    expect((await run('history', '--since', '2026-02-30')).code).toBe(2);
  });

  test('what the service charged is summed up by day, operation and recipe', async () => {
    const byDay = await run('usage', '--by', 'day');
    expect(byDay.stdout).toMatch(/^2\d{3}-\d{2}-\d{2} {2}110\.00 {2}1 task\n$/);
    expect((await run('usage', '--by', 'operation', '--csv')).stdout).toBe(
      'operation,credits,tasks\r\nimage_to_model,110.00,1\r\n',
    );
    expect((await run('usage', '--by', 'recipe')).stdout).toBe('draft  110.00  1 task\n');
    expect((await run('usage', '--by', 'week')).code).toBe(2);
  });
});

describe('dropforge budget', () => {
  test('sets and shows every limit, and refuses what is no amount', async () => {
    expect((await run('folders', 'add', renders, '--cap', '50')).code).toBe(0);
    await run('budget', 'set', 'recipe', 'draft', '20');
    expect((await run('budget', 'set', 'folder', renders, '1000')).code).toBe(0);
    expect((await run('folders', 'list')).stdout).toContain('1,000.00 a day');
    await run('budget', 'set', 'pause-below', '10.5');
    await run('budget', 'set', 'day', 'none');
    await run('budget', 'set', 'confirm-above', '5');
    expect((await run('budget')).stdout).toBe(
      [
        'Batches above 5.00 credits need confirmation.',
        'No daily limit.',
        'Recipe “draft”: at most 20.00 credits a day.',
        `Folder “${renders}”: at most 1,000.00 credits a day.`,
        'The queue pauses before the balance falls below 10.50 credits.',
        '',
      ].join('\n'),
    );
    await run('budget', 'set', 'recipe', 'draft', 'none');
    await run('budget', 'set', 'folder', renders, 'none');
    expect((await run('budget', 'show', '--json')).last).toMatchObject({
      spending: { perRecipe: {}, perFolder: {}, perDay: null },
    });
    for (const [kind, id, sentence] of [
      ['folder', 'inbox', 'There is no hot folder “inbox”.'],
      ['recipe', 'nosuch', 'There is no recipe “nosuch”.'],
    ] as const) {
      for (const amount of ['5', 'none']) {
        const refused = await run('budget', 'set', kind, id, amount);
        expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(sentence)]);
      }
    }
    const odd = await run('budget', 'set', 'day', 'fifty');
    expect([odd.code, odd.stderr]).toEqual([
      2,
      expect.stringContaining('“fifty” is not an amount of credits. Enter one such as 50'),
    ]);
    for (const words of [['set', 'day'], ['set', 'confirm-above', 'none'], ['grow']]) {
      expect((await run('budget', ...words)).code).toBe(2);
    }
  });
});

describe('words about money', () => {
  test('digits are told apart by threes', () => {
    expect(['0.00', '999.99', '1000.00', '1234567.05'].map(groupThousands)).toEqual([
      ...['0.00', '999.99', '1,000.00', '1,234,567.05'],
    ]);
  });

  test('no cell of a CSV is a formula, and quotes, commas and line ends stay inside their cell', () => {
    const odd = ['=1', '+1', '-1', '@a', '\tb', ' =1', '＝1', 'a=1', 'x"y', 'x,y', 'x\ny', ''];
    expect(formatCsv([odd])).toBe(`'=1,'+1,'-1,'@a,'\tb,' =1,'＝1,a=1,"x""y","x,y","x\ny",\r\n`);
  });

  test('a plan says what is not known and which limits it would break', () => {
    const plan: SpendingPlan = {
      ...{ free: false, test: false, jobs: 1200, total: '12000.00', unknown: 2, learned: true },
      ...{ testTotal: '0.00', confirmAbove: '0.00', perDay: '50.00' },
      ...{ balance: '1500.00', held: '5.00', available: '1495.00' },
      lines: [
        { operation: 'image_to_model', count: 1200, each: '10.00', basis: 'learned', total: '12000.00' },
        { operation: 'rig_model', count: 2, each: null, basis: 'unknown', total: null },
      ],
      ...{ spentToday: '3.00', needsYes: true },
      over: [
        { cap: 'day', subject: '', limit: '50.00', would: '12003.00' },
        { cap: 'recipe', subject: 'film', limit: '40.00', would: '12003.00' },
        { cap: 'balance', subject: '', limit: '1495.00', would: '12000.00' },
      ],
    };
    expect(formatSpendingPlan(plan)).toBe(
      [
        'image_to_model  1,200 ×  10.00  12,000.00  charged recently',
        'rig_model           2 ×      ?          ?  unknown until charged',
        'total                           12,000.00  credits for 1,200 jobs',
        '2 steps have no known price until charged.',
        'Balance 1,500.00, 5.00 held. Available credits: 1,495.00.',
        'Spent or held today: 3.00.',
        'Exceeds the daily limit of 50.00: the total would be 12,003.00. Jobs above the limit wait.',
        'Exceeds the daily limit of 40.00 for recipe “film”: the total would be 12,003.00. Jobs above the limit wait.',
        'Costs 12,000.00, more than the 1,495.00 available. The queue pauses when the credits run out.',
        '',
      ].join('\n'),
    );
    const rehearsal = formatSpendingPlan({ ...plan, test: true });
    expect(rehearsal).toContain('12,000.00  test credits for 1,200 jobs');
    expect(rehearsal).toContain('Balance 1,500.00 test credits, 5.00 held.');
    const mixed = formatSpendingPlan({ ...plan, testTotal: '1100.00' });
    expect(mixed).toContain('12,000.00  credits for 1,200 jobs\nAlso 1,100.00 test credits on this computer.\n');
    expect(formatSpendingPlan({ ...plan, free: true, jobs: 1 })).toBe('1 job, free.\n');
  });
});
