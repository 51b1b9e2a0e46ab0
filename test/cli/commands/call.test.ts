import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { padViewSlots, setFileToken } from '../../../src-main/cli/lib/input/request-body.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

const PICTURE = path.join(import.meta.dirname, '../../../assets/samples/mug.png');

describe('call --check', () => {
  test.each<[string, string, object, string[]]>([
    ['image_to_model', 'nothing given', {}, ['4.3']],
    ['image_to_model', 'P1 with quad', { model: 'P1-20260311', input: 'file_a', quad: false }, ['4.3']],
    ['text_to_image', 'a 3D model', { prompt: 'x', model: 'P1-20260311' }, ['4.3']],
    ['convert_model', 'no source', { format: 'FBX' }, ['4.4']],
    ['image_to_model', 'inline data', { model: 'P1-20260311', input: 'data:x' }, ['4.2']],
  ])('%s refuses %s with its section, and contacts nothing', async (operation, _, body, sections) => {
    const home = makeTempFolder();
    const said = await runCli(['call', operation, '--body', JSON.stringify(body), '--check', '--json', '--home', home]);
    expect(said).toMatchObject({ code: 1, last: { code: 1004, status: 'error' } });
    const issues = said.last?.['issues'] as { section: string }[];
    expect(issues.map(({ section }) => section)).toEqual(expect.arrayContaining(sections));
    for (const section of sections) expect(said.stderr).toContain(`section ${section}`);
    expect([existsSync(path.join(home, 'service')), existsSync(path.join(home, 'queue.db'))]).toEqual([false, false]);
  });

  test('accepts a right request with a file that is not sent, and names its price', async () => {
    const home = makeTempFolder();
    const body = path.join(home, 'body.json');
    // As editors of Windows save it.
    writeFileSync(body, '\ufeff{"model":"P1-20260311"}');
    const args = ['call', 'image-to-model', '--body', body, '--upload', `input=${PICTURE}`, '--check', '--json'];
    expect(await runCli([...args, '--home', home])).toMatchObject({ code: 0, last: { ok: true, issues: [] } });
    expect(existsSync(path.join(home, 'service'))).toBe(false);
  });

  test('refuses a body that is too large without reading it completely', async () => {
    const home = makeTempFolder();
    const body = path.join(home, 'body.json');
    writeFileSync(body, '');
    // Takes no space on the disk.
    truncateSync(body, 3 * 1024 ** 3);
    const said = await runCli(['call', 'text_to_image', '--body', body, '--check', '--home', home]);
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining('--body: it is larger than 20 MB.')]);
  });

  test.each([
    ['an operation there is not', ['nothing'], 2],
    ['no JSON', ['text_to_image', '--body', '{x'], 2],
    ['a list', ['text_to_image', '--body', '/dev/null'], 2],
    ['a field that is none', ['image_to_model', '--upload', `__proto__.x=${PICTURE}`], 2],
    ['a file that is not there', ['image_to_model', '--upload', 'input=/nowhere.png'], 1],
    ['an unknown option', ['text_to_image', '--what'], 2],
  ])('says so for %s', async (_, args, code) => {
    expect((await runCli(['call', ...args, '--check', '--home', makeTempFolder()])).code).toBe(code);
  });
});

describe('an uploaded file’s token', () => {
  test('goes where its field says, in the form the interface wants there', () => {
    expect(setFileToken({ a: 1 }, 'input', 'file_x', 'png')).toEqual({ a: 1, input: 'file_x' });
    expect(setFileToken({}, 'file', 'file_x', 'png')).toEqual({ file: { type: 'png', file_token: 'file_x' } });
    expect(setFileToken({ texture_prompt: { text: 'y' } }, 'texture_prompt.image', 'file_x', 'png')).toEqual({
      texture_prompt: { text: 'y', image: 'file_x' },
    });
    const views = padViewSlots(setFileToken(setFileToken({}, 'files.0', 'file_a', 'png'), 'files.2', 'file_b', 'png'));
    const token = (name: string) => ({ type: 'png', file_token: name });
    expect(views).toEqual({ files: [token('file_a'), {}, token('file_b'), {}] });
  });
});

describe('call', () => {
  test('orders once through an intent of its own, follows, fetches every output, prints the task', async () => {
    const home = makeTempFolder();
    const out = path.join(home, 'out');
    const args = ['call', 'image_to_model', '--body', '{"model":"P1-20260311"}', '--upload', `input=${PICTURE}`];
    const said = await runCli([...args, '--out', out, '--json', '--home', home]);
    expect(said, said.stderr).toMatchObject({ code: 0, last: { type: 'image_to_model', status: 'success' } });
    const id = said.last?.['task_id'] as string;
    expect(readdirSync(out)).toContain(`image_to_model-${id.slice(0, 8)}.glb`);
    expect(said.stdout).toContain(path.join(out, `image_to_model-${id.slice(0, 8)}.glb`));
    const database = openQueueDatabase(home);
    const intents = database.prepare('select * from intents').all();
    database.close();
    expect(intents).toMatchObject([
      {
        job_id: expect.stringMatching(/^call-/) as string,
        state: 'bound',
        attempt: 1,
        task_id: id,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
    ]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const tasks = await runCli(['tasks', id, unknown, '--json', '--home', home]);
    expect(tasks).toMatchObject({ code: 0, last: { tasks: { [id]: { status: 'success' } }, missed: [unknown] } });
    const again = path.join(home, 'again');
    await runCli(['tasks', id, '--out', again, '--home', home]);
    expect(readdirSync(again)).toEqual(readdirSync(out));
    const usage = await runCli(['usage', '--csv', '--home', home]);
    expect(usage.stdout).toMatch(new RegExp(`^task_id,.*\r\n${id},image_to_model,success,.*,\\d+\\.\\d\\d\r\n$`));
  });
});
