import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { exportFinished } from '../../../src-main/pipeline/steps/export-finished.ts';
import type { ArtifactRecord, JobRecord, SourceFile, StepRecord } from '../../../src-main/pipeline/job-record.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import type { Manifest } from '../../../src-shared/delivery/manifest.ts';
import { readExported } from '../../helpers/exported-assets.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const GLB = {
  operation: 'image_to_model',
  params: { model_seed: 7, face_limit: 5000 },
  from: null,
  exports: 'glb',
} as const;
const FBX = { operation: 'convert_model', params: { format: 'FBX' }, from: 0, exports: 'fbx' } as const;
const OBJ = { operation: 'convert_model', params: { format: 'OBJ' }, from: 0, exports: 'obj' } as const;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A job with finished steps, each with a model of its own, the first with a preview. */
function makeJob(steps: readonly Partial<StepRecord>[], patch: Partial<JobRecord> = {}) {
  const folder = makeTempFolder();
  const out = path.join(folder, 'out');
  const write = (name: string, text: string): { path: string; sha256: string; bytes: number } => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
    return { path: path.join(folder, name), sha256: hashOf(text), bytes: text.length };
  };
  const blank = { bundle: null, exportedPath: null } as const;
  const artifacts = steps.map((step, index): ArtifactRecord => {
    const about = {
      ...blank,
      id: `model-${index}`,
      step: index,
      role: 'model',
      format: step.exports ?? 'glb',
    } as const;
    if (step.exports !== 'obj') return { ...about, ...write(`${index}.${step.exports}`, `model ${index}`) };
    write(`${index}-files/model.mtl`, 'newmtl a');
    return { ...about, ...write(`${index}-files/model.obj`, 'v 0 0 0'), bundle: path.join(folder, `${index}-files`) };
  });
  artifacts.push({
    ...blank,
    id: 'preview',
    step: 0,
    role: 'preview',
    format: null,
    ...write('0-preview.png', 'RIFF1234WEBP'),
  });
  const source = (name: string, slot: SourceFile['slot'] = null): SourceFile => {
    const { path: at, bytes, sha256 } = write(name, `source ${name}`);
    return { slot, name, path: at, bytes, token: { token: 't', issuedAt: 0, sha256 } };
  };
  const current = {
    id: 'job',
    name: 'chair.png',
    kind: 'picture',
    sources: [source('chair.png')],
    recipe: 'draft',
    recipeVersion: 3,
    serviceKind: 'cloud',
    status: 'verifying',
    steps: steps.map((step) => ({ status: 'done', taskId: 'task', creditsConsumed: '10.50', ...step })),
    artifacts,
    notes: ['A note.'],
    ...patch,
  } as unknown as JobRecord;
  const saved: JobRecord[] = [];
  const tools = {
    system: SYSTEM,
    reader: createDirectReader(SYSTEM.disk),
    exportFolder: out,
    current: (): JobRecord => saved.at(-1) ?? current,
    save: (record: JobRecord): JobRecord => (saved.push(record), record),
  };
  const only = (): Manifest => {
    const { assets, wrong } = readExported(out);
    expect([wrong, assets.length]).toEqual([[], 1]);
    return assets[0]!.manifest;
  };
  return { folder, out, current, saved, tools, source, only };
}

const pathsOf = ({ files }: Manifest): string[] => files.map(({ role, path: at }) => `${role} ${at}`);

