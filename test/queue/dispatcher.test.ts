import { expect, test } from 'vitest';
import { serviceOf } from '../../src-main/pipeline/job-record.ts';
import { createAdmission } from '../../src-main/queue/admission.ts';
import { createDispatcher } from '../../src-main/queue/dispatcher.ts';
import { createScheduler } from '../../src-main/queue/scheduler.ts';
import { createReachability } from '../../src-main/service-client/services/reachability.ts';
import { buildJob } from '../helpers/job-records.ts';
import { createTickingClock, createVirtualClock, virtualSystem } from '../helpers/virtual-clock.ts';

test.each([0, 1, 2])(
  'a job starts when the pause of its service ends after %i readings of the clock',
  async (readings) => {
    const clock = createVirtualClock();
    const ticking = createTickingClock(clock);
    const reach = createReachability(virtualSystem(ticking.clock, 0));
    await reach.watch(() => Promise.reject(Object.assign(new Error(), { code: 'ENETUNREACH' }))).catch(() => undefined);
    await clock.advance((reach.downForMs() ?? 0) - 0.5);

    const job = buildJob();
    const scheduler = createScheduler(clock, () => false);
    scheduler.update(job.id, job);
    const admission = createAdmission({
      ...{ running: () => [], isPaused: () => false, onUp: () => undefined },
      pools: () => ({ size: () => 1 }),
    });
    admission.learn(serviceOf(job), reach);
    const started: string[] = [];
    const dispatcher = createDispatcher(clock, scheduler, admission);
    ticking.tickAfter(readings);
    dispatcher.start((id) => {
      started.push(id);
      return new Promise(() => undefined);
    });
    await clock.advance(60_000);
    expect(started).toEqual([job.id]);
    dispatcher.close();
  },
);
