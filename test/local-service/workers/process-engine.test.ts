import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_ATTEMPTS } from '../../../src-main/base/processes/enforce-limits.ts';
import { NO_LIMITS, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { callService, send, untilFinished, upload } from './call.ts';
import { CAN_SEE_PROCESSES, childrenOf, commandOf, isRunning } from '../../helpers/processes.ts';

const PARENT = path.join(import.meta.dirname, 'pool-parent.ts');
const LOOKS = { timeout: 60_000, interval: 10 };

test.skipIf(!CAN_SEE_PROCESSES)('no engine outlives a parent that was killed with -9, though it is busy', async () => {
  const parent = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  const engines = childrenOf(Number(parent.pid));
  expect(engines.sort()).toEqual(line.split(' ').map(Number).sort());
  expect(engines).toHaveLength(2);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await vi.waitFor(() => expect(engines.filter(isRunning)).toEqual([]), LOOKS);
});

test.skipIf(!CAN_SEE_PROCESSES)(
  'an engine gives large blocks back to the system and collects on its own thread',
  async () => {
    const service = await startLocalService();
    try {
      const [engine = 0] = childrenOf(Number(service.process.pid));
      expect(commandOf(engine).split('\0')).toContain('--no-parallel-scavenge');
      const environment = await readFile(`/proc/${engine}/environ`, 'utf8');
      expect(environment.split('\0')).toEqual(
        expect.arrayContaining(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=4194304']),
      );
    } finally {
      await service.stop();
    }
  },
);

test.skipIf(!CAN_SEE_PROCESSES)('an engine does not inherit the key of a generator', async () => {
  const keyVariable = 'DROPFORGE_TEST_KEY';
  vi.stubEnv(keyVariable, 'a key of the test');
  const generation = { generators: [{ name: 'Other', kind: 'service', url: 'http://127.0.0.1:9', keyVariable }] };
  const service = await startLocalService({ settings: { ...NO_LIMITS, generation } });
  try {
    const engines = childrenOf(Number(service.process.pid));
    expect(engines).toHaveLength(1);
    expect(await readFile(`/proc/${engines[0]}/environ`, 'utf8')).not.toContain(keyVariable);
  } finally {
    await service.stop();
  }
});

describe.skipIf(!CAN_SEE_PROCESSES)('a service whose engine dies of a fault in native code', () => {
  let service: LocalService;
  beforeEach(async () => {
    service = await startLocalService({ credits: 1000 });
  });
  afterEach(() => service.stop());

  async function startTask(): Promise<string> {
    const input = await upload(service, await drawShape(512));
    const body = { model: 'P2-20260801', input, texture_quality: 'detailed' };
    const answer = await callService(service, '/v3/generation/image-to-model', { method: 'POST', body });
    return answer.body.data.task_id;
  }

  const statusOf = async (id: string) => (await callService(service, `/v3/tasks/${id}`)).body.data.status;
  const balance = async () => (await callService(service, '/v3/account/balance')).body.data;

  /** How often the task was started, as it is written down. */
  function attemptsOf(id: string): number {
    const db = new DatabaseSync(path.join(service.dataDir, 'service.db'), { readOnly: true, timeout: 10_000 });
    try {
      return Number(db.prepare('SELECT attempts FROM tasks WHERE id = ?').get(id)?.['attempts']);
    } finally {
      db.close();
    }
  }

  /**
   * Ends every engine as a fault in native code would, as soon as the task runs for the `attempt`th time; waits until that
   * has been noticed.
   */
  async function killEngines(id: string, signal: NodeJS.Signals, attempt: number): Promise<void> {
    await vi.waitFor(() => {
      expect(attemptsOf(id)).toBe(attempt);
      // An attempt is written down before its engine starts.
      expect(childrenOf(Number(service.process.pid))).not.toEqual([]);
    }, LOOKS);
    for (const pid of childrenOf(Number(service.process.pid))) process.kill(pid, signal);
    await vi.waitFor(async () => {
      const status = await statusOf(id);
      expect(status === 'failed' || attemptsOf(id) > attempt).toBe(true);
    }, LOOKS);
  }

  test('once, runs the task again under its id', async () => {
    const id = await startTask();
    await killEngines(id, 'SIGKILL', 1);
    const task = await untilFinished(service, id);
    expect(task).toMatchObject({ task_id: id, status: 'success', credits_consumed: 120 });
    expect((await send(task.output.model_url)).status).toBe(200);
    expect(await balance()).toEqual({ balance: 880, frozen: 0 });
  });

  test('twice in the same task, fails it with a refund and goes on', async () => {
    const id = await startTask();
    for (const [index, signal] of (['SIGSEGV', 'SIGABRT'] as const).entries()) await killEngines(id, signal, index + 1);
    const task = await untilFinished(service, id);
    expect(task).toMatchObject({ status: 'failed', error_code: 1000, credits_consumed: 0 });
    expect(task.error_message).toMatch(/^The engine crashed each time .* Nothing was charged\. /);
    expect(attemptsOf(id)).toBe(MAX_ATTEMPTS);
    expect(await balance()).toEqual({ balance: 1000, frozen: 0 });
    expect(await untilFinished(service, await startTask())).toMatchObject({ status: 'success' });
  });

  test('and that is killed twice in the middle of a task, does the task in its third life', async () => {
    const id = await startTask();
    const { dataDir } = service;
    for (let life = 1; life <= 2; life++) {
      await vi.waitFor(() => expect(attemptsOf(id)).toBe(1), LOOKS);
      await service.kill();
      service = await startLocalService({ dataDir, credits: 1000 });
    }
    expect(await untilFinished(service, id)).toMatchObject({ status: 'success', credits_consumed: 120 });
    expect(await balance()).toEqual({ balance: 880, frozen: 0 });
    await service.stop();
    await rm(dataDir, { recursive: true });
    service = await startLocalService();
  });
});
