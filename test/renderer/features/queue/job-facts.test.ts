import { describe, expect, it } from 'vitest';
import { JOB_STATUSES } from '../../../../src-shared/jobs/job.ts';
import {
  barSegments,
  canCancel,
  canExport,
  canRemove,
  canRetry,
  findPreview,
  findSourcePreview,
  isSubmitted,
  showsProgressBar,
  stepProgress,
  toneOf,
} from '../../../../src-renderer/features/queue/job-facts.ts';
import { buildArtifact, buildJob, buildStep } from '../../build-job.ts';

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
    for (const status of JOB_STATUSES) if (showsProgressBar(status)) expect(toneOf(status)).toBe('blue');
  });

  it('export any mesh in another format once the job is over, and no splats', () => {
    const preview = buildArtifact({ id: 'p', role: 'preview', format: null });
    const fbx = buildArtifact({ id: 'f', format: 'fbx', exported: false });
    const splats = buildArtifact({ id: 's', format: 'ply' });
    expect(canExport(buildJob({ status: 'done', artifacts: [preview, fbx] }))).toBe(true);
    expect(canExport(buildJob({ status: 'done', artifacts: [preview, splats] }))).toBe(false);
    expect(canExport(buildJob({ status: 'running', artifacts: [fbx] }))).toBe(false);
  });

  it('show the preview of the newest model, or the one there is', () => {
    const steps = [buildStep(), buildStep({ operation: 'decimate_mesh', from: 0 })];
    const preview = (id: string, step: number) => buildArtifact({ id, step, role: 'preview', format: null });
    const models = [buildArtifact(), buildArtifact({ id: 'b', step: 1 })];
    expect(findPreview({ steps, artifacts: [...models, preview('old', 0), preview('new', 1)] })?.id).toBe('new');
    expect(findPreview({ steps, artifacts: [...models, preview('old', 0)] })?.id).toBe('old');
    expect(findPreview({ steps, artifacts: models })).toBeNull();
  });

  it('show the preview of the model that a job processes', () => {
    const preview = buildArtifact({ id: 'p', role: 'preview', format: null });
    const source = buildJob({ id: 'fox', artifacts: [buildArtifact(), preview] });
    const find = (id: string) => (id === 'fox' ? source : undefined);
    expect(findSourcePreview({ kind: 'model', basedOn: 'fox' }, find)?.id).toBe('p');
    expect(findSourcePreview({ kind: 'model', basedOn: 'removed' }, find)).toBeNull();
    expect(findSourcePreview({ kind: 'model', basedOn: null }, find)).toBeNull();
    expect(findSourcePreview({ kind: 'prompt', basedOn: 'fox' }, find)).toBeNull();
  });

  it('know that only a cloud service cannot be called back', () => {
    expect(isSubmitted({ status: 'running', serviceKind: 'cloud' })).toBe(true);
    expect(isSubmitted({ status: 'running', serviceKind: 'local' })).toBe(false);
    expect(isSubmitted({ status: 'uploading', serviceKind: 'cloud' })).toBe(false);
  });
});
