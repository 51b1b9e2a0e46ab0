import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_CRASHES } from '../../../src-main/local-service/tasks/task-lifecycle.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { callService, send, untilFinished, upload } from './call.ts';
import { CAN_SEE_PROCESSES, childrenOf, isRunning } from '../../helpers/processes.ts';

const PARENT = path.join(import.meta.dirname, 'pool-parent.ts');
const LOOKS = { timeout: 60_000, interval: 10 };

test.skipIf(!CAN_SEE_PROCESSES)(
  'no engine outlives a parent that was killed with -9, not even a busy one',
  async () => {
    const parent = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const engines = childrenOf(Number(parent.pid));
    expect(engines).toHaveLength(2);
    expect(engines).toContain(Number(line));
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await vi.waitFor(() => expect(engines.filter(isRunning)).toEqual([]), LOOKS);
  },
);

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

  /** How often the task's engine has crashed, as it is written down. */
  function crashesOf(id: string): number {
    const db = new DatabaseSync(path.join(service.dataDir, 'service.db'), { readOnly: true, timeout: 10_000 });
    try {
      return Number(db.prepare('SELECT crashes FROM tasks WHERE id = ?').get(id)?.['crashes']);
    } finally {
      db.close();
    }
  }

  /**
   * Ends every engine as a fault in native code would, as soon as the task runs; waits until that has been noticed. The
   * task may be given to an engine whose end is not noticed yet, which is one crash more.
   */
  async function killEngines(id: string, signal: NodeJS.Signals): Promise<void> {
    const before = crashesOf(id);
    await vi.waitFor(async () => expect(['running', 'failed']).toContain(await statusOf(id)), LOOKS);
    if (crashesOf(id) === MAX_CRASHES) return;
    for (const pid of childrenOf(Number(service.process.pid))) process.kill(pid, signal);
    await vi.waitFor(() => expect(crashesOf(id)).toBeGreaterThan(before), LOOKS);
  }

  test('once, runs the task again under its id', async () => {
    const id = await startTask();
    await killEngines(id, 'SIGKILL');
    const task = await untilFinished(service, id);
    expect(task).toMatchObject({ task_id: id, status: 'success', credits_consumed: 120 });
    expect((await send(task.output.model_url)).status).toBe(200);
    expect(await balance()).toEqual({ balance: 880, frozen: 0 });
  });

  test('three times in the same task, fails it with a refund and goes on', async () => {
    const id = await startTask();
    for (const signal of ['SIGSEGV', 'SIGABRT', 'SIGBUS'] as const) await killEngines(id, signal);
    expect(await untilFinished(service, id)).toMatchObject({ status: 'failed', error_code: 1000, credits_consumed: 0 });
    expect(crashesOf(id)).toBe(MAX_CRASHES);
    expect(await balance()).toEqual({ balance: 1000, frozen: 0 });
    expect(await untilFinished(service, await startTask())).toMatchObject({ status: 'success' });
  });
});
