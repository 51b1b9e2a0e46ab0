import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEngineHost, type StartHostedProcess } from '../../../src-main/shell/processes/engine-host.ts';
import type { StartEngine } from '../../../src-main/local-service/workers/engine.ts';
import { createUtilityProcessEngines } from '../../../src-main/local-service/workers/utility-process-engine.ts';
import { startProcessEngine } from '../../../src-main/local-service/workers/process-engine.ts';
import { createWorkerPool } from '../../../src-main/local-service/workers/worker-pool.ts';
import {
  EngineLost,
  WorkStopped,
  type WorkEvents,
  type WorkQueue,
} from '../../../src-main/local-service/workers/work-queue.ts';

/** Engines started through the window's host, with processes of plain Node where Electron would start its own. */
function hostedEngine(): StartEngine {
  const heard = new EventEmitter();
  const start: StartHostedProcess = (args, env, ears) => {
    const child = fork(ISOLATED, [...args], {
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let words = '';
    child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()));
    ears.onStart(child.pid as number);
    child.on('message', ears.onMessage);
    child.once('close', (code, signal) => ears.onEnd(signal ?? `code ${code}`, words));
    return { send: (message) => void child.send(message as object), end: () => void child.kill('SIGKILL') };
  };
  const host = createEngineHost(start, (data) => heard.emit('message', { data: structuredClone(data) }));
  onTestFinished(host.close);
  return createUtilityProcessEngines({
    on: (event, listen) => void heard.on(event, listen),
    postMessage: (order) => host.handleMessage(structuredClone(order)),
  });
}

const ISOLATED = path.join(import.meta.dirname, '../../../src-main/local-service/workers/isolated-worker.ts');
const LIMITS = { maxBytes: 512 * 1024 ** 2, heapMb: 64, maxMs: 60_000, pollMs: 10 };
const SMALL = { entry: new URL('./faulty-worker.ts', import.meta.url), size: 1, limits: LIMITS };

let pool: WorkQueue;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  await pool.close();
  vi.restoreAllMocks();
});

function run(what: string, taskId = what, events: Partial<WorkEvents> = {}) {
  const order = { taskId, operation: 'import_model', values: {}, sourcePaths: [what], folder: '' } as const;
  return pool.run(order, { onStart: () => undefined, onProgress: () => undefined, ...events });
}

