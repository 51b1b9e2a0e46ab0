import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { expectWhole, openOdd, wordsOf } from './odd-bench.ts';
import { good } from './odd-service.ts';

const DAY_MS = 24 * 3_600_000;

describe('an address inside this network', () => {
  /** A server that must never be called. */
  async function startTrap(): Promise<{ readonly port: number; readonly calls: () => number }> {
    let calls = 0;
    const trap = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void trap.close());
    return { port: (trap.address() as AddressInfo).port, calls: () => calls };
  }
  const ADDRESSES: readonly ((port: number) => string)[] = [
    (port) => `http://127.0.0.1:${port}/model.glb`,
    (port) => `https://127.0.0.1:${port}/model.glb`,
    (port) => `https://localhost:${port}/model.glb`,
    (port) => `https://[::ffff:127.0.0.1]:${port}/model.glb`,
    () => 'http://169.254.169.254/latest/meta-data',
    () => 'https://192.168.0.1/model.glb',
    () => 'file:///etc/passwd',
    () => 'data:model/gltf-binary;base64,Z2xURg==',
  ];

  test('as a model is not fetched; the order stays paid once, and a retry brings it home', async () => {
    const [bench, trap] = [await openOdd(), await startTrap()];
    bench.odd.tell = (task) => {
      const address = ADDRESSES[bench.odd.tasks.indexOf(task)] ?? ADDRESSES[0];
      return { ...task, output: { model_url: address?.(trap.port) } };
    };
    bench.add(ADDRESSES.map((_, index) => `p${index}.png`));
    const records = await bench.settled();
    expect(records.map(({ status, error }) => [status, error?.code])).toEqual(
      ADDRESSES.map(() => ['failed', 'download_failed']),
    );
    for (const record of records) expect(wordsOf(record)).toContain('You won’t be charged again');
    expect([trap.calls(), existsSync(bench.out) ? readdirSync(bench.out) : []]).toEqual([0, []]);
    bench.odd.tell = (task) => task;
    bench.queue.retry(records.map(({ id }) => id));
    expect((await bench.settled()).map(({ status }) => status)).toEqual(ADDRESSES.map(() => 'done'));
    expect([bench.proxy.posts(), readdirSync(bench.out).length]).toEqual([ADDRESSES.length, ADDRESSES.length]);
  });

  test('behind a redirect is not fetched either', async () => {
    const [bench, trap] = [await openOdd(), await startTrap()];
    bench.odd.tell = (task) => ({ ...task, output: { model_url: `${bench.odd.service.baseUrl}/moved` } });
    bench.odd.odd = (call) =>
      call === 'GET /moved'
        ? { status: 302, text: '', headers: { location: `https://localhost:${trap.port}/x` } }
        : null;
    expect(await bench.make()).toMatchObject({ status: 'failed', error: { code: 'download_failed' } });
    expect(trap.calls()).toBe(0);
  });

  test('as a place for the image gets nothing, and nothing is ordered until there is a better one', async () => {
    const [bench, trap] = [await openOdd(), await startTrap()];
    const places = [...ADDRESSES];
    bench.odd.odd = (call) => {
      const address = call === 'POST /v3/files/presign' ? places.shift() : undefined;
      return address ? good({ presigned_url: address(trap.port), file_token: 'token', expires_in: 1800 }) : null;
    };
    const seen = new Set<string>();
    bench.queue.onChange(({ jobs }) => {
      for (const { error } of jobs) if (error) seen.add(`${error.code} ${describeError(error).happened}`);
    });
    bench.add(ADDRESSES.map((_, index) => `p${index}.png`));
    const records = await bench.settled();
    expect(records.map(({ status }) => status)).toEqual(ADDRESSES.map(() => 'done'));
    expect([places, trap.calls(), bench.proxy.posts()]).toEqual([[], 0, ADDRESSES.length]);
    for (const words of seen)
      expect(words).toMatch(
        /^service_error The service returned an error\. The service returned an (?:unsafe |)address/,
      );
    expect(seen.size).toBeGreaterThan(2);
  });
});

test('a source that is called like a path is a name, and so is what a service calls things', async () => {
  const bench = await openOdd();
  bench.odd.tell = (task) => ({ ...task, type: '../../type', output: { ...task.output, '../../x': '../../y' } });
  const before = readdirSync(path.dirname(bench.home));
  bench.add([
    '../../../evil.png',
    '/etc/passwd.png',
    'C:\\Windows\\..\\evil.png',
    '..\\..\\evil.png',
    'a\u0000/../b.png',
    '...png',
  ]);
  const records = await bench.settled();
  expect(records.map(({ status, error }) => [status, error])).toEqual(records.map(() => ['done', null]));
  const names = listExported(bench.out).map((name) => name.replace(/( \(\d\))?\/.*$/, ''));
  expect([...new Set(names)].sort()).toEqual(['b', 'evil', 'model', 'passwd']);
  expect(readdirSync(path.dirname(bench.home)).filter((entry) => !before.includes(entry))).toEqual(['out']);
});

describe.each([DAY_MS + 7_200_000, -DAY_MS - 7_200_000])('a service whose clock is %d ms off', (skewMs) => {
  test('makes its model, and a lost answer is found by its own time', async () => {
    const bench = await openOdd();
    bench.odd.skewMs = skewMs;
    bench.odd.odd = (call) => (call.startsWith('POST /v3/generation/') ? 'hang up' : null);
    const record = await bench.make();
    expect(record).toMatchObject({ status: 'done', steps: [{ taskId: bench.odd.tasks[0]?.task_id }] });
    expect([bench.proxy.posts(), bench.odd.tasks.length]).toEqual([1, 1]);
    expectWhole(bench);
  });

  test('asks for a pause by its own time, and gets no longer one', async () => {
    const bench = await openOdd();
    bench.odd.skewMs = skewMs;
    let refusals = 0;
    bench.odd.odd = (call) => {
      if (call !== 'POST /v3/files/presign' || refusals++ > 0) return null;
      const until = new Date(Date.now() + skewMs + 1_000).toUTCString();
      return { status: 429, text: JSON.stringify({ code: 1007, message: 'Slow.' }), headers: { 'retry-after': until } };
    };
    expect(await bench.make()).toMatchObject({ status: 'done', error: null });
    expect(refusals).toBe(2);
  });
});
