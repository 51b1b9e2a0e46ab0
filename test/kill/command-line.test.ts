import { existsSync, globSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runJson, startCommand } from '../helpers/cli.ts';
import { readServiceTasks } from '../helpers/service-tasks.ts';
import { writePicture } from '../helpers/pictures.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** Moments on the way, told by what lies on disk, in their order. */
const MOMENTS: readonly [string, (home: string, out: string) => boolean][] = [
  ['the queue was opened', (home) => existsSync(path.join(home, 'queue.db'))],
  ['the job was committed', (home) => existsSync(path.join(home, 'queue.db-wal'))],
  ['the source was read', (home) => globSync('library/*/thumb.webp', { cwd: home }).length > 0],
  ['the service was started', (home) => existsSync(path.join(home, 'service/service.db'))],
  ['the upload had begun', (home) => globSync('service/uploads/*', { cwd: home }).length > 0],
  ['the engine had put out the model', (home) => globSync('service/outputs/*/*.glb', { cwd: home }).length > 0],
  ['the model was downloaded', (home) => globSync('library/*/0.glb', { cwd: home }).length > 0],
  ['the model was exported', (_, out) => existsSync(path.join(out, 'shape.glb'))],
  ['the conversion was made', (home) => globSync('service/outputs/*/*.fbx', { cwd: home }).length > 0],
  ['everything was exported', (_, out) => existsSync(path.join(out, 'shape.fbx'))],
];

describe('kill -9 of the whole process group, then resume', () => {
  test.each(MOMENTS)('ends the job once when %s', async (_, reached) => {
    const folder = makeTempFolder();
    const [home, out] = [path.join(folder, 'home'), path.join(folder, 'out')];
    const picture = await writePicture(folder);
    const making = startCommand(['make', picture, '--format', 'glb,fbx', '--out', out, '--home', home, '--json']);
    while (!reached(home, out) && making.child.exitCode === null) await delay(2);
    await making.killGroup();

    const { code, jobs, stderr } = await runJson(['resume', '--home', home]);
    const [job] = jobs;
    if (!job) {
      // Killed before the commit: nothing was promised, nothing may have been made.
      expect(existsSync(out)).toBe(false);
      return;
    }
    expect(stderr).not.toContain('dropforge:');
    expect({ code, status: job.status, error: job.error }).toEqual({ code: 0, status: 'done', error: null });
    expect(readdirSync(out).sort()).toEqual(['shape.fbx', 'shape.glb']);
    expect(job.artifacts.map(({ path: file }) => path.basename(file)).sort()).toEqual(['shape.fbx', 'shape.glb']);
    const tasks = await readServiceTasks(path.join(home, 'service'));
    expect(tasks.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
      'convert_model success',
      'image_to_model success',
    ]);
    expect(tasks.map(({ task_id: id }) => id).sort()).toEqual([...job.taskIds].sort());
  });
});
