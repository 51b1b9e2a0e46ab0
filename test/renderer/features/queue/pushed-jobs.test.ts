import { afterEach, expect, test, vi } from 'vitest';
import { buildJob } from '../../build-job.ts';
import { restoreProcess, stubPage } from '../../stub-page.ts';

afterEach(restoreProcess);

/** The queue of a page, and its next frame. */
async function openQueue() {
  let frame: (() => void) | null = null;
  stubPage(() => []);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frame = draw;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (frame = null));
  const { queue } = await import('../../../../src-renderer/features/queue/queue.svelte.ts');
  const draw = () => {
    const drawn = frame;
    frame = null;
    drawn?.();
  };
  return { queue, draw, ids: () => queue.jobs().map(({ id }) => id) };
}

test('what main pushes is applied in the next frame, the latest of each job', async () => {
  const { queue, draw, ids } = await openQueue();
  queue.applyNextFrame([buildJob({ id: 'a' }), buildJob({ id: 'b' })], []);
  queue.applyNextFrame([buildJob({ id: 'a', status: 'done' })], ['b']);
  expect(ids()).toEqual([]);
  draw();
  expect(queue.jobs().map(({ id, status }) => [id, status])).toEqual([['a', 'done']]);
  queue.applyNextFrame([buildJob({ id: 'b' })], ['a']);
  draw();
  expect(ids()).toEqual(['b']);
});

test('a reply is not reverted by what was pushed before it and waits for a frame', async () => {
  const { queue, draw, ids } = await openQueue();
  queue.apply([buildJob({ id: 'a' })], []);
  // Removed, and restored before the page was drawn again.
  queue.applyNextFrame([], ['a']);
  queue.apply([buildJob({ id: 'a', status: 'done' })], []);
  draw();
  expect(queue.jobs().map(({ id, status }) => [id, status])).toEqual([['a', 'done']]);
  queue.applyNextFrame([buildJob({ id: 'a', status: 'done', tags: ['old'] })], []);
  queue.apply([], ['a']);
  draw();
  expect(ids()).toEqual([]);
});

test('a full reload keeps what was pushed while it was read', async () => {
  const { queue, ids } = await openQueue();
  queue.apply([buildJob({ id: 'a' }), buildJob({ id: 'b' })], []);
  const end = queue.beginReading();
  queue.readPart([buildJob({ id: 'a' })]);
  queue.applyNextFrame([buildJob({ id: 'c' })], []);
  end();
  expect(ids().sort()).toEqual(['a', 'c']);
});
