import { describe, expect, it } from 'vitest';
import { createProgressThrottle } from '../../../../src-renderer/features/queue/progress-throttle.ts';
import { differsOnlyInProgress } from '../../../../src-renderer/features/queue/differs-only-in-progress.ts';
import { buildJob, buildStep } from '../../build-job.ts';

/** Frames that come when they are told to. */
function openFrames() {
  const taken: string[] = [];
  let draw: ((now: number) => void) | null = null;
  const late = createProgressThrottle({ ask: (wanted) => (draw = wanted) }, ({ id, steps }) =>
    taken.push(`${id} ${steps[0]?.progress}`),
  );
  const put = (id: string, progress: number) => {
    late.put(buildJob({ id, steps: [buildStep({ progress })] }));
  };
  /** What one frame draws; null: none was asked for. */
  const frame = (now: number): readonly string[] | null => {
    const wanted = draw;
    draw = null;
    if (!wanted) return null;
    wanted(now);
    return taken.splice(0);
  };
  return { late, put, frame };
}

describe('progress that is told often', () => {
  it('is drawn ten times a second at most, the last that was told', () => {
    const { put, frame } = openFrames();
    let drawn = 0;
    for (let now = 1_000; now < 2_000; now += 16) {
      put('a', now);
      for (const words of frame(now) ?? []) {
        expect(words).toBe(`a ${now}`);
        drawn++;
      }
    }
    expect(drawn).toBeGreaterThanOrEqual(9);
    expect(drawn).toBeLessThanOrEqual(11);
  });

  it('is shared out, so that no frame draws every row', () => {
    const { put, frame } = openFrames();
    const ids = Array.from({ length: 24 }, (_, n) => `job-${n}`);
    const drawn: number[] = [];
    for (let now = 1_000; now < 2_000; now += 1000 / 60) {
      for (const id of ids) put(id, now);
      drawn.push(frame(now)?.length ?? 0);
    }
    // The first frame after a rest owes everybody a turn.
    expect(Math.max(...drawn.slice(1))).toBeLessThanOrEqual(8);
    expect(drawn.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(24 * 9);
  });

  it('is not lost where frames are few, and asks for none when it is all drawn', () => {
    const { put, frame } = openFrames();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) put(id, 1);
    expect(frame(5_000)).toHaveLength(7);
    expect(frame(5_016)).toBeNull();
  });

  it('gives way to what was told of the job meanwhile', () => {
    const { late, put, frame } = openFrames();
    put('a', 1);
    put('b', 2);
    late.drop('a');
    expect(frame(1_000)).toEqual(['b 2']);
  });
});

describe('two values are the same but for their progress', () => {
  it('when nothing else differs, at any depth', () => {
    const job = buildJob({ steps: [buildStep({ progress: 10 }), buildStep()] });
    const later = structuredClone({ ...job, steps: [buildStep({ progress: 90 }), buildStep()] });
    expect(differsOnlyInProgress(job, later)).toBe(true);
    for (const other of [
      { ...later, status: 'failed' },
      { ...later, steps: later.steps.slice(1) },
      { ...later, steps: [{ ...later.steps[0], taskId: 't' }, later.steps[1]] },
      { ...later, money: { ...later.money, amount: '1.00' } },
      { ...later, error: { code: 'bug' } },
      { ...later, tags: ['new'] },
      { ...later, more: undefined },
    ]) {
      expect(differsOnlyInProgress(job, other), JSON.stringify(other).slice(0, 60)).toBe(false);
    }
  });
});
