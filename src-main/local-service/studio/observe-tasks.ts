import type { TaskObserver } from '../tasks/studio/task-observer.ts';
import type { WorkerMetrics } from './metrics.ts';
import { withLogContext, type StudioLog } from './studio-log.ts';

/** Logs and counts what a worker does. */
export function observeTasks(log: StudioLog, metrics: WorkerMetrics): TaskObserver {
  return {
    claim({ taskId, attempt, category, isTakeover }, work) {
      return withLogContext({ taskId, attempt }, async () => {
        const startedAt = performance.now();
        log.info({ category }, 'Task claimed.');
        if (isTakeover) {
          metrics.lostClaims.inc();
          log.warn({}, 'The claim of an earlier worker expired.');
        }
        try {
          await work();
        } finally {
          const ms = performance.now() - startedAt;
          metrics.seconds.observe({ category }, ms / 1000);
          log.debug({ ms: Math.round(ms) }, 'Task left.');
        }
      });
    },
    ended(_, result) {
      metrics.tasks.inc({ result });
      log.info({ result }, 'Task ended.');
    },
    stopped(_, reason) {
      if (reason === 'lost') return log.warn({}, 'Claim lost: the task was cancelled, or another worker runs it.');
      metrics.tasks.inc({ result: 'cancelled' });
      log.info({ result: 'cancelled' }, 'Task stopped.');
    },
  };
}
