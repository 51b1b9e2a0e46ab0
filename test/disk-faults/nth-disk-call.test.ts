import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { toErrorInfo } from '../../src-shared/base/errors.ts';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import { toRecipeFile } from '../../src-shared/recipes/recipe-file.ts';
import type { Recipe } from '../../src-shared/recipes/recipe.ts';
import { draftRecipes } from '../../src-shared/recipes/built-in/draft.ts';
import { withStep, type JobRecord } from '../../src-main/pipeline/job-record.ts';
import { createRecipeBook } from '../../src-main/queue/recipes/recipe-book.ts';
import { systemDisk } from '../../src-main/base/files/disk.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { readQueueSnapshot } from '../kill/queue-snapshot.ts';
import { checkKillLoopBooks, readKillLoopBooks } from '../local-service/kill-loop-books.ts';
import { order, restoreRecord, runScenario, type ScenarioSetup, type ScenarioResult } from './run-scenario.ts';
import { createFailingDisk, DISK_FAULTS, type DiskFault } from './failing-disk.ts';

const CREDITS = 100_000;
const PIXELS = 24;
/** `DISK_FAULTS=all`: every fault at every call, instead of each call once. */
const ALL = process.env['DISK_FAULTS'] === 'all';
/** Stories told beside each other: most of each is waiting. */
const LANES = 4;
const FOREIGN = 'of somebody else';
/** More calls than any story has. */
const MAX_CALLS = 1_000;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: CREDITS });
});
afterAll(async () => {
  await service.stop();
});

function createStage(): ScenarioSetup & { readonly root: string } {
  const root = makeTempFolder();
  return { root, home: path.join(root, 'home'), out: path.join(root, 'out'), service };
}

/** A job that is done, and its stage. */
async function makeJob(
  formats: readonly MeshFormat[],
): Promise<{ readonly stage: ScenarioSetup; readonly done: JobRecord }> {
  const stage = createStage();
  const picture = await writeSampleImage(stage.root, 'shape.png', PIXELS);
  await runScenario(stage, 0, 'EIO', (queue) => order(queue, picture, formats));
  const [done] = readQueueSnapshot(stage.home).jobs;
  if (done?.status !== 'done') throw new Error(`The job is ${done?.status}.`);
  return { stage, done };
}

/** The job before it was exported. */
function withoutExports(done: JobRecord): JobRecord {
  const artifacts = done.artifacts.map((artifact) => ({ ...artifact, exportedPath: null }));
  return { ...done, status: 'waiting', finishedAt: null, error: null, artifacts };
}

