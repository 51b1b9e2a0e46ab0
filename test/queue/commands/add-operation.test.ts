import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ArtifactRecord, JobRecord, StepRecord } from '../../../src-main/pipeline/job-record.ts';
import { toExtraStep } from '../../../src-main/queue/commands/add-operation.ts';
import { createQueue } from '../../../src-main/queue/queue.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { hasGalleryResult } from '../../../src-shared/jobs/has-gallery-result.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const model: ArtifactRecord = {
  ...{ id: 'a0', step: 0, role: 'model', format: 'glb', path: '/nowhere/0.glb', bundle: null },
  ...{ bytes: 1, sha256: '', exportedPath: '/nowhere/out.glb' },
};

/** A step that was ordered of the job when it was over, and came to this. */
function extra(patch: Partial<StepRecord>): StepRecord {
  const step = { operation: 'segment_mesh', params: {}, from: 0, exports: 'glb', creditsConsumed: null } as const;
  return { ...step, status: 'failed', taskId: null, refunded: false, extra: true, ...patch };
}

/** A queue with one job whose model is made, away from any service. */
function openWith(more: readonly StepRecord[], patch: Partial<JobRecord> = {}) {
  const home = path.join(makeTempFolder(), 'home');
  const record = buildJob({ artifacts: [model] });
  const made = record.steps.map((step) => ({ ...step, status: 'done' as const, taskId: 't0' }));
  const store = openQueueStore(home);
  store.jobs.addJobs([{ ...record, steps: [...made, ...more], status: 'done', ...patch }]);
  store.close();
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home });
  onTestFinished(() => queue.close());
  return { queue, id: record.id, find: () => queue.find(record.id) as JobRecord };
}

const unwrap = { from: 0, operation: 'unwrap_uv', params: {} } as const;

describe('an operation on a job that is over', () => {
  test('is one more step that waits, and everything that was made stays', () => {
    const { queue, id, find } = openWith([]);
    queue.operate(id, unwrap);
    expect(find()).toMatchObject({
      status: 'waiting',
      finishedAt: null,
      artifacts: [{ id: 'a0', exportedPath: '/nowhere/out.glb' }],
    });
    expect(find().steps.slice(1)).toMatchObject([
      { operation: 'unwrap_uv', from: 0, exports: 'glb', status: 'waiting', extra: true },
    ]);
    // It goes on now, so nothing else can be ordered of it.
    expect(() => queue.operate(id, unwrap)).toThrow('not finished');
  });

  test('takes the place of one that failed or was stopped, which leaves the job in the gallery', () => {
    for (const patch of [{ refunded: true, taskId: 't1' }, { status: 'cancelled' as const }]) {
      const { queue, id, find } = openWith([extra(patch)], { status: 'failed', stopRequested: true, attempts: 3 });
      expect(queue.list().map(hasGalleryResult)).toEqual([true]);
      queue.operate(id, unwrap);
      expect(find().steps.map(({ operation }) => operation)).toEqual(['image_to_model', 'unwrap_uv']);
      expect(find()).toMatchObject({ status: 'waiting', error: null, stopRequested: false, attempts: 0 });
    }
  });

  test('lets a format be exported after it failed', () => {
    const { queue, id, find } = openWith([extra({ refunded: true, taskId: 't1' })], { status: 'failed' });
    queue.exportAs(id, 'stl');
    expect(find().steps.map(({ operation, extra: isExtra }) => [operation, isExtra])).toEqual([
      ['image_to_model', undefined],
      ['convert_model', true],
    ]);
  });

  test('is not ordered while the job goes on, is in doubt, or lacks what its recipe wanted', () => {
    for (const status of ['running', 'paused', 'unknown', 'held'] as const) {
      const { queue, id } = openWith([], { status });
      expect(() => queue.operate(id, unwrap)).toThrow('not finished');
    }
    const { extra: _, ...unmade } = extra({});
    const { queue, id } = openWith([unmade], { status: 'failed' });
    expect(queue.list().map(hasGalleryResult)).toEqual([false]);
    expect(() => queue.operate(id, unwrap)).toThrow('not finished');
  });

  test('is not ordered on what it cannot work on', () => {
    const { queue, id } = openWith([]);
    expect(() => queue.operate(id, { ...unwrap, from: 3 })).toThrow('Unwrap does not accept the result of step 4');
    expect(() => queue.operate(id, { ...unwrap, operation: 'complete_mesh' })).toThrow('does not accept');
    expect(() => queue.operate(id, { ...unwrap, operation: 'retarget_animation' })).toThrow('does not accept');
    expect(() => queue.operate('nobody', unwrap)).toThrow('not in the queue');
  });

  test('is exported as what it makes, if that is a model', () => {
    expect(toExtraStep({ from: 0, operation: 'convert_model', params: { format: 'usdz' } }).exports).toBe('usdz');
    expect(toExtraStep({ from: 0, operation: 'rig_model', params: { out_format: 'fbx' } }).exports).toBe('fbx');
    expect(toExtraStep({ from: 0, operation: 'rig_check', params: {} }).exports).toBeNull();
  });
});
