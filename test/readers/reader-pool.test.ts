import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FileReader } from '../../src-main/readers/file-reader.ts';
import { startNodeReader } from '../../src-main/readers/node-reader-process.ts';
import { createReadAttempts } from '../../src-main/readers/read-attempts.ts';
import { READER_LIMITS, type ReaderLimits } from '../../src-main/readers/reader-limits.ts';
import { createReaderPool } from '../../src-main/readers/reader-pool.ts';
import { limitAnswer, type ReaderProcess, type StartReader } from '../../src-main/readers/reader-process.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

interface Bench {
  readonly home: string;
  readonly reader: FileReader;
  readonly started: ReaderProcess[];
  /** Files whose reading began. */
  readonly sent: string[];
  readonly inspect: (file: string, kind?: 'picture' | 'model') => Promise<unknown>;
}

/** Name of a file whose reading does not end. */
const ENDLESS = 'endless.stl';

const BUNDLE = { folder: 'a', mainFile: 'a/a.obj', format: 'obj', bytes: 8, sha256: '' } as const;

/** `bytes`: what a process seems to hold while it reads; null: what it really holds. */
function openBench(limits: Partial<ReaderLimits> = {}, home = makeTempFolder(), bytes: number | null = null): Bench {
  const started: ReaderProcess[] = [];
  const sent: string[] = [];
  const start: StartReader = (size, listener) => {
    const opened = startNodeReader(size, listener);
    started.push(opened);
    let isReading = false;
    const send: ReaderProcess['send'] = (call) => {
      isReading = true;
      const name = path.basename(call.request.path);
      sent.push(name);
      // A process that never gets the file never responds.
      if (name !== ENDLESS) opened.send(call);
    };
    const residentBytes = bytes === null ? opened.residentBytes : () => Promise.resolve(isReading ? bytes : 0);
    return { ...opened, send, residentBytes };
  };
  const attempts = createReadAttempts(path.join(home, 'reading'));
  const reader = createReaderPool(start, attempts, { ...READER_LIMITS, ...limits });
  onTestFinished(() => reader.close());
  const inspect: Bench['inspect'] = (file, kind = 'picture') =>
    reader.read('inspect-source', { kind, path: file, thumbnailPath: null, subject: path.basename(file) });
  return { home, reader, started, sent, inspect };
}

/** A model whose reading takes long: a text of many faces. */
function writeSlowModel(folder: string, faces = 2_000_000): string {
  const file = path.join(folder, 'slow.obj');
  writeFileSync(file, `v 0 0 0\nv 1 0 0\nv 0 1 0\n${'f 1 2 3\n'.repeat(faces)}`);
  return file;
}

test('a file that takes too long is tried twice and rejected, while the file behind it is read', async () => {
  const bench = openBench({ maxMs: 10_000, processes: 1 });
  const image = await writeSampleImage(bench.home, 'a.png', 16);
  const [slow, good] = await Promise.allSettled([
    bench.reader.read('content-facts', { path: path.join(bench.home, ENDLESS), format: 'stl', folder: null }),
    bench.inspect(image),
  ]);
  expect(slow).toMatchObject({
    status: 'rejected',
    reason: { code: 'file_too_complex', subject: ENDLESS, detail: { id: 'file.reading-too-slow' } },
  });
  expect(good.status).toBe('fulfilled');
  expect(bench.started.length).toBeGreaterThanOrEqual(2);
  expect(readdirSync(path.join(bench.home, 'reading'))).toEqual([]);
});

test('unpacking an archive may take longer than reading a file, because the disk may be slow', async () => {
  const home = makeTempFolder();
  const start: StartReader = (_, { onMessage, onExit }) => {
    queueMicrotask(() => onMessage({ ready: true }));
    return {
      send: ({ id, name }) => {
        if (name === 'unpack-bundle') void read.catch(() => onMessage({ id, ok: true, response: BUNDLE }));
      },
      residentBytes: () => Promise.resolve(null),
      hold: () => undefined,
      kill: () => onExit({ reason: 'SIGKILL', lastOutput: '' }),
    };
  };
  const limits = { ...READER_LIMITS, maxMs: 20 };
  const reader = createReaderPool(start, createReadAttempts(path.join(home, 'reading')), limits);
  onTestFinished(() => reader.close());
  const unpacked = reader.read('unpack-bundle', { path: path.join(home, 'a.zip'), folder: home });
  // It is given up twice, which the archive outlasts.
  const read = reader.read('check-model', { path: path.join(home, ENDLESS), format: 'stl', folder: null });
  await expect(read).rejects.toMatchObject({ code: 'file_too_complex' });
  expect(await unpacked).toEqual(BUNDLE);
});