describe.each([
  { by: 'the service', choose: () => startProcessEngine },
  { by: 'the window’s host', choose: hostedEngine },
])('a pool of engines started by $by', ({ choose }) => {
  let start: StartEngine;
  beforeEach(() => {
    start = choose();
    pool = createWorkerPool({ ...SMALL, start });
  });

  test('work is done in the order it comes, and tells its progress', async () => {
    const heard: string[] = [];
    const listen = (name: string) => ({
      onStart: () => void heard.push(`${name} starts`),
      onProgress: (share: number) => void heard.push(`${name} ${share}`),
    });
    const results = await Promise.all(['a', 'b'].map((name) => run('fine', name, listen(name))));
    expect(results.map((result) => result.files.model_url)).toEqual(['a.glb', 'b.glb']);
    expect(heard).toEqual(['a starts', 'a 0.5', 'b starts', 'b 0.5']);
  });

  test('a refusal keeps its code and its sentence', async () => {
    await expect(run('refuse')).rejects.toMatchObject({ code: 2004, message: 'This is no picture.' });
  });

  test('an engine that throws or ends fails its own work only', async () => {
    for (const fault of ['throw', 'exit']) {
      const [bad, good] = await Promise.allSettled([run(fault), run('fine')]);
      expect(bad).toMatchObject({ status: 'rejected', reason: { code: 1000 } });
      expect(good.status).toBe('fulfilled');
    }
  });

  test('work that takes too much memory ends alone', async () => {
    const [bad, good] = await Promise.allSettled([run('memory'), run('fine')]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 2007 } });
    expect(good.status).toBe('fulfilled');
  });

  // The first is noticed by the service, the second by the process itself.
  test.each([10, 60_000])('so does work that takes it outside of the heap (poll: %i ms)', async (pollMs) => {
    await pool.close();
    pool = createWorkerPool({ ...SMALL, start, limits: { ...LIMITS, maxBytes: 256 * 1024 ** 2, pollMs } });
    const [bad, good] = await Promise.allSettled([run('balloon'), run('fine')]);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: { code: 2007, detail: { id: 'task-failure.memory-limit', params: { max: 256 } } },
    });
    expect(bad).toMatchObject({ reason: expect.any(EngineLost) as unknown });
    expect(good.status).toBe('fulfilled');
  });

  test('work that takes too long is stopped, and the next goes on in another engine', async () => {
    await pool.close();
    pool = createWorkerPool({ ...SMALL, start, limits: { ...LIMITS, maxMs: 10_000 } });
    const [bad, good] = await Promise.allSettled([run('spin'), run('fine')]);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: { code: 2007, detail: { id: 'task-failure.time-limit' } },
    });
    expect(good.status).toBe('fulfilled');
  });

  test('cancelled work ends at once, running or waiting, and the next takes its place', async () => {
    const reason = new Error('taken back');
    const running = run('spin', 'running', { onStart: () => setImmediate(() => pool.cancel('running', reason)) });
    const waiting = run('spin', 'waiting');
    const next = run('fine');
    pool.cancel('waiting', reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(running).rejects.toBe(reason);
    expect((await next).files.model_url).toBe('fine.glb');
  });

  test('closing ends all work as not done, and takes none after', async () => {
    const [running, waiting] = [run('spin', 'a'), run('fine', 'b')];
    const [, first, second] = await Promise.allSettled([pool.close(), running, waiting]);
    for (const result of [first, second]) expect(result).toMatchObject({ reason: expect.any(WorkStopped) as unknown });
    await expect(run('fine')).rejects.toBeInstanceOf(WorkStopped);
  });

  test('an engine that the system refuses to start fails its work only, and the next starts another', async () => {
    let [failures, starts] = [2, 0];
    const refused = createWorkerPool({
      ...SMALL,
      start: (...options) => {
        starts++;
        if (failures-- > 0) throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
        return start(...options);
      },
    });
    onTestFinished(() => refused.close());
    const order = { taskId: 'a', operation: 'import_model', values: {}, sourcePaths: ['fine'], folder: '' } as const;
    const events = { onStart: () => undefined, onProgress: () => undefined };
    // The first is started before there is work.
    await expect(refused.run(order, events)).rejects.toBeInstanceOf(EngineLost);
    expect((await refused.run(order, events)).files.model_url).toBe('a.glb');
    expect(starts).toBe(3);
  });

  test('an engine that cannot start fails its work instead of starting over and over', async () => {
    const broken = createWorkerPool({ ...SMALL, start, entry: new URL('./no-such-worker.ts', import.meta.url) });
    const order = { taskId: 'a', operation: 'import_model', values: {}, sourcePaths: [''], folder: '' } as const;
    const events = { onStart: () => undefined, onProgress: () => undefined };
    for (let i = 0; i < 2; i++) await expect(broken.run(order, events)).rejects.toMatchObject({ code: 1000 });
    await broken.close();
  });

  test('one that aborts in native code or is killed fails its own work only', async () => {
    for (const fault of ['abort', 'kill']) {
      const [bad, good] = await Promise.allSettled([run(fault), run('fine')]);
      expect(bad).toMatchObject({ status: 'rejected', reason: { code: 1000 } });
      expect(good.status).toBe('fulfilled');
    }
  });

  test('one whose heap ends its whole process is told from one that crashed', async () => {
    const [bad, good] = await Promise.allSettled([run('heap-abort'), run('fine')]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 2007 } });
    expect(good.status).toBe('fulfilled');
  });

  test('cancelled work is over for good when its run rejects: its process has ended', async () => {
    const reason = new Error('taken back');
    let pid = 0;
    const onProgress = (share: number) => {
      pid = share;
      pool.cancel('spin', reason);
    };
    await expect(run('spin', 'spin', { onProgress })).rejects.toBe(reason);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('signals that a terminal sends to everybody do not end it', async () => {
    await expect(run('interrupt')).resolves.toEqual({ files: {}, notes: [] });
    await expect(run('fine')).resolves.toBeTruthy();
  });
});

test('a host that cannot start an engine reports its end', () => {
  const replies: unknown[] = [];
  const host = createEngineHost(
    () => {
      throw new Error('spawn ENOMEM');
    },
    (message) => void replies.push(message),
  );
  host.handleMessage({ kind: 'start', id: 7, args: [], env: {} });
  host.handleMessage({ kind: 'end', id: 7 });
  expect(replies).toEqual([{ kind: 'ended', id: 7, how: 'Error: spawn ENOMEM', lastWords: '' }]);
});
