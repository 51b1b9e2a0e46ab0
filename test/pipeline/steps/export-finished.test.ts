import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  test('is found again after a crash, and one more format gets a folder of its own', async () => {
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
      ['chair (2)', 'model chair.fbx', 'preview preview.webp', 'source source.png'],
    ]);
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

  test('never take each other’s place: the later one gets a folder of its own', async () => {
    const job = makeJob([GLB, FEWER]);
    const { current, saved, tools } = job;
    const steps = current.steps.map((step, at) => (at === 1 ? { ...step, exports: null } : step));
    saved.push({ ...current, steps });
    await exportFinished(saved.at(-1)!, tools);
    saved.push({ ...saved.at(-1)!, steps: current.steps });
    await exportFinished(saved.at(-1)!, tools);
    expect(textsOf(job)).toEqual([
      ['chair/chair.glb', 'model 0'],
      ['chair (2)/chair.glb', 'model 1'],
    ]);
  });

  test('exported together have names of their own', async () => {
    const job = makeJob([GLB, FEWER]);
    await exportFinished(job.current, job.tools);
    expect(textsOf(job)).toEqual([
      ['chair/chair.glb', 'model 0'],
      ['chair/chair (2).glb', 'model 1'],
    ]);
  });
});
