import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchOutputs } from '../../../src-main/cli/lib/fetch-outputs.ts';
import type { ServiceClient } from '../../../src-main/service-client/service-client.ts';
import { parseTask, type TaskResponse } from '../../../src-main/service-client/task-response.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const PNG = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(2_000, 'x')]);

/** Writes a file in two parts, each after a number of milliseconds. */
function slowClient(ms: number): ServiceClient {
  const download = async (_url: string, filePath: string) => {
    await pause(ms);
    await writeFile(filePath, PNG.subarray(0, 1_000));
    await pause(ms);
    await writeFile(filePath, PNG);
    return { sha256: createHash('sha256').update(PNG).digest('hex'), bytes: PNG.byteLength };
  };
  return { profile: { free: true }, download } as unknown as ServiceClient;
}

test('two commands that download the same task do not touch the files of each other', async () => {
  const home = makeTempFolder();
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const task = parseTask({
    task_id: 'a1',
    type: 'text_to_image',
    status: 'success',
    output: { generated_image_url: 'https://x.example/1' },
  }) as TaskResponse;
  const { signal } = new AbortController();
  const folders = [path.join(home, 'one'), path.join(home, 'other')];
  await Promise.all(
    folders.map((folder, index) =>
      fetchOutputs(task, ['generated_image_url'], { folder, home }, { client: slowClient(10 + 15 * index), signal }),
    ),
  );
  for (const folder of folders) {
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(path.join(folder, name))).toEqual(PNG);
  }
  expect(readdirSync(path.join(home, 'calls'))).toEqual([]);
});
