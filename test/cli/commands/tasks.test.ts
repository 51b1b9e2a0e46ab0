import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli, type Said } from './run-cli.ts';

const PICTURE = path.join(import.meta.dirname, '../../../assets/samples/mug.png');
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('tasks --out fails unless every id gives its files, and says why for each', async () => {
  const home = makeTempFolder();
  const out = path.join(home, 'out');
  const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', home]);
  const call = async (folder: string): Promise<Said> =>
    run('call', 'image_to_model', '--body', '{"model":"P1-20260311"}', '--upload', `input=${PICTURE}`, '--out', folder);
  const idOf = ({ stderr }: Said): string => /^Task ([0-9a-f-]{36})$/m.exec(stderr)?.[1] ?? '';

  const unknown = await run('tasks', UNKNOWN, '--out', out);
  expect(unknown).toMatchObject({ code: 1, stderr: `${UNKNOWN}: The service does not know this task.\n` });
  expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);

  const good = idOf(await call(path.join(home, 'first')));
  await run('generators', 'add', 'gone', '--kind', 'hunyuan3d', '--url', 'http://127.0.0.1:9/');
  await run('generators', 'use', 'image-to-model', 'gone');
  const failing = await call(path.join(home, 'second'));
  const failed = idOf(failing);
  expect([failing.code, failed]).toEqual([1, expect.stringMatching(/./)]);

  const some = await run('tasks', failed, UNKNOWN, good, '--out', out, '--json');
  expect([some.code, some.stderr.split('\n')]).toEqual([
    1,
    [
      `${failed}: Nothing was downloaded. The status of the task is “failed”.`,
      `${UNKNOWN}: The service does not know this task.`,
      '',
    ],
  ]);
  expect(some.last).toMatchObject({ tasks: { [good]: { status: 'success' } }, missed: [UNKNOWN] });
  expect(readdirSync(out)).toContain(`image_to_model-${good.slice(0, 8)}.glb`);
  expect(await run('tasks', good, '--out', out)).toMatchObject({ code: 0, stderr: '' });
});