/** Fails the first call, the second, and so on, until a story is through without one; answers how many calls failed. */
async function failEach(
  tell: (n: number, fault: DiskFault) => Promise<ScenarioResult>,
  { lanes = 1, isThrough = ({ failed }: ScenarioResult): boolean => failed === null } = {},
): Promise<number> {
  const wrong: string[] = [];
  let calls = MAX_CALLS;
  let next = 1;
  const lane = async (): Promise<void> => {
    for (let n = next++; n <= calls && wrong.length === 0; n = next++) {
      for (const fault of ALL ? DISK_FAULTS : [DISK_FAULTS[n % DISK_FAULTS.length] as DiskFault]) {
        const end = await tell(n, fault);
        wrong.push(...end.wrong);
        if (isThrough(end)) calls = Math.min(calls, n - 1);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(wrong).toEqual([]);
  expect(calls).toBeLessThan(MAX_CALLS);
  return calls;
}

describe('whichever call of the disk fails, nothing is lost or paid twice, and a retry ends it', () => {
  test('on the way of a job', async () => {
    // What comes after the order needs no new task each time: below. With every fault it is told here as well.
    const isThrough = ({ failed, wasOrdered }: ScenarioResult): boolean => failed === null || (wasOrdered && !ALL);
    const tell = async (n: number, fault: DiskFault): Promise<ScenarioResult> => {
      const stage = createStage();
      const picture = await writeSampleImage(stage.root, 'shape.png', PIXELS);
      return runScenario(stage, n, fault, (queue) => order(queue, picture, ['glb']));
    };
    expect(await failEach(tell, { lanes: LANES, isThrough })).toBeGreaterThan(15);
  });

  test('on the way home of a job whose task was there before a restart', async () => {
    /** Puts a job back to where its last step was ordered, with nothing of it here and nothing exported. */
    const failOnWayHome = async (formats: readonly MeshFormat[]): Promise<number> => {
      const { stage, done } = await makeJob(formats);
      const library = path.join(stage.home, 'library', done.id);
      const last = done.steps.length - 1;
      const unexported = withoutExports(done);
      const step = { status: 'running', creditsConsumed: null } as const;
      const artifacts = unexported.artifacts.filter((artifact) => artifact.step !== last);
      const ordered = { ...withStep(unexported, last, step), step: last, artifacts };
      return failEach((n, fault) => {
        const names = readdirSync(library).filter((name) => name.replace('.', '').startsWith(String(last)));
        for (const name of names) rmSync(path.join(library, name), { recursive: true });
        rmSync(stage.out, { recursive: true });
        restoreRecord(stage.home, ordered);
        return runScenario(stage, n, fault, () => undefined);
      });
    };
    const [model, withPackage] = await Promise.all([failOnWayHome(['glb']), failOnWayHome(['glb', 'obj'])]);
    expect(model).toBeGreaterThan(25);
    expect(withPackage).toBeGreaterThan(model);
  });

  test('on the way to a folder that holds files of its names', async () => {
    const { stage, done } = await makeJob(['glb']);
    const foreign = ['shape', 'shape (2)/shape.glb'].map((name) => path.join(stage.out, name));
    const calls = await failEach(async (n, fault) => {
      rmSync(stage.out, { recursive: true });
      mkdirSync(path.join(stage.out, 'shape (2)'), { recursive: true });
      for (const file of foreign) writeFileSync(file, FOREIGN);
      restoreRecord(stage.home, withoutExports(done));
      const end = await runScenario(stage, n, fault, () => undefined);
      const wrong = end.wrong.filter((line) => !/shape(| \(2\)) (is no folder|has no manifest)$/.test(line));
      const names = readdirSync(stage.out).sort().join(', ');
      if (names !== 'shape, shape (2), shape (3)') wrong.push(`the folder holds ${names}`);
      const replaced = foreign.filter((file) => readFileSync(file, 'utf8') !== FOREIGN);
      return { ...end, wrong: [...wrong, ...replaced.map((file) => `${file} was replaced`)] };
    });
    expect(calls).toBeGreaterThan(15);
  });

  test('so that no story was paid for twice', async () => {
    const books = readKillLoopBooks(service.dataDir);
    expect(checkKillLoopBooks(books, CREDITS * 100)).toEqual([]);
    expect(new Set(books.tasks.map(({ ref }) => ref)).size).toBe(books.tasks.length);
    expect(books.tasks.length).toBeGreaterThan(20);
  });
});

test('whichever call of the disk fails while a recipe is brought in, it is there whole or not at all', async () => {
  const text = toRecipeFile({ ...(draftRecipes(['glb', 'stl']).picture as Recipe), id: 'my-draft', name: 'My draft' });
  const context = () => ({ deployment: 'international', now: Date.UTC(2026, 0, 1) }) as const;
  for (const fault of DISK_FAULTS) {
    let calls = 0;
    for (let n = 1, isOver = false; !isOver; n++) {
      const home = path.join(makeTempFolder(), 'home');
      const failing = createFailingDisk(systemDisk, n, fault);
      const outcome = await createRecipeBook(home, context, failing.disk)
        .import(text, 'my-draft.json', false)
        .then(({ outcome: ok }) => ok)
        .catch((error: unknown) => describeError(toErrorInfo(error)));
      isOver = failing.failed() === null;
      const book = createRecipeBook(home, context);
      const [kept] = (await book.list()).filter(({ shipped }) => !shipped);
      if (typeof outcome === 'string') expect(kept).toMatchObject({ id: 'my-draft', problem: null });
      else expect(outcome).toMatchObject({ happened: expect.not.stringContaining('inside Dropforge') as string });
      const again = await book.import(text, 'my-draft.json', false);
      expect(again.outcome).toBe(kept ? 'same' : 'added');
      expect(readdirSync(path.join(home, 'recipes'))).toEqual(['my-draft.json']);
      if (!isOver) calls = n;
    }
    expect(calls).toBeGreaterThan(5);
  }
});