describe('what a job made', () => {
  test('lies in one folder, and its manifest says how to make it again', async () => {
    const { out, current, tools, saved, only } = makeJob([GLB, FBX, OBJ, { ...FBX, params: { fbx_preset: 'mixamo' } }]);
    await exportFinished(current, tools);
    expect(pathsOf(only())).toEqual([
      'model chair.glb',
      'model chair.fbx',
      'model obj/chair.obj',
      'texture obj/model.mtl',
      'model chair (2).fbx',
      'preview preview.webp',
      'source source.png',
    ]);
    expect(only()).toMatchObject({
      name: 'chair',
      recipe: { id: 'draft', version: 3 },
      service: { kind: 'cloud' },
      credits: { charged: '42.00', back: '0.00' },
      source: { name: 'chair.png', sha256: hashOf('source chair.png') },
      notes: ['A note.'],
      licence: 'See the terms of the service that made it.',
    });
    expect(only().steps[0]).toEqual({
      operation: 'image_to_model',
      params: { face_limit: 5000 },
      taskId: 'task',
      seeds: { model_seed: 7 },
    });
    const places = saved.at(-1)!.artifacts.map(({ exportedPath }) => exportedPath && path.relative(out, exportedPath));
    expect(places).toEqual(['chair/chair.glb', 'chair/chair.fbx', 'chair/obj/chair.obj', 'chair/chair (2).fbx', null]);
    expect(saved.map(({ status }) => status)).toEqual(['exporting', 'exporting']);
  });

  test('is found again after a crash, and one more format arrives in the same folder', async () => {
    const { out, current, tools, saved } = makeJob([GLB, FBX]);
    const lastFormat = {
      ...current,
      steps: current.steps.map((step, at) => (at === 1 ? { ...step, exports: null } : step)),
    };
    await exportFinished(lastFormat, { ...tools, current: () => lastFormat, save: (record) => record });
    const before = readExported(out);
    // Nothing of it was written down.
    saved.push(lastFormat);
    await exportFinished(lastFormat, tools);
    expect(readExported(out)).toEqual(before);
    const more = { ...saved.at(-1)!, steps: current.steps };
    saved.push(more);
    await exportFinished(more, tools);
    expect(readExported(out).assets.map(({ folder, manifest }) => [folder, ...pathsOf(manifest)])).toEqual([
      ['chair', 'model chair.glb', 'preview preview.webp', 'source source.png'],
      ['chair', 'model chair.fbx'],
    ]);
    const [asset, later] = readExported(out).assets.map(({ manifest }) => manifest);
    expect(asset).not.toHaveProperty('asset');
    expect(later).toMatchObject({ asset: asset!.id, from: 'chair.glb', version: 1 });
    expect(later).not.toHaveProperty('kind');
    const count = saved.length;
    await exportFinished(saved.at(-1)!, tools);
    expect(saved.length).toBe(count);
  });

  test.each<[string, Partial<JobRecord>, string[]]>([
    ['words', { prompt: 'a chair', name: 'a chair' }, ['source source.txt']],
    ['a model that is called so', { name: 'source.glb' }, ['source source (2).glb']],
  ])('of %s has them beside it', async (_, patch, expected) => {
    const { current, tools, only, source } = makeJob([GLB], patch);
    const sources = patch.prompt === undefined ? [source('source.glb')] : [];
    await exportFinished({ ...current, sources }, { ...tools, current: () => ({ ...current, sources }) });
    expect(pathsOf(only()).slice(-1)).toEqual(expected);
    expect(only().source).toMatchObject({ name: patch.name, sha256: expect.any(String) as string });
  });

  test('of several views has each of them, and of a source that is gone says so', async () => {
    const { folder, out, current, tools, only, source } = makeJob([GLB]);
    const views = { ...current, sources: [source('a.png', 'front'), source('b.JPG', 'back')] };
    rmSync(path.join(folder, 'a.png'));
    await exportFinished(views, { ...tools, current: () => views });
    expect(pathsOf(only()).slice(-1)).toEqual(['source source-back.jpg']);
    expect(only().notes.at(-1)).toMatch(/^The source is not included/);
    expect(only().source).toEqual({ name: 'chair.png', sha256: null });
    expect(readFileSync(path.join(out, 'chair/source-back.jpg'), 'utf8')).toBe('source b.JPG');
  });

  test('makes no folder when there is nothing to export', async () => {
    const { folder, current, tools, saved } = makeJob([
      { ...GLB, exports: null },
      { ...FBX, status: 'failed' },
    ]);
    await exportFinished(current, tools);
    expect([saved, readdirSync(folder).includes('out')]).toEqual([[], false]);
  });
});

describe('files of one name that two steps made', () => {
  const FEWER = { operation: 'decimate_mesh', params: { face_limit: 5000 }, from: 0, exports: 'glb' } as const;
  const textsOf = ({ out, saved }: ReturnType<typeof makeJob>): (readonly [string, string])[] =>
    saved
      .at(-1)!
      .artifacts.flatMap(({ exportedPath, role }) =>
        role === 'model' && exportedPath !== null
          ? [[path.relative(out, exportedPath).replaceAll('\\', '/'), readFileSync(exportedPath, 'utf8')] as const]
          : [],
      );

  test('never take each other’s place: the later one is named after its operation', async () => {
    const job = makeJob([GLB, FEWER]);
    const { current, saved, tools } = job;
    const steps = current.steps.map((step, at) => (at === 1 ? { ...step, exports: null } : step));
    saved.push({ ...current, steps });
    await exportFinished(saved.at(-1)!, tools);
    saved.push({ ...saved.at(-1)!, steps: current.steps });
    await exportFinished(saved.at(-1)!, tools);
    expect(textsOf(job)).toEqual([
      ['chair/chair.glb', 'model 0'],
      ['chair/chair_decimated.glb', 'model 1'],
    ]);
  });

  test('exported together have names of their own', async () => {
    const job = makeJob([GLB, FEWER]);
    await exportFinished(job.current, job.tools);
    expect(textsOf(job)).toEqual([
      ['chair/chair.glb', 'model 0'],
      ['chair/chair_decimated.glb', 'model 1'],
    ]);
  });
});

