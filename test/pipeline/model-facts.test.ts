import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Document } from '@gltf-transform/core';
import { describe, expect, test } from 'vitest';
import { readGlb, writeGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { worldBox } from '../../src-main/engine/base/document/world-box.ts';
import type { ArtifactRecord, JobRecord, StepRecord } from '../../src-main/pipeline/job-record.ts';
import { readModelFacts, type ModelFacts } from '../../src-main/pipeline/model-facts.ts';
import { createDirectReader } from '../../src-main/readers/direct-reader.ts';
import { systemDisk } from '../../src-main/base/files/disk.ts';
import type { Format } from '../../src-shared/formats/formats.ts';
import { createAsymmetricModel } from '../engine/files/asymmetric-model.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { SAMPLES } from '../helpers/samples.ts';

const samples = path.join(SAMPLES, 'models');
const hasSamples = existsSync(samples);

interface Given {
  readonly format?: Format;
  readonly serviceKind?: JobRecord['serviceKind'];
  readonly params?: StepRecord['params'];
  /** Of the GLB the second file was converted from. */
  readonly made?: StepRecord['params'];
}

/** Facts of a file of a job: a GLB, or what was converted from it. */
async function factsOf(
  glb: Uint8Array | string,
  bytes: Uint8Array | string | null,
  given: Given = {},
): Promise<ModelFacts> {
  const { format = 'glb', serviceKind = 'local', params = {}, made = {} } = given;
  const folder = makeTempFolder();
  const write = (name: string, data: Uint8Array | string): string => {
    writeFileSync(path.join(folder, name), data);
    return path.join(folder, name);
  };
  const blank = { role: 'model', bundle: null, bytes: 1, sha256: '', exportedPath: null } as const;
  const artifacts: ArtifactRecord[] = [{ ...blank, id: 'a', step: 0, format: 'glb', path: write('0.glb', glb) }];
  const steps = [{ operation: 'import_model', params: made, from: null }] as unknown as StepRecord[];
  if (bytes !== null) {
    artifacts.push({ ...blank, id: 'b', step: 1, format, path: write(`1.${format}`, bytes) });
    steps.push({ operation: 'convert_model', params, from: 0 } as unknown as StepRecord);
  }
  const record = { steps, artifacts, serviceKind } as unknown as JobRecord;
  return readModelFacts(artifacts.at(-1)!, record, createDirectReader(systemDisk));
}

async function makeGlb(change: (document: Document) => void = () => undefined): Promise<Uint8Array> {
  const document = await createAsymmetricModel();
  change(document);
  return writeGlb(document);
}

const onlyNode = (document: Document) => document.getRoot().listNodes()[0]!;

describe('a GLB', () => {
  test('tells size, triangles and textures, and looks the way glTF does', async () => {
    expect(await factsOf(await makeGlb(), null)).toEqual({
      upAxis: 'Y',
      forwardAxis: 'Z',
      metersPerUnit: 1,
      dimensions: [3, 6, 10],
      triangles: 12,
      textures: 3,
      clips: [],
      hasSkeleton: false,
    });
  });

  test('tells no size where its box does not, as of an object that lies askew', async () => {
    const half = Math.SQRT1_2;
    const askew = await makeGlb(
      (document) => void onlyNode(document).setRotation([0, Math.sin(0.2), 0, Math.cos(0.2)]),
    );
    expect((await factsOf(askew, null)).dimensions).toBeNull();
    const turned = await makeGlb(
      (document) => void onlyNode(document).setScale([1, 1, 1]).setRotation([half, 0, 0, half]),
    );
    const { dimensions } = await factsOf(turned, null);
    dimensions!.forEach((value, axis) => expect(value).toBeCloseTo([3, 10, 6][axis]!, 5));
    const hidden = await makeGlb(
      (document) => void document.createNode('lost').setMesh(document.getRoot().listMeshes()[0]!),
    );
    expect(await factsOf(hidden, null)).toMatchObject({ dimensions: null, triangles: null, textures: null });
  });

  test('has no known front when it is turned as its image shows it', async () => {
    const made = { orientation: 'align_image' };
    expect((await factsOf(await makeGlb(), null, { made })).forwardAxis).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['no description', 'glTF\u0002\0\0\0\u0014\0\0\0\0\0\0\0JSON'],
    ['words', 'It is no model at all, it only says so.'],
  ])('that holds %s tells nothing, and is no fault here', async (_, content) => {
    expect(await factsOf(content, null).catch((error: Error) => error.name)).toMatchObject({ dimensions: null });
  });
});

describe('a converted file', () => {
  const stl = new Uint8Array(84 + 50);
  new DataView(stl.buffer).setUint32(80, 1, true);

  test.each<[Format, StepRecord['params'], Partial<ModelFacts>]>([
    [
      'stl',
      {},
      { upAxis: 'Z', forwardAxis: '-Y', metersPerUnit: 0.001, dimensions: [3, 10, 6], triangles: 1, textures: 0 },
    ],
    ['stl', { export_orientation: '+y' }, { forwardAxis: 'X', dimensions: [10, 3, 6] }],
    [
      '3mf',
      { scale_factor: 2 },
      { upAxis: 'Z', metersPerUnit: 0.001, dimensions: [6, 20, 12], triangles: 12, textures: null },
    ],
    ['fbx', {}, { upAxis: 'Y', metersPerUnit: 1, dimensions: [3, 6, 10], textures: null }],
    ['fbx', { fbx_preset: '3dsmax' }, { upAxis: 'Z', metersPerUnit: 0.01, dimensions: [3, 10, 6] }],
    [
      'fbx',
      { fbx_preset: 'mixamo', export_orientation: '-x' },
      { upAxis: 'Y', metersPerUnit: 0.01, forwardAxis: '-Z' },
    ],
    ['usdz', {}, { upAxis: null, metersPerUnit: null, dimensions: [3, 6, 10] }],
    ['obj', { quad: true, bake: true }, { upAxis: 'Y', metersPerUnit: 1, dimensions: [3, 6, 10] }],
    ['obj', { face_limit: 4 }, { dimensions: null, triangles: null }],
    ['obj', { flatten_bottom: true }, { dimensions: null, triangles: null }],
    ['obj', { part_names: ['a'] }, { dimensions: null, triangles: null }],
  ])('made here, %s with %j, is as its converter writes it', async (format, params, expected) => {
    const facts = await factsOf(await makeGlb(), format === 'stl' ? stl : 'unreadable', { format, params });
    expect(facts).toMatchObject(expected);
  });

  test('made here, has the clips of its GLB as far as its format plays them, or none once it was frozen', async () => {
    const glb = await makeGlb((document) => {
      const clock = document
        .createAccessor()
        .setType('SCALAR')
        .setArray(new Float32Array([0, 1]));
      const way = document
        .createAccessor()
        .setType('VEC3')
        .setArray(new Float32Array([0, 0, 0, 0, 1, 0]));
      for (const name of ['rise', 'again']) {
        const sampler = document.createAnimationSampler().setInput(clock).setOutput(way);
        const channel = document.createAnimationChannel().setSampler(sampler).setTargetPath('translation');
        document
          .createAnimation(name)
          .addSampler(sampler)
          .addChannel(channel.setTargetNode(onlyNode(document)));
      }
    });
    const clipsOf = async (format: Format, params: StepRecord['params'] = {}) =>
      (await factsOf(glb, 'unreadable', { format, params })).clips;
    expect(await clipsOf('fbx')).toEqual(['rise', 'again']);
    expect(await clipsOf('usdz')).toEqual(['rise']);
    expect(await clipsOf('fbx', { flatten_bottom: true })).toEqual([]);
    expect(await clipsOf('obj')).toEqual([]);
  });

  test('made elsewhere is known as far as it says itself', async () => {
    const unknown = { upAxis: null, forwardAxis: null, metersPerUnit: null, dimensions: null };
    const cloud = { serviceKind: 'cloud' } as const;
    expect(await factsOf(await makeGlb(), stl, { ...cloud, format: 'stl' })).toMatchObject({
      ...unknown,
      triangles: 1,
    });
    expect(await factsOf(await makeGlb(), 'x', { ...cloud, format: 'fbx' })).toMatchObject({
      ...unknown,
      triangles: null,
    });
    const turned = { ...cloud, format: 'gltf', params: { export_orientation: '-y' } } as const;
    expect(await factsOf(await makeGlb(), '{"asset":{"version":"2.0"}}', turned)).toMatchObject({
      upAxis: 'Y',
      forwardAxis: null,
    });
  });
});

test.skipIf(!hasSamples)('the sizes of real models are those of all their vertices, or not told', async () => {
  const told: string[] = [];
  for (const name of readdirSync(samples).filter((each) => each.endsWith('.glb'))) {
    const glb = readFileSync(path.join(samples, name));
    if (glb.byteLength > 8_000_000) continue;
    const [{ dimensions }, box] = await Promise.all([factsOf(glb, null), readGlb(glb).then(worldBox, () => null)]);
    if (!dimensions || !box) continue;
    told.push(name);
    const tolerance = 0.01 * Math.max(...dimensions);
    dimensions.forEach((value, axis) =>
      expect(Math.abs(value - (box.max[axis]! - box.min[axis]!)), name).toBeLessThan(tolerance),
    );
  }
  expect(told).toContain('Fox.glb');
});
