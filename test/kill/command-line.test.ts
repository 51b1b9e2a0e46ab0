import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { toJobReport } from '../../src-main/cli/lib/output/job-report.ts';
import { runJson, startCommand } from '../helpers/cli.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { readServiceTasks } from '../helpers/service/service-tasks.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { isOver, readQueueSnapshot } from './queue-snapshot.ts';

interface Folders {
  readonly home: string;
  readonly out: string;
}

/** A moment on the way, told by what lies on disk. */
type Moment = (folders: Folders) => boolean;

const isThere =
  (pattern: string): Moment =>
  ({ home }) =>
    globSync(pattern, { cwd: home }).length > 0;

/** Before the commit nothing was promised; after it everything was. */
const BEGINNINGS: readonly [string, Moment][] = [
  ['the queue was opened', ({ home }) => existsSync(path.join(home, 'queue.db'))],
  ['something was committed', ({ home }) => existsSync(path.join(home, 'queue.db-wal'))],
];

/** In the order of the way, so that one job can be killed at each. */
const MOMENTS: readonly Moment[] = [
  isThere('library/*/thumb.webp'),
  isThere('service/service.db'),
  isThere('service/uploads/*'),
  isThere('service/outputs/*/*.glb'),
  isThere('library/*/0.glb'),
  isThere('service/outputs/*/*.fbx'),
  isThere('library/*/1.fbx'),
  ({ out }) => existsSync(path.join(out, 'shape')),
];

/** On a busy computer a moment may be over before it is seen: then all is tried anew, so many times. */
const TRIES = 10;

/** Runs a command of the program and kills it, with its service and its engines, at a moment; false: it ended before. */
async function killAt(args: readonly string[], folders: Folders, moment: Moment): Promise<boolean> {
  const running = startCommand([...args, '--home', folders.home, '--json']);
  while (!moment(folders) && running.child.exitCode === null) await delay(2);
  const isKilled = running.child.exitCode === null;
  await running.killGroup();
  return isKilled;
}

async function prepare(): Promise<Folders & { readonly make: readonly string[] }> {
  const folder = makeTempFolder();
  const [home, out] = [path.join(folder, 'home'), path.join(folder, 'out')];
  const picture = await writeSampleImage(folder, 'shape.png', 64);
  return { home, out, make: ['make', picture, '--format', 'glb,fbx', '--out', out] };
}

describe('kill -9 of the whole process group, then resume', () => {
  test.each(BEGINNINGS)('promises nothing, or everything, when %s', async (_, moment) => {
    for (let left = TRIES; left > 0; left--) {
      const { make, ...folders } = await prepare();
      const isKilled = await killAt(make, folders, moment);
      const { jobs, damage } = readQueueSnapshot(folders.home);
      expect(damage).toEqual([]);
      expect(jobs.length > 0 || !existsSync(folders.out)).toBe(true);
      if (isKilled && !jobs.some(isOver)) return;
    }
    expect.fail('It was never killed before its job was over.');
  });

  test('ends the job once, however often it comes', async () => {
    let kills = 0;
    for (let left = TRIES; left > 0 && kills <= MOMENTS.length / 2; left--) {
      const { make, ...folders } = await prepare();
      kills = await killOnTheWay(make, folders);
      await expectMadeOnce(folders);
    }
    expect(kills).toBeGreaterThan(MOMENTS.length / 2);
  });
});

/** Kills a job at one moment after the other and goes on with it each time, until it is over; how often it was killed. */
async function killOnTheWay(make: readonly string[], folders: Folders): Promise<number> {
  let kills = 0;
  for (const moment of MOMENTS) {
    if (!(await killAt(kills === 0 ? make : ['resume'], folders, moment))) break;
    kills++;
  }
  return kills;
}

/** Lets the job end, and looks at what it left. */
async function expectMadeOnce({ home, out }: Folders): Promise<void> {
  const { code, stderr } = await runJson(['resume', '--home', home]);
  // Resume reports none that was done before.
  const [job] = readQueueSnapshot(home).jobs.map(toJobReport);
  if (!job) throw new Error('The job is gone.');
  expect(stderr).not.toContain('dropforge:');
  expect({ code, status: job.status, error: job.error }).toEqual({ code: 0, status: 'done', error: null });
  expect(listExported(out)).toEqual(['shape/shape.fbx', 'shape/shape.glb']);
  expect(job.artifacts.map(({ path: file }) => path.basename(file)).sort()).toEqual(['shape.fbx', 'shape.glb']);
  const tasks = await readServiceTasks(path.join(home, 'service'));
  expect(tasks.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
    'convert_model success',
    'image_to_model success',
  ]);
  expect(tasks.map(({ task_id: id }) => id).sort()).toEqual([...job.taskIds].sort());
}