test('a file that needs too much memory is rejected in one sentence', async () => {
  const bench = openBench({ maxBytes: 150 * 1024 ** 2 });
  await expect(bench.inspect(writeSlowModel(bench.home), 'model')).rejects.toMatchObject({
    code: 'file_too_complex',
    detail: { id: 'file.reading-out-of-memory' },
  });
});

test('two files that need too much memory together are read one after the other', async () => {
  const bench = openBench({}, undefined, 300 * 1024 ** 2);
  const [one, two] = ['one', 'two'].map((name) => {
    mkdirSync(path.join(bench.home, name));
    return writeSlowModel(path.join(bench.home, name));
  });
  const ends = await Promise.allSettled([bench.inspect(one!, 'model'), bench.inspect(two!, 'model')]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(bench.sent).toEqual(['slow.obj', 'slow.obj', 'slow.obj']);
  expect(readdirSync(path.join(bench.home, 'reading'))).toEqual([]);
});

test('a process that dies is replaced, and its file is read by the next one', async () => {
  const bench = openBench({ processes: 1 });
  const image = await writeSampleImage(bench.home, 'a.png', 16);
  const reading = bench.inspect(image);
  await expect.poll(() => bench.started.length).toBe(1);
  bench.started[0]!.kill();
  expect(await reading).toMatchObject({ hasThumbnail: false });
  expect(bench.started).toHaveLength(2);
});

test('a process that cannot be started says nothing about the file, and leaves its slot to the next read', async () => {
  const home = makeTempFolder();
  const image = await writeSampleImage(home, 'a.png', 16);
  const noMemory = Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM', syscall: 'spawn' });
  let failures = READER_LIMITS.processes;
  const start: StartReader = (limits, listener) => {
    if (failures-- > 0) throw noMemory;
    return startNodeReader(limits, listener);
  };
  const reader = createReaderPool(start, createReadAttempts(path.join(home, 'reading')), READER_LIMITS);
  onTestFinished(() => reader.close());
  const read = () => reader.read('check-source', { kind: 'picture', path: image, subject: 'a.png' });
  await expect(read()).rejects.toMatchObject({
    code: 'reader_unavailable',
    subject: 'a.png',
    retryable: true,
    detail: { params: { code: 'ENOMEM' } },
  });
  expect(existsSync(path.join(home, 'reading'))).toBe(false);
  expect(await read()).toMatchObject({ pixels: expect.anything() as unknown });
});

test('a process that ends before it can read is not an attempt to read the file', async () => {
  const home = makeTempFolder();
  const image = await writeSampleImage(home, 'a.png', 16);
  // Processes that end: before they are ready, during the read, before they are ready.
  const ends = ['start', 'read', 'start'];
  const begin = createReadAttempts(path.join(home, 'reading')).begin;
  let begun = 0;
  const start: StartReader = (_, { onMessage, onExit }) => {
    const end = ends.shift();
    const exit = () => onExit({ reason: 'SIGKILL', lastOutput: '' });
    queueMicrotask(() => (end === 'start' ? exit() : onMessage({ ready: true })));
    return {
      send: exit,
      residentBytes: () => Promise.resolve(null),
      hold: () => undefined,
      kill: exit,
    };
  };
  const attempts = { begin: (name: string, file: string) => (begun++, begin(name, file)) };
  const reader = createReaderPool(start, attempts, READER_LIMITS);
  onTestFinished(() => reader.close());
  const read = () => reader.read('check-source', { kind: 'picture', path: image, subject: 'a.png' });
  await expect(read()).rejects.toMatchObject({ code: 'reader_unavailable' });
  expect(begun).toBe(1);
  await expect(read()).rejects.toMatchObject({ code: 'file_too_complex', detail: { id: 'file.reading-crashed' } });
  expect(readdirSync(path.join(home, 'reading'))).toEqual([]);
});

test('a read whose process ends while its attempt is counted is counted once', async () => {
  const home = makeTempFolder();
  const image = await writeSampleImage(home, 'a.png', 16);
  const counted = Promise.withResolvers<void>();
  const { begin } = createReadAttempts(path.join(home, 'reading'));
  let begun = 0;
  const attempts = {
    begin: async (name: string, file: string) => {
      begun++;
      await counted.promise;
      return begin(name, file);
    },
  };
  let started = 0;
  const start: StartReader = (_, { onMessage, onExit }) => {
    const isFirst = ++started === 1;
    const exit = () => onExit({ reason: 'SIGKILL', lastOutput: '' });
    queueMicrotask(() => {
      onMessage({ ready: true });
      // It ends before the attempt is on the disk.
      if (isFirst) setImmediate(exit);
      else setImmediate(counted.resolve);
    });
    return {
      send: ({ id }) => onMessage({ id, ok: true, response: { pixels: null } }),
      residentBytes: () => Promise.resolve(null),
      hold: () => undefined,
      kill: exit,
    };
  };
  const reader = createReaderPool(start, attempts, READER_LIMITS);
  onTestFinished(() => reader.close());
  await reader.read('check-source', { kind: 'picture', path: image, subject: 'a.png' });
  expect([started, begun]).toEqual([2, 1]);
  expect(readdirSync(path.join(home, 'reading'))).toEqual([]);
});

test('a file that the app died of twice is not read again', async () => {
  const home = makeTempFolder();
  const image = await writeSampleImage(home, 'a.png', 16);
  for (const unfinished of [0, 1]) {
    // A life of the app that ends during the read.
    const counted = await createReadAttempts(path.join(home, 'reading')).begin('inspect-source', image);
    expect(counted.unfinished).toBe(unfinished);
  }
  const bench = openBench({}, home);
  await expect(bench.inspect(image)).rejects.toMatchObject({
    code: 'file_too_complex',
    subject: 'a.png',
    detail: { id: 'file.reading-crashed' },
  });
  expect(bench.sent).toEqual([]);
  // Whoever tries again on purpose is served.
  expect(await bench.inspect(image)).toMatchObject({ hasThumbnail: false });
});

test('a file that waits for its turn is not counted yet: an app that ends was not ended by it', async () => {
  const bench = openBench({ processes: 1 });
  const image = await writeSampleImage(bench.home, 'a.png', 16);
  const slow = bench.reader.read('content-facts', {
    path: path.join(bench.home, ENDLESS),
    format: 'stl',
    folder: null,
  });
  const waiting = bench.inspect(image);
  const ended = Promise.allSettled([slow, waiting]);
  // Nothing is counted before the process is there.
  expect(existsSync(path.join(bench.home, 'reading'))).toBe(false);
  await expect.poll(() => bench.sent).toEqual([ENDLESS]);
  expect(readdirSync(path.join(bench.home, 'reading'))).toHaveLength(1);
  await bench.reader.close();
  // Nor does the file count that was being read: the app was not ended by it.
  expect(readdirSync(path.join(bench.home, 'reading'))).toEqual([]);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('reads of one file at once are not counted as attempts', async () => {
  const bench = openBench();
  const image = await writeSampleImage(bench.home, 'a.png', 16);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => bench.inspect(image)));
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 'fulfilled'));
});

