import { describe, expect, it } from 'vitest';
import { JOB_STATUSES } from '../../src-shared/job.ts';
import {
  barSegments,
  canCancel,
  canExport,
  canRemove,
  canRetry,
  findModel,
  isSent,
  showsBar,
  stepProgress,
  toneOf,
} from '../../src-renderer/state/job-facts.ts';
import { buildArtifact, buildJob, buildStep } from './build-job.ts';

describe('facts of a job', () => {
  it('fill one bar part per step', () => {
    const steps = [
      buildStep({ status: 'done', progress: 10 }),
      buildStep({ status: 'running', progress: 37 }),
      buildStep(),
    ];
    expect(barSegments({ steps })).toEqual([1, 0.37, 0]);
    expect(stepProgress({ steps, step: 1 })).toBe(0.37);
  });

  it('keep a bar part inside its bounds, whatever the service says', () => {
    const steps = [130, -4].map((progress) => buildStep({ status: 'running', progress }));
    expect(barSegments({ steps })).toEqual([1, 0]);
    expect(stepProgress({ steps: [], step: 0 })).toBe(0);
  });

  it('offer either to stop or to retry a job, never both', () => {
    for (const status of JOB_STATUSES) expect(canCancel({ status }) && canRetry({ status })).toBe(false);
  });

  it('let a row leave the list only when it is over', () => {
    expect(JOB_STATUSES.filter((status) => canRemove({ status }))).toEqual(['done', 'failed', 'cancelled']);
  });

  it('make amber what needs the person and blue what shows a bar', () => {
    expect(JOB_STATUSES.filter((status) => toneOf(status) === 'amber')).toEqual(['unknown', 'held']);
    for (const status of JOB_STATUSES) if (showsBar(status)) expect(toneOf(status)).toBe('blue');
  });

  it('find the GLB although it was not exported, and pass over the preview', () => {
    const preview = buildArtifact({ id: 'p', role: 'preview', format: null });
    const model = buildArtifact({ id: 'm', exported: false });
    const fbx = buildArtifact({ id: 'f', format: 'fbx' });
    expect(findModel({ artifacts: [preview, fbx, model] })).toBe(model);
    expect(findModel({ artifacts: [preview, fbx] })).toBeNull();
    expect(canExport(buildJob({ status: 'done', artifacts: [model] }))).toBe(true);
    expect(canExport(buildJob({ status: 'running', artifacts: [model] }))).toBe(false);
  });

  it('know that only a cloud service cannot be called back', () => {
    expect(isSent({ status: 'running', serviceKind: 'cloud' })).toBe(true);
    expect(isSent({ status: 'running', serviceKind: 'local' })).toBe(false);
    expect(isSent({ status: 'uploading', serviceKind: 'cloud' })).toBe(false);
  });
});
