import { describe, expect, test } from 'vitest';
import { createTaskPools } from '../../src-main/pipeline/task-pools.ts';
import type { Priority } from '../../src-shared/jobs/priority.ts';
import { createVirtualClock } from '../helpers/virtual-clock.ts';

const never = new AbortController().signal;

describe('a pool that learns', () => {
  test('shrinks to what runs when the service says that it is full, and grows back by one each calm minute', async () => {
    const clock = createVirtualClock();
    const pools = createTaskPools({ clock });
    const leaves = await Promise.all(Array.from({ length: 5 }, () => pools.enter('processing', never)));
    pools.refuse('processing');
    expect(pools.size('processing')).toBe(4);
    leaves.forEach((leave) => leave());
    await clock.advance(59_000);
    expect(pools.size('processing')).toBe(4);
    await clock.advance(1_000);
    expect(pools.size('processing')).toBe(5);
    await clock.advance(600_000);
    expect(pools.size('processing')).toBe(5);
  });

  test('keeps one place however often it is refused, and a refusal starts the calm anew', async () => {
    const clock = createVirtualClock();
    const pools = createTaskPools({ clock });
    const leave = await pools.enter('mesh', never);
    pools.refuse('mesh');
    await clock.advance(50_000);
    pools.refuse('mesh');
    await clock.advance(50_000);
    expect(pools.size('mesh')).toBe(1);
    leave();
    await clock.advance(10_000);
    expect(pools.size('mesh')).toBe(2);
  });

  test('lets in who waits when it has grown, though nobody leaves', async () => {
    const clock = createVirtualClock();
    const pools = createTaskPools({ clock, sizes: () => ({ image: 2 }) });
    await pools.enter('image', never);
    const leave = await pools.enter('image', never);
    pools.refuse('image');
    leave();
    let isIn = false;
    const abort = new AbortController();
    void pools.enter('image', never).then(() => (isIn = true));
    const other = pools.enter('image', abort.signal);
    await clock.advance(59_000);
    expect(isIn).toBe(false);
    await clock.advance(1_500);
    expect(isIn).toBe(true);
    abort.abort(new Error('enough'));
    await expect(other).rejects.toThrow('enough');
    expect(clock.timers()).toBe(0);
  });

  test('is as large as the settings say', async () => {
    const pools = createTaskPools({ sizes: () => ({ generation_h: 20 }) });
    expect([pools.size('generation_h'), pools.size('generation_p')]).toEqual([20, 5]);
  });

  test('lets in by the priority that somebody has when there is room', async () => {
    const pools = createTaskPools();
    const order: string[] = [];
    const leave = await pools.enter('image', never);
    const priorities: Record<string, Priority> = { a: 'normal', b: 'low', c: 'normal', d: 'low' };
    const entered = Object.keys(priorities).map(async (name) => {
      const out = await pools.enter('image', never, () => priorities[name] as Priority);
      order.push(name);
      out();
    });
    priorities['d'] = 'high';
    leave();
    await Promise.all(entered);
    expect(order).toEqual(['d', 'a', 'c', 'b']);
  });
});
