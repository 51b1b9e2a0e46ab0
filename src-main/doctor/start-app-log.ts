import type { LogLine } from '../../src-shared/base/log-line.ts';
import type { ServiceState } from '../../src-shared/ipc/contract.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import type { Queue } from '../queue/queue.ts';
import type { Clock } from '../base/clock.ts';
import { log } from '../base/log/log.ts';
import { logJobs } from './log-jobs.ts';

/** Lines are told in batches: two frames. */
const PUSH_INTERVAL_MS = 33;

/** Lines told at once at most; a page that wants more reads them. */
const MAX_PUSHED_LINES = 200;

interface Parts {
  readonly home: string;
  readonly version: string;
  readonly queue: Pick<Queue, 'onChange' | 'find' | 'records'>;
  readonly watch: { onChange(listen: (state: ServiceState) => void): () => void };
  readonly settings: { onChange(listen: (settings: Settings) => void): () => void };
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Writes what the app does into the log of its home, and tells of new lines; returns the way to stop. Lines hold ids and
 * states, no names, words or values that a person gave.
 */
export function startAppLog(
  { home, version, queue, watch, settings, clock }: Parts,
  tell: (lines: LogLine[]) => void,
): () => void {
  const close = log.open(home);
  let pending: LogLine[] = [];
  let unschedule: (() => void) | null = null;
  let lastStatus = '';
  const pushSoon = (line: LogLine): void => {
    pending.push(line);
    unschedule ??= clock.after(PUSH_INTERVAL_MS, () => {
      unschedule = null;
      const lines = pending.slice(-MAX_PUSHED_LINES);
      pending = [];
      tell(lines);
    });
  };
  const stops = [
    log.onLine(pushSoon),
    logJobs(queue),
    watch.onChange(({ kind, status, error }) => {
      const words = `${kind} is ${status}${error ? `, ${error.code}. ${error.detail}` : ''}`;
      if (words === lastStatus) return;
      lastStatus = words;
      log[status === 'ready' || status === 'starting' ? 'info' : 'note']('service', words);
    }),
    settings.onChange(({ service, rehearsal }) =>
      log.info('settings', `changed; works on ${service}${rehearsal ? ', rehearsing' : ''}`),
    ),
  ];
  log.info(
    'app',
    `Dropforge ${version} started on ${process.platform} ${process.arch}, Node.js ${process.versions.node}`,
  );
  return (): void => {
    log.info('app', 'Dropforge is closed');
    for (const stop of stops) stop();
    unschedule?.();
    close();
  };
}
