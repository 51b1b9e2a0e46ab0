import { expect, test } from 'vitest';
import type { ArtifactRecord } from '../../src-main/pipeline/job-record.ts';
import { stepsToExport } from '../../src-main/queue/commands/export-job.ts';
import { buildJob } from '../helpers/job-records.ts';

const model = (step: number, format: ArtifactRecord['format']): ArtifactRecord => ({
  ...{ id: `a${step}`, step, role: 'model', format, path: `/nowhere/${step}`, bundle: null },
  ...{ bytes: 1, sha256: '', exportedPath: null },
});

test('one more format is made of the last model of a chain, not of its first', () => {
  const record = buildJob({ artifacts: [model(0, 'glb'), model(1, 'fbx'), model(2, 'glb')] });
  expect(stepsToExport(record, 'usdz')).toMatchObject([{ operation: 'convert_model', from: 2, exports: 'usdz' }]);
  // The FBX is of the first model.
  expect(stepsToExport(record, 'fbx')).toMatchObject([{ from: 2, exports: 'fbx' }]);
  expect(stepsToExport(record, 'glb')).toEqual([]);
});

test('what was made of it already is not made again', () => {
  const record = buildJob({ artifacts: [model(0, 'glb'), model(1, 'fbx')] });
  expect(stepsToExport(record, 'fbx')).toEqual([]);
  expect(stepsToExport(record, 'stl')).toMatchObject([{ from: 0 }]);
});
