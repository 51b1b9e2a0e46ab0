import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import { toReadyFile, type ReadyFile } from '../../src-main/folders/watching/ready-file.ts';
import type { JobCreationDeps } from '../../src-main/hot-folders/create-jobs.ts';
import { claimSource, releaseSource } from '../../src-main/hot-folders/folder-claim.ts';
import { createProblemList } from '../../src-main/hot-folders/problem-list.ts';
import { markFile } from '../../src-main/hot-folders/ready-source.ts';
import { createSourceIntake } from '../../src-main/hot-folders/source-intake.ts';
import { hotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import { spending } from '../../src-shared/settings/settings.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { openHot } from './bench.ts';

let chair: Buffer;
let lamp: Buffer;
beforeAll(async () => {
  [chair, lamp] = await Promise.all([drawShape(32), drawShape(40)]);
});

/** The files of a folder that nobody watches; `change`: what is put around the creation of its jobs. */
async function setUp(change: (creation: JobCreationDeps) => Partial<JobCreationDeps> = () => ({}), free = true) {
  const bench = await openHot({ free, spending: () => spending.parse({ confirmAbove: '1000.00' }) });
  const folder = hotFolder.parse({ id: 'other', path: path.join(bench.root, 'other'), after: 'stay' });
  mkdirSync(folder.path);
  const problems = createProblemList();
  const intake = createSourceIntake(folder, {
    ...bench.creation,
    ...change(bench.creation),
    ...{
      clock: SYSTEM.clock,
      problems,
      capPerDay: () => null,
      onJobsCreated: () => undefined,
      recheck: () => undefined,
    },
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
] as const)(
  'a file that is saved again while its job is created, %s, becomes a job as it is now',
  async (_, at, jobs) => {
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
  },
);

test('a file that the system refuses waits, says why, and leaves the others of its turn alone', async () => {
  const { intake, put, run, names, held, folder, problems } = await setUp(undefined, false);
  const [first, second] = [put('chair.png', chair), put('lamp.png', lamp)];
  const claims = path.join(folder.path, '.dropforge/taken');
  const mark = (await markFile(folder.path, folder.id, second))!;
  await claimSource(folder.path, mark, '');
  const claim = path.join(claims, readdirSync(claims)[0] ?? '');
  await releaseSource(folder.path, mark);
  mkdirSync(claim);
  for (const file of [first, second]) intake.add(file);
  await run();
  expect([names(), held(), intake.waiting, intake.isMoving]).toEqual([['chair.png'], [], 1, false]);
  expect(problems.list()).toMatchObject([{ code: 'folder_unwritable', subject: 'other/.dropforge' }]);
  rmSync(claim, { recursive: true });
  await run();
  expect([names(), held(), intake.waiting]).toEqual([['chair.png', 'lamp.png'], [], 0]);
});

test('files whose jobs could not be saved are not taken for ordered ones later', async () => {
  let isFull = true;
  const { intake, put, run, names, held } = await setUp(
    ({ queue }) => ({
      queue: {
        ...queue,
        add: (...all) => {
          if (isFull) throw new Error('The disk is full.');
          return queue.add(...all);
        },
      },
    }),
    false,
  );
  intake.add(put('chair.png', chair));
  await expect(run()).rejects.toThrow('The disk is full.');
  isFull = false;
  await run();
  expect([names(), held()]).toEqual([['chair.png'], []]);
});
