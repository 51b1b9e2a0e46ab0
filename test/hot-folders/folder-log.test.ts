import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { folderLogPath, createFolderLog, readFolderLog } from '../../src-main/hot-folders/folder-log.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { openHot, type HotBench } from './bench.ts';

let PNG: Buffer;
beforeAll(async () => {
  PNG = await drawShape(32);
});

const ALL = { folder: null, problems: false };

/** The log of a bench, and what stands in it, the oldest first, without its states. */
function keep({ hot, root }: HotBench) {
  const home = path.join(root, 'home');
  const log = createFolderLog(hot, home, Date.now);
  const events = () =>
    log
      .lines(ALL)
      .map(({ event }) => event)
      .filter(({ kind }) => kind !== 'state')
      .reverse();
  return { home, log, events };
}

describe('the log of the hot folders', () => {
  test('says what became a job, what did not, and where a source was moved after its job', async () => {
    const bench = await openHot();
    const { log, events } = keep(bench);
    bench.put('chair.png', PNG);
    await expect.poll(events).toMatchObject([{ kind: 'job_created', name: 'chair.png', files: 1 }]);
    bench.put('bad.json', '{"face_limits": 3000}');
    bench.put('bad.png', Buffer.concat([PNG, Buffer.from('x')]));
    await expect.poll(() => events().at(-1)).toMatchObject({ kind: 'problem', error: { code: 'sidecar_wrong' } });
    bench.cancel('chair.png');
    await expect
      .poll(() => events().at(-1))
      .toMatchObject({ kind: 'archived', name: 'chair.png', paths: [path.join('failed', 'chair.png')] });
    expect(log.lines({ folder: 'in', problems: true }).map(({ event }) => event.kind)).toEqual(['problem']);
    expect(log.lines({ folder: 'another', problems: false })).toEqual([]);
  });

  test('lists a refused source once, whatever changes while it is moved away', async () => {
    const bench = await openHot({ patch: { after: 'move' } });
    const { hot } = bench;
    // The folders change at every turn of the event loop.
    let timer: NodeJS.Immediate | undefined;
    const onEvent: typeof hot.onEvent = (listen) => {
      const change = (): void => {
        listen({ kind: 'changed' });
        timer = setImmediate(change);
      };
      change();
      return hot.onEvent(listen);
    };
    const log = createFolderLog({ list: hot.list, onEvent }, path.join(bench.root, 'home'), Date.now);
    onTestFinished(() => {
      clearImmediate(timer);
      log.close();
    });
    bench.put('bad.json', '{"face_limits": 3000}');
    bench.put('bad.png', PNG);
    await expect.poll(() => bench.files().filter((file) => file.startsWith('failed'))).toHaveLength(3);
    await hot.settle();
    expect(log.lines({ folder: 'in', problems: true }).map(({ event }) => event)).toMatchObject([
      { kind: 'problem', error: { code: 'sidecar_wrong' } },
    ]);
  });

  test('lists a failed job as a problem, once, whether or not its source is moved', async () => {
    for (const after of ['move', 'stay'] as const) {
      const bench = await openHot({ patch: { after } });
      const { log } = keep(bench);
      // Whole to its last byte, so that it is claimed; its pixels cannot be read.
      bench.put('broken.png', Buffer.concat([PNG.subarray(0, 60), Buffer.alloc(20), PNG.subarray(80)]));
      await expect.poll(bench.names).toEqual(['broken.png']);
      bench.queue.start();
      const problems = () => log.lines({ folder: 'in', problems: true }).map(({ event }) => event);
      await expect.poll(problems).toMatchObject([
        {
          kind: 'failed',
          name: 'broken.png',
          jobId: bench.queue.records()[0]?.id,
          error: { code: 'file_truncated' },
        },
      ]);
      await bench.hot.settle();
      expect(problems()).toHaveLength(1);
    }
  });

  test('asks once for what waits for a yes, with its total', async () => {
    const bench = await openHot({ free: false, patch: { mostAtOnce: 1 } });
    const { events } = keep(bench);
    bench.put('one.txt', 'a red chair');
    await expect.poll(() => events().at(-1)).toMatchObject({ kind: 'asked', jobs: 1 });
    await bench.hot.settle();
    expect(events().filter(({ kind }) => kind === 'asked')).toHaveLength(1);
  });

  test('is read by the next run and by who does not watch; a line that was cut short is left out', async () => {
    const bench = await openHot();
    const { home, log, events } = keep(bench);
    bench.put('words.txt', 'a red chair');
    await expect.poll(() => events().length).toBe(1);
    const before = log.lines(ALL).map(({ at, folder, event }) => ({ at, folder, event }));
    await bench.close();
    appendFileSync(folderLogPath(home), '{"id":7,"at":1,"fol');
    expect(readFolderLog(home, ALL)).toMatchObject(before);
    const next = createFolderLog(bench.hot, home, Date.now).lines(ALL);
    expect(next).toMatchObject(before);
    expect(next.every(({ id }) => id < 0)).toBe(true);
  });
});
