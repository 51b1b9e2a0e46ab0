import { describe, expect, test } from 'vitest';
import type { ArtifactRecord, JobRecord, StepRecord } from '../../../src-main/pipeline/job-record.ts';
import { stepsToExport } from '../../../src-main/queue/commands/export-job.ts';
import { findSubject } from '../../../src-main/queue/job-list/find-subject.ts';
import { buildJob } from '../../helpers/job-records.ts';

type Params = Readonly<Record<string, unknown>>;
type Chain = readonly (readonly [StepRecord['operation'], from: number | null, Params?])[];

const model = (step: number, format: ArtifactRecord['format']): ArtifactRecord => ({
  ...{ id: `a${step}`, step, role: 'model', format, path: `/nowhere/${step}`, bundle: null },
  ...{ bytes: 1, sha256: '', exportedPath: null },
});

/** A job whose steps are made, with a file of each that a format is given for. */
function made(
  chain: Chain,
  formats: readonly ArtifactRecord['format'][],
  serviceKind: JobRecord['serviceKind'] = 'cloud',
): JobRecord {
  const job = buildJob({ serviceKind });
  const steps = chain.map(([operation, from, params = {}]) => ({
    ...(job.steps[0] as StepRecord),
    ...{ operation, from, params, status: 'done' as const, taskId: 't' },
  }));
  const artifacts = formats.flatMap((format, step) => (format === null ? [] : [model(step, format)]));
  return { ...job, steps, artifacts };
}

const CONVERTED: Chain = [
  ['image_to_model', null],
  ['convert_model', 0, { format: 'FBX' }],
];
const RIGGED: Chain = [
  ['image_to_model', null],
  ['rig_check', 0],
  ['rig_model', 0, { out_format: 'fbx' }],
];

describe('one more format', () => {
  test('is made of the last model of a chain, not of its first', () => {
    const record = made([...CONVERTED, ['decimate_mesh', 0]], ['glb', 'fbx', 'glb']);
    expect(stepsToExport(record, 'usdz')).toMatchObject([{ operation: 'convert_model', from: 2, exports: 'usdz' }]);
    // The FBX is of the first model.
    expect(stepsToExport(record, 'fbx')).toMatchObject([{ from: 2, exports: 'fbx' }]);
    expect(stepsToExport(record, 'glb')).toEqual([]);
  });

  test('is not made again where it was made of that model already', () => {
    const record = made(CONVERTED, ['glb', 'fbx']);
    expect(stepsToExport(record, 'fbx')).toEqual([]);
    expect(stepsToExport(record, 'stl')).toEqual([
      { operation: 'convert_model', params: { format: 'STL' }, from: 0, exports: 'stl' },
    ]);
  });

  test('of a character is made of the rigged body, with its skeleton where the format holds one', () => {
    const record = made(RIGGED, ['glb', null, 'fbx']);
    const asked = (format: 'usdz' | 'gltf' | 'obj' | 'stl') =>
      stepsToExport(record, format).map(({ from, params }) => [from, params]);
    expect(asked('usdz')).toEqual([[2, { format: 'USDZ', with_animation: true }]]);
    expect(asked('gltf')).toEqual([[2, { format: 'GLTF', with_animation: true }]]);
    // Nothing is paid for what these cannot hold.
    expect(asked('obj')).toEqual([[2, { format: 'OBJ' }]]);
    expect(asked('stl')).toEqual([[2, { format: 'STL' }]]);
    expect(stepsToExport(record, 'fbx')).toEqual([]);
    // The static GLB is another model, and no conversion writes a GLB.
    expect(() => stepsToExport(record, 'glb')).toThrow('Choose glTF');
  });

  test('of an animated character is made of its clips, unless they came without a body', () => {
    const from = (params: Params, service: JobRecord['serviceKind']) => {
      const chain: Chain = [...RIGGED, ['retarget_animation', 2, { animation: 'preset:run', ...params }]];
      return stepsToExport(made(chain, ['glb', null, 'fbx', 'glb'], service), 'usdz')[0];
    };
    expect(from({ export_with_geometry: true }, 'cloud')).toMatchObject({ from: 3, params: { with_animation: true } });
    expect(from({}, 'cloud')).toMatchObject({ from: 2 });
    expect(from({}, 'local')).toMatchObject({ from: 3 });
    expect(from({ export_with_geometry: false }, 'local')).toMatchObject({ from: 2 });
  });

  test('keeps a skeleton that went along with new uvs', () => {
    const record = made([...RIGGED, ['unwrap_uv', 2]], ['glb', null, 'fbx', 'glb']);
    expect(stepsToExport(record, 'fbx')).toMatchObject([{ from: 3, params: { with_animation: true } }]);
  });

  test('of quads is made of the FBX they came as', () => {
    const record = made([['image_to_model', null, { quad: true }]], ['fbx']);
    expect(stepsToExport(record, 'obj')).toMatchObject([{ from: 0, params: { format: 'OBJ' } }]);
  });

  test('cannot be made of splats', () => {
    const record = made([['image_to_splat', null]], ['ply']);
    expect(findSubject(record)).toBeNull();
    expect(() => stepsToExport(record, 'obj')).toThrow('no model to convert');
  });
});