test('an error keeps its code, sentence and system fields across the process boundary', async () => {
  const bench = openBench();
  const empty = path.join(bench.home, 'empty.png');
  writeFileSync(empty, '');
  await expect(bench.inspect(empty)).rejects.toMatchObject({ name: 'AppError', code: 'file_empty' });
  const gone = { path: path.join(bench.home, 'gone.stl'), format: 'stl', folder: null } as const;
  await expect(bench.reader.read('content-facts', gone)).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
});

test('closing rejects what waits and ends the processes', async () => {
  const bench = openBench({ processes: 1 });
  const slow = writeSlowModel(bench.home);
  const reads = [bench.inspect(slow, 'model'), bench.inspect(slow, 'model')];
  await expect.poll(() => bench.started.length).toBe(1);
  await bench.reader.close();
  const ends = await Promise.allSettled(reads);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(() => bench.started[0]!.residentBytes()).toBeNull();
});

test('a home that cannot be written does not stop reading', async () => {
  const home = makeTempFolder();
  mkdirSync(path.join(home, 'a'));
  writeFileSync(path.join(home, 'a', 'reading'), 'a file in the way');
  const bench = openBench({}, path.join(home, 'a'));
  const image = await writeSampleImage(home, 'a.png', 16);
  expect(await bench.inspect(image)).toMatchObject({ hasThumbnail: false });
  expect(existsSync(image)).toBe(true);
});

test('an answer of more than 1 MB is refused by the process and by the app', async () => {
  const home = makeTempFolder();
  const request = { path: path.join(home, 'a.glb'), format: 'glb', folder: null } as const;
  const response = ['x'.repeat(2_000_000)];
  expect(limitAnswer(request, { id: 1, ok: true, response })).toMatchObject({
    id: 1,
    ok: false,
    error: { code: 'file_too_complex', subject: 'a.glb', detail: { id: 'file.description-too-long' } },
  });
  const start: StartReader = (_, { onMessage, onExit }) => {
    queueMicrotask(() => onMessage({ ready: true }));
    return {
      send: ({ id }) => onMessage({ id, ok: true, response }),
      residentBytes: () => Promise.resolve(null),
      hold: () => undefined,
      kill: () => onExit({ reason: 'SIGKILL', lastOutput: '' }),
    };
  };
  const reader = createReaderPool(start, createReadAttempts(path.join(home, 'reading')), READER_LIMITS);
  onTestFinished(() => reader.close());
  await expect(reader.read('check-model', request)).rejects.toMatchObject({
    code: 'file_too_complex',
    subject: 'a.glb',
    detail: { id: 'file.description-too-long' },
  });
});
