import { expect, test } from 'vitest';
import type { JobDelivery } from '../../../../src-shared/ipc/views/target-view.ts';
import { listExportedAssets } from '../../../../src-renderer/features/folders/export-list.ts';
import { buildArtifact, buildJob } from '../../build-job.ts';

const delivery = (changes: Partial<JobDelivery>): JobDelivery => ({
  assetId: 'a',
  name: 'bolt.stl',
  target: 'blender',
  status: 'waiting',
  seconds: null,
  warnings: [],
  contradictions: [],
  at: null,
  jobId: null,
  ...changes,
});

test('lists what was exported, the newest first, with its formats once each and its receipts', () => {
  const glb = buildArtifact();
  const jobs = [
    buildJob({ id: 'old', name: 'old.png', finishedAt: 1000, artifacts: [glb] }),
    buildJob({ id: 'none', artifacts: [buildArtifact({ exported: false })] }),
    buildJob({
      id: 'new',
      name: 'new.png',
      finishedAt: 5000,
      artifacts: [glb, buildArtifact({ format: 'fbx' }), buildArtifact({ format: 'glb' })],
    }),
  ];
  const receipt = delivery({ jobId: 'new', status: 'imported' });
  const { assets, more } = listExportedAssets(jobs, (id) => (id === 'new' ? [receipt] : []), []);
  expect(assets.map(({ name, formats, deliveries }) => ({ name, formats, deliveries }))).toEqual([
    { name: 'new.png', formats: 'GLB, FBX', deliveries: [receipt] },
    { name: 'old.png', formats: 'GLB', deliveries: [] },
  ]);
  expect(more).toBe(0);
});

test('lists a model that a person put there once, whatever programs take it, at the time of the last answer', () => {
  const { assets } = listExportedAssets([], () => [], [
    delivery({ status: 'imported', at: '1970-01-01T00:00:02.000Z' }),
    delivery({ target: 'godot' }),
    delivery({ assetId: 'b', name: 'nut.stl' }),
  ]);
  expect(assets.map(({ name, at, job, deliveries }) => [name, at, job, deliveries.length])).toEqual([
    ['bolt.stl', 2000, null, 2],
    ['nut.stl', null, null, 1],
  ]);
});

test('names no more than two hundred, and says how many more there are', () => {
  const artifacts = [buildArtifact()];
  const jobs = Array.from({ length: 230 }, (_, at) => buildJob({ id: `job-${at}`, finishedAt: at, artifacts }));
  const { assets, more } = listExportedAssets(jobs, () => [], []);
  expect([assets.length, assets[0]?.key, more]).toEqual([200, 'job-229', 30]);
});

test('a model whose later result waits for the same program has one delivery to it, the one that waits', () => {
  const deliveries = [delivery({ assetId: 'first', status: 'imported' }), delivery({ assetId: 'later' })];
  const { assets } = listExportedAssets(
    [buildJob({ artifacts: [buildArtifact()] })],
    () => deliveries.toReversed(),
    [],
  );
  expect(assets[0]?.deliveries).toEqual([delivery({ assetId: 'later' })]);
});
