import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../../src-main/base/system.ts';
import { toReadyFile, type ReadyFile } from '../../src-main/folders/watching/ready-file.ts';
import type { JobCreationDeps } from '../../src-main/hot-folders/create-jobs.ts';
import { claimSource, ownerOf, releaseSource } from '../../src-main/hot-folders/folder-claim.ts';
import { createProblemList } from '../../src-main/hot-folders/problem-list.ts';
import { markFile } from '../../src-main/hot-folders/ready-source.ts';
import { createSourceIntake } from '../../src-main/hot-folders/source-intake.ts';
import { hotFolder, type HotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import { spending } from '../../src-shared/settings/settings.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { openHot } from './bench.ts';
import { failOpen } from './failing-open.ts';

let chair: Buffer;
let lamp: Buffer;
beforeAll(async () => {
  [chair, lamp] = await Promise.all([drawShape(32), drawShape(40)]);
});

/** The files of a folder that nobody watches; `change`: what is put around the creation of its jobs. */
async function setUp(
  change: (creation: JobCreationDeps) => Partial<JobCreationDeps> = () => ({}),
  free = true,
  after: HotFolder['after'] = 'stay',
) {
  const bench = await openHot({ free, spending: () => spending.parse({ confirmAbove: '1000.00' }) });
  const folder = hotFolder.parse({ id: 'other', path: path.join(bench.root, 'other'), after });
  mkdirSync(folder.path);
  const problems = createProblemList();
  const rechecked: string[] = [];
  let skippedMs = 0;
  const intake = createSourceIntake(folder, {
    ...bench.creation,
    ...change(bench.creation),
    ...{
      clock: { ...SYSTEM.clock, elapsed: () => SYSTEM.clock.elapsed() + skippedMs },
      problems,
      capPerDay: () => null,
      onJobsCreated: () => undefined,
      recheck: (at) => void rechecked.push(path.basename(at)),
    },
  });
  const put = (name: string, content: Buffer | string): ReadyFile => {
    const at = path.join(folder.path, name);
    writeFileSync(at, content);
    return toReadyFile(at, lstatSync(at, { bigint: true })) as ReadyFile;
  };
  const skip = (ms: number): void => void (skippedMs += ms);
  return { ...bench, folder, problems, rechecked, intake, put, skip, run: () => intake.run(() => true) };
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

test.each([
  ['left', ['chair'], ['front', 'back'], 0, []],
  ['front', [], [], 2, [{ code: 'front_missing', subject: 'chair' }]],
])(
  'a view that another Dropforge claimed, the %s one, does not hold the others',
  async (foreign, jobs, slots, waiting, said) => {
    const { intake, put, run, skip, names, folder, queue, problems } = await setUp();
    const views = await Promise.all(
      ['front', 'left', 'back'].map(async (slot, at) => put(`chair_${slot}.png`, await drawShape(32 + at))),
    );
    const taken = views.find(({ path: at }) => at.includes(foreign))!;
    const mark = (await markFile(folder.path, folder.id, taken))!;
    await claimSource(folder.path, mark, ownerOf('/home/other', 'there'));
    for (const view of views) intake.add(view);
    skip(3_000);
    await run();
    expect([names(), intake.waiting]).toEqual([[], 2]);
    await run();
    expect([names(), intake.waiting, problems.list()]).toMatchObject([jobs, waiting, said]);
    expect(queue.records().flatMap(({ sources }) => sources.map(({ slot }) => slot))).toEqual(slots);
    // The claims of views without a job were released.
    const claims = readdirSync(path.join(folder.path, '.dropforge/taken'));
    expect(claims).toHaveLength(1 + slots.length);
  },
);

test.each([
  ['its content', 'chair.prompt', 1],
  ['its text', 'chair.prompt', 2],
  ['its sidecar', 'chair.json', 1],
])('a file is tried again when a drive fails to read %s', async (_, name, nth) => {
  const { intake, put, run, names, problems, folder } = await setUp(undefined, true, 'move');
  put('chair.json', '{"face_limit": 3000}');
  intake.add(put('chair.prompt', 'a red chair'));
  failOpen(name, nth);
  await run();
  expect([names(), intake.waiting, problems.list()]).toMatchObject([
    [],
    1,
    [{ code: 'file_unreadable', subject: name }],
  ]);
  const left = readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
  expect(left.filter((at) => /taken.|failed/.test(at))).toEqual([]);
  await run();
  expect([names(), intake.waiting]).toEqual([['chair.prompt'], 0]);
});

test.each([
  ['removed', (file: string) => rmSync(file, { force: true })],
  ['saved again', (file: string) => writeFileSync(file, 'a blue chair')],
])('a prompt that is %s after it was identified is checked again, not rejected', async (_, change) => {
  const { intake, put, run, names, problems, rechecked, folder } = await setUp(({ claimedFiles }) => ({
    claimedFiles: {
      ...claimedFiles,
      find: (mark) => {
        if (mark.fileId !== '') change(path.join(folder.path, mark.place));
        return claimedFiles.find(mark);
      },
    },
  }));
  intake.add(put('chair.prompt', 'a red chair'));
  await run();
  expect([names(), problems.list(), rechecked]).toEqual([[], [], ['chair.prompt']]);
});

test('a rejected file that is away is rejected again when it returns, with its text file', async () => {
  let isAway = false;
  const { intake, put, run, rechecked, folder, names } = await setUp(
    (creation) => ({
      context: () => {
        if (!isAway) renameSync(folder.path, `${folder.path}.away`);
        isAway = true;
        return creation.context();
      },
    }),
    true,
    'move',
  );
  put('chair.json', '{"face_limits": 3000}');
  const file = put('chair.png', chair);
  intake.add(file);
  await run();
  expect([isAway, rechecked]).toEqual([true, ['chair.png']]);
  renameSync(`${folder.path}.away`, folder.path);
  intake.add(file);
  await run();
  expect(readdirSync(path.join(folder.path, 'failed')).sort()).toEqual(['chair.json', 'chair.png', 'chair.png.txt']);
  expect([names(), rechecked]).toEqual([[], ['chair.png']]);
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
