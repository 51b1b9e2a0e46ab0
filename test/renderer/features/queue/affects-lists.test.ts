import { expect, test } from 'vitest';
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { affectsLists } from '../../../../src-renderer/features/queue/affects-lists.ts';
import { buildArtifact, buildJob } from '../../build-job.ts';

const job = buildJob({ status: 'done', artifacts: [buildArtifact()], tags: ['oak'], collections: ['c'] });

test.each<[string, Partial<Job>]>([
  ['its state', { status: 'failed' }],
  ['its name', { name: 'lamp.png' }],
  ['a charge that was recorded later', { money: { kind: 'charged', amount: '110.00', back: '0.00' } }],
  ['the triangles of a file', { artifacts: [buildArtifact({ triangles: 12 })] }],
  ['a file that moved out of the library', { artifacts: [buildArtifact({ inLibrary: false })] }],
  ['a file that replaced another one', { artifacts: [buildArtifact({ id: 'other', format: 'fbx' })] }],
  ['a tag', { tags: ['oak', 'old'] }],
  ['a collection', { collections: [] }],
  ['the end of its last step', { finishedAt: 5 }],
])('lists follow %s', (_, change) => {
  expect(affectsLists(job, { ...job, ...change })).toBe(true);
});

test('lists do not follow what they do not show', () => {
  const artifacts = [buildArtifact({ exported: false })];
  expect(affectsLists(job, { ...job, artifacts, notes: ['Note'], hasThumbnail: false, retryAt: 5 })).toBe(false);
});
