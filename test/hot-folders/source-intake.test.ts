import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import { toReadyFile, type ReadyFile } from '../../src-main/folders/watching/ready-file.ts';
import type { JobCreationDeps } from '../../src-main/hot-folders/create-jobs.ts';
import { createProblemList } from '../../src-main/hot-folders/problem-list.ts';
import { createSourceIntake } from '../../src-main/hot-folders/source-intake.ts';
import { hotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { openHot } from './bench.ts';

let chair: Buffer;
let lamp: Buffer;
beforeAll(async () => {
  [chair, lamp] = await Promise.all([drawShape(32), drawShape(40)]);
});

/** The files of a folder that nobody watches; `change`: what is put around the creation of its jobs. */
async function setUp(change: (creation: JobCreationDeps) => Partial<JobCreationDeps> = () => ({})) {
  const bench = await openHot();
  const folder = hotFolder.parse({ id: 'other', path: path.join(bench.root, 'other'), after: 'stay' });
  mkdirSync(folder.path);
  const problems = createProblemList();
  const intake = createSourceIntake(folder, {
    ...bench.creation,
    ...change(bench.creation),
    ...{ clock: SYSTEM.clock, problems, capPerDay: () => null, onJobsCreated: () => undefined },
  });
  const put = (name: string, content: Buffer): ReadyFile => {
    const at = path.join(folder.path, name);
    writeFileSync(at, content);
    return toReadyFile(at, lstatSync(at, { bigint: true })) as ReadyFile;
  };
  return { ...bench, folder, problems, intake, put, run: () => intake.run(() => true) };
}

test.each([
  ['before it is read', 'chooseRecipe', ['chair.png']],
  ['after it was claimed', 'context', ['chair.png', 'chair.png']],
] as const)('a file that is saved again while its job is created, %s, becomes a job as it is now', async (_, at, jobs) => {
  let isSaved = false;
  const saveAgain = (): void => {
    if (isSaved) return;
    isSaved = true;
    intake.add(put('chair.png', lamp));
  };
  const { intake, put, run, names } = await setUp((creation) => ({
    [at]: (...all: Parameters<JobCreationDeps['chooseRecipe']>) => {
      saveAgain();
      return at === 'context' ? creation.context() : creation.chooseRecipe(...all);
    },
  }));
  intake.add(put('chair.png', chair));
  await run();
  expect(intake.waiting).toBe(1);
  await run();
  expect([names(), intake.waiting]).toEqual([jobs, 0]);
});
