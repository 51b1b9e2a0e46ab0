import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toJobReport } from '../../src-main/cli/lib/output/job-report.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openQueue, type QueueBench } from './bench.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

function add({ queue, picture, options }: QueueBench, file = picture): string {
  const [record] = queue.add([{ path: file, kind: 'picture', bytes: 1 }], options);
  return record?.id ?? '';
}

describe('a job in the queue', () => {
  test('goes all the way, once, and its export can be had again and in another format', async () => {
    const bench = await openQueue(service, STRICT);
    const id = add(bench);
    expect(bench.proxy.posts()).toBe(0);
    bench.queue.start();
    await bench.queue.whenSettled([id]);
    expect(bench.only()).toMatchObject({ status: 'done', error: null });
    expect(listExported(bench.out)).toEqual(['shape/shape.glb']);

    const { tookMs: made, startedAt: first } = bench.only();
    expect(made).toBeGreaterThan(0);

    rmSync(path.join(bench.out, 'shape'), { recursive: true });
    bench.queue.exportAs(id, 'glb');
    await bench.queue.whenSettled([id]);
    expect([listExported(bench.out), bench.proxy.posts()]).toEqual([['shape/shape.glb'], 1]);
    // Nothing was made, so that it took what it took.
    expect([bench.only().tookMs, bench.queue.list()[0]?.tookMs]).toEqual([made, made]);

    bench.queue.exportAs(id, 'stl');
    expect(() => bench.queue.exportAs(id, 'obj')).toThrow(expect.objectContaining({ code: 'not_found' }));
    await bench.queue.whenSettled([id]);
    expect([listExported(bench.out), bench.proxy.posts()]).toEqual([['shape/shape.glb', 'shape/shape.stl'], 2]);
    const { startedAt, finishedAt, tookMs } = bench.only();
    expect(startedAt).toBeGreaterThan(first ?? Infinity);
    expect(tookMs).toBe((finishedAt ?? 0) - (startedAt ?? 0));

    bench.queue.trash.put([id]);
    await bench.queue.trash.empty([id]);
    expect([
      bench.queue.list(),
      existsSync(path.join(bench.home, 'library', id)),
      readdirSync(bench.out).length,
    ]).toEqual([[], false, 1]);
  });

  test('whose answer was lost is unknown; looking, sending again and giving up do what they say', async () => {
    const bench = await openQueue(service, STRICT);
    bench.proxy.plan.push('answer_502', 'answer_502');
    const id = add(bench);
    bench.queue.start();
    await bench.queue.whenSettled([id]);
    expect(bench.only()).toMatchObject({
      status: 'unknown',
      error: { code: 'outcome_unknown' },
      steps: [{ status: 'unknown' }],
    });
    expect(bench.queue.list()[0]?.money.kind).toBe('maybe_paid');
    bench.queue.resolve(id, 'look');
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['unknown', 1]);
    bench.queue.resolve(id, 'send_again');
    expect([bench.only().status, bench.queue.list()[0]?.money]).toMatchObject(['held', { kind: 'estimate' }]);
    bench.queue.confirm([id]);
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['unknown', 2]);
    bench.queue.resolve(id, 'give_up');
    expect([bench.only().status, bench.queue.list()[0]?.money.kind]).toEqual(['cancelled', 'maybe_paid']);
    expect(() => bench.queue.resolve(id, 'look')).toThrow(expect.objectContaining({ code: 'not_found' }));
    // The orders without a response may be charged, so another one is confirmed.
    bench.queue.retry([id]);
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['held', 2]);
    bench.queue.confirm([id]);
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['done', 3]);
  });

  test('that is not sent again after all stays in doubt, whatever else is decided about it', async () => {
    const bench = await openQueue(service, STRICT);
    bench.proxy.plan.push('answer_502');
    const id = add(bench);
    bench.queue.start();
    await bench.queue.whenSettled([id]);
    const state = () => [
      bench.only().status,
      bench.queue.list()[0]?.money.kind,
      toJobReport(bench.only()).creditsConsumed,
    ];
    bench.queue.resolve(id, 'send_again');
    expect([state(), bench.only().error?.code]).toEqual([['held', 'estimate', null], 'maybe_ordered']);
    bench.queue.cancel([id]);
    expect(state()).toEqual(['cancelled', 'maybe_paid', null]);
    expect(bench.queue.uncancel([id])).toEqual([id]);
    expect(state()).toEqual(['held', 'estimate', null]);
    bench.queue.cancel([id]);
    bench.queue.retry([id]);
    expect([state(), bench.only().unconfirmed]).toEqual([['held', 'estimate', null], 'again']);
    bench.queue.confirm([id]);
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.queue.list()[0]?.money.kind, bench.proxy.posts()]).toEqual([
      'done',
      'charged',
      2,
    ]);
  });

  test('that was never sent is stopped at once and can be retried', async () => {
    const bench = await openQueue(service, STRICT);
    const id = add(bench);
    bench.queue.cancel([id]);
    expect(bench.only()).toMatchObject({ status: 'cancelled', retryAt: null });
    bench.queue.start();
    bench.queue.retry([id]);
    bench.queue.cancel([id]);
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['cancelled', 0]);
    bench.queue.retry([id]);
    await bench.queue.whenSettled([id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['done', 1]);
  });

  test('that was sent is brought home when it is stopped, but its next step is not bought', async () => {
    const bench = await openQueue(service, STRICT);
    const [record] = bench.queue.add([{ path: bench.picture, kind: 'picture', bytes: 1 }], {
      ...bench.options,
      formats: ['glb', 'stl'],
    });
    bench.queue.start();
    await bench.until(({ steps }) => steps[0]?.taskId !== null);
    bench.queue.cancel([record?.id ?? '']);
    await bench.queue.whenSettled([record?.id ?? '']);
    expect(bench.only()).toMatchObject({
      status: 'cancelled',
      steps: [{ status: 'done' }, { status: 'cancelled', taskId: null }],
    });
    expect([listExported(bench.out), bench.proxy.posts()]).toEqual([['shape/shape.glb'], 1]);
  });

  test('that was sent and stopped is still brought home after the app was closed in between', async () => {
    const root = makeTempFolder();
    const first = await openQueue(service, STRICT, root);
    const id = add(first);
    first.queue.start();
    await first.until(({ steps }) => steps[0]?.taskId !== null);
    first.queue.cancel([id]);
    await first.queue.close();
    expect(first.only().status).not.toBe('cancelled');
    const second = await openQueue(service, STRICT, root);
    expect(second.only().stopRequested).toBe(true);
    second.queue.start();
    await second.queue.whenSettled([id]);
    expect([second.only().status, listExported(second.out), second.proxy.posts()]).toEqual([
      'done',
      ['shape/shape.glb'],
      0,
    ]);
  });

  test('in doubt at a crash needs its source no more', async () => {
    const root = makeTempFolder();
    const first = await openQueue(service, STRICT, root);
    first.proxy.plan.push('answer_502');
    const id = add(first);
    first.queue.start();
    await first.queue.whenSettled([id]);
    rmSync(first.picture);
    first.queue.resolve(id, 'look');
    await first.queue.whenSettled([id]);
    expect(first.only()).toMatchObject({ status: 'unknown', error: { code: 'outcome_unknown' } });
  });

  test('is not taken off the list while it goes on', async () => {
    const bench = await openQueue(service, STRICT);
    const id = add(bench);
    bench.queue.trash.put([id]);
    expect(bench.queue.list()).toHaveLength(1);
    bench.queue.cancel([id]);
    bench.queue.trash.put([id, 'unknown']);
    expect(bench.queue.list()).toEqual([]);
  });

  test('that fails says why, spends nothing, and takes no other with it', async () => {
    const bench = await openQueue(service, STRICT);
    const bad = path.join(bench.home, 'notes.png');
    writeFileSync(bad, 'no picture at all');
    const ids = [add(bench, bad), add(bench, path.join(bench.home, 'gone.png')), add(bench)];
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    expect(bench.queue.list().map(({ status, error }) => [status, error?.code, error?.subject])).toEqual([
      ['failed', 'not_a_picture', 'notes.png'],
      ['failed', 'file_missing', 'gone.png'],
      ['done', undefined, undefined],
    ]);
    expect(bench.proxy.posts()).toBe(1);
  });

  test('waits for nothing when the output folder cannot be written', async () => {
    const bench = await openQueue(service, STRICT);
    writeFileSync(bench.out, 'a file');
    const id = add(bench);
    bench.queue.start();
    await bench.queue.whenSettled([id]);
    expect([bench.only().error?.code, bench.proxy.posts()]).toEqual(['folder_unwritable', 0]);
  });
});
