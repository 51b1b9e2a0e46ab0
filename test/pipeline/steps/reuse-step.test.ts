import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Intent } from '../../../src-main/pipeline/intent.ts';
import type { ArtifactRecord, JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { reuseStep } from '../../../src-main/pipeline/steps/reuse-step.ts';
import type { PipelineTools } from '../../../src-main/pipeline/pipeline-tools.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const SOURCE = 'task-of-the-model';

function artifact(file: string, patch: Partial<ArtifactRecord> = {}): ArtifactRecord {
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  const plain = { id: 'old', step: 1, role: 'model', format: 'stl', bundle: null, bytes: 3 } as const;
  return { ...plain, path: file, sha256, exportedPath: '/elsewhere', ...patch };
}

/** A finished job with a conversion, another that wants the same as its third step, and the tools between them. */
function setUp(
  change: {
    mine?: Partial<JobRecord>;
    theirs?: Partial<JobRecord>;
    params?: Record<string, unknown>;
    standing?: boolean;
  } = {},
) {
  const library = makeTempFolder();
  const [theirFolder, myFolder] = [path.join(library, 'theirs'), path.join(library, 'mine')];
  mkdirSync(theirFolder);
  const file = path.join(theirFolder, '1.stl');
  writeFileSync(file, 'stl');
  const base = buildJob({ serviceId: 'service' }, ['glb', 'stl']);
  const [model, convert] = base.steps as [JobRecord['steps'][number], JobRecord['steps'][number]];
  const done = { ...model, status: 'done', taskId: SOURCE } as const;
  const theirs: JobRecord = {
    ...base,
    id: 'theirs',
    name: 'lamp.png',
    status: 'done',
    steps: [
      done,
      { ...convert, params: { format: 'STL', pack_uv: true }, status: 'done', taskId: 'made', creditsConsumed: '5.00' },
    ],
    artifacts: [artifact(file)],
    ...change.theirs,
  };
  let mine: JobRecord = {
    ...base,
    id: 'mine',
    steps: [
      done,
      { ...convert, status: 'done' },
      { ...convert, params: change.params ?? { pack_uv: true, format: 'STL' } },
    ],
    ...change.mine,
  };
  const tools = {
    system: SYSTEM,
    jobFolder: myFolder,
    signal: new AbortController().signal,
    intents: { findStanding: () => (change.standing ? ({ state: 'prepared' } as Intent) : null) },
    jobsWithTask: (id: string) => (id === SOURCE ? [theirs, mine] : []),
    save: (record: JobRecord) => (mine = record),
    current: () => mine,
  } as unknown as PipelineTools;
  return { run: () => reuseStep(mine, 2, tools), theirFolder, myFolder, file };
}

test('the same conversion of the same task is copied, costs nothing and says so', async () => {
  const { run, theirFolder, myFolder } = setUp();
  const record = await run();
  expect(record?.steps[2]).toMatchObject({ status: 'done', taskId: 'made', creditsConsumed: '0.00' });
  expect(record?.steps.flatMap(({ notes = [] }) => notes).map(toEnglish)).toEqual([
    'Convert: the result of “lamp.png” was used. Nothing was charged.',
  ]);
  expect(record?.artifacts).toMatchObject([{ step: 2, path: path.join(myFolder, '2.stl'), exportedPath: null }]);
  expect(record?.artifacts[0]?.id).not.toBe('old');
  rmSync(theirFolder, { recursive: true });
  expect(readFileSync(path.join(myFolder, '2.stl'), 'utf8')).toBe('stl');
  expect(readdirSync(myFolder)).toEqual(['2.stl']);
});

test('a package comes with all its files', async () => {
  const { run, theirFolder, myFolder, file } = setUp();
  const bundle = path.join(theirFolder, '1-files');
  mkdirSync(bundle);
  writeFileSync(path.join(bundle, 'a.obj'), 'obj');
  writeFileSync(path.join(bundle, 'a.mtl'), 'mtl');
  const other = setUp({ theirs: { artifacts: [artifact(path.join(bundle, 'a.obj'), { format: 'obj', bundle })] } });
  const record = await other.run();
  const copied = path.join(other.myFolder, '2-files');
  expect(record?.artifacts).toMatchObject([{ path: path.join(copied, 'a.obj'), bundle: copied }]);
  expect(readdirSync(copied).sort()).toEqual(['a.mtl', 'a.obj']);
  expect([existsSync(file), existsSync(myFolder), typeof run]).toEqual([true, false, 'function']);
});

test.each([
  ['has other parameters', { params: { format: 'STL' } }],
  ['belongs to another service', { theirs: { serviceId: 'another' } }],
  ['is sent already', { standing: true }],
  ['has no files left on the list', { theirs: { artifacts: [] } }],
])('a step is ordered when it %s', async (_, change) => {
  expect(await setUp(change).run()).toBeNull();
});

test('a file that is gone or no longer the same is not used', async () => {
  const gone = setUp();
  rmSync(gone.file);
  expect(await gone.run()).toBeNull();
  const changed = setUp();
  writeFileSync(changed.file, 'another');
  expect(await changed.run()).toBeNull();
  expect(readdirSync(changed.myFolder)).toEqual([]);
});

test('a disk that cannot take the copy stops the job instead of buying anew', async () => {
  const { run, myFolder } = setUp();
  mkdirSync(path.join(myFolder, '2.stl', 'in the way'), { recursive: true });
  await expect(run()).rejects.toThrow();
});