describe('later results', () => {
  const BRICKS = {
    operation: 'stylize_model',
    params: { style: 'lego' },
    from: 0,
    exports: 'glb',
    extra: true,
  } as const;
  const RIG = { operation: 'rig_model', params: {}, from: 1, exports: 'fbx', extra: true } as const;
  const LATER_OBJ = { ...OBJ, from: 1, extra: true } as const;

  /** Exports the steps one after another, as operations on a finished job do; answers the paths of their models. */
  async function exportOneByOne(job: ReturnType<typeof makeJob>): Promise<(string | null)[]> {
    const { current, saved, tools, out } = job;
    for (let count = 1; count <= current.steps.length; count++) {
      const record = saved.at(-1) ?? current;
      const made = current.artifacts.filter(({ step }) => step < count);
      const artifacts = made.map((artifact) => record.artifacts.find(({ id }) => id === artifact.id) ?? artifact);
      saved.push({ ...record, artifacts, steps: current.steps.slice(0, count) });
      await exportFinished(saved.at(-1)!, tools);
    }
    const models = saved.at(-1)!.artifacts.filter(({ role }) => role === 'model');
    return models.map(({ exportedPath }) => exportedPath && path.relative(out, exportedPath).replaceAll('\\', '/'));
  }

  test('arrive in the folder of their asset under names that say what they are, with their lineage', async () => {
    const job = makeJob([GLB, BRICKS, RIG, LATER_OBJ, { ...BRICKS, params: { style: 'lego', block_size: 2 } }]);
    expect(await exportOneByOne(job)).toEqual([
      'chair/chair.glb',
      'chair/chair_bricks.glb',
      'chair/chair_bricks_rigged.fbx',
      'chair/obj_bricks/chair_bricks.obj',
      'chair/chair_bricks (2).glb',
    ]);
    const { assets, wrong } = readExported(job.out);
    expect(wrong).toEqual([]);
    const [asset, ...later] = assets.map(({ manifest }) => manifest);
    expect(
      later.map(({ asset: of, name, kind, version, from }) => [of === asset!.id, name, kind, version, from]),
    ).toEqual([
      [true, 'chair_bricks (2)', 'bricks', 2, 'chair.glb'],
      [true, 'chair_bricks', 'bricks', 1, 'chair.glb'],
      [true, 'chair_bricks', 'bricks', 1, 'chair_bricks.glb'],
      [true, 'chair_bricks_rigged', 'bricks_rigged', 1, 'chair_bricks.glb'],
    ]);
    expect(readdirSync(job.out)).toEqual(['chair']);
    expect(job.saved.at(-1)!.artifacts.map(({ exportedAs }) => exportedAs)).toEqual([
      ...[asset!.id, later[1]!.id, later[3]!.id, later[2]!.id, later[0]!.id],
      undefined,
    ]);
  });

  test('are added once when the job does not hear of it, and are put back when they were removed', async () => {
    const job = makeJob([GLB, BRICKS]);
    await exportOneByOne(job);
    const before = readExported(job.out);
    const unheard = (record: JobRecord): JobRecord => ({
      ...record,
      artifacts: record.artifacts.map((each) => (each.step === 1 ? { ...each, exportedPath: null } : each)),
    });
    job.saved.push(unheard(job.saved.at(-1)!));
    await exportFinished(job.saved.at(-1)!, job.tools);
    expect(readExported(job.out)).toEqual(before);
    rmSync(path.join(job.out, 'chair/chair_bricks.glb'));
    job.saved.push(unheard(job.saved.at(-1)!));
    await exportFinished(job.saved.at(-1)!, job.tools);
    expect(readExported(job.out)).toEqual(before);
  });

  test('take a version where the name is used, and never replace a file', async () => {
    const job = makeJob([GLB, BRICKS]);
    const { current, saved, tools, out } = job;
    saved.push({ ...current, steps: current.steps.slice(0, 1) });
    await exportFinished(saved.at(-1)!, tools);
    writeFileSync(path.join(out, 'chair/chair_bricks.glb'), 'mine');
    expect(await exportOneByOne(job)).toEqual(['chair/chair.glb', 'chair/chair_bricks (2).glb']);
    expect(readFileSync(path.join(out, 'chair/chair_bricks.glb'), 'utf8')).toBe('mine');
  });

  test.each([
    ['removed', (folder: string) => rmSync(folder, { recursive: true }), 'chair/chair.glb'],
    ['renamed', (folder: string) => renameSync(folder, `${folder} of mine`), 'chair/chair.glb'],
    ['emptied of its manifest', (folder: string) => rmSync(path.join(folder, 'dropforge.json')), 'chair (2)/chair.glb'],
  ])('get a folder of their own when that of their asset was %s', async (_, change, place) => {
    const job = makeJob([GLB, BRICKS]);
    const { current, saved, tools, out } = job;
    saved.push({
      ...current,
      steps: current.steps.slice(0, 1),
      artifacts: current.artifacts.filter((each) => each.step === 0),
    });
    await exportFinished(saved.at(-1)!, tools);
    change(path.join(out, 'chair'));
    saved.push({ ...current, artifacts: [...saved.at(-1)!.artifacts, current.artifacts[1]!] });
    await exportFinished(saved.at(-1)!, tools);
    const exported = saved.at(-1)!.artifacts.at(-1)!.exportedPath!;
    expect(path.relative(out, exported).replaceAll('\\', '/')).toBe(place.replace('chair.glb', 'chair_bricks.glb'));
  });
});
