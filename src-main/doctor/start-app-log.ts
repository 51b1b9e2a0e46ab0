import { toEnglish } from '../../src-shared/messages/english.ts';
import type { LogLine } from '../../src-shared/base/log-line.ts';
import type { ServiceState } from '../../src-shared/ipc/calls/service-calls.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import type { Queue } from '../queue/queue.ts';
import type { Clock } from '../base/clock.ts';
import { log } from '../base/log/log.ts';
import { logJobs } from './log-jobs.ts';

/** Interval of pushed batches: two frames. */
const PUSH_INTERVAL_MS = 33;

/** Maximum number of lines per push; the page reads older lines itself. */
const MAX_PUSHED_LINES = 200;

interface Dependencies {
  readonly home: string;
  readonly version: string;
  readonly queue: Pick<Queue, 'onChange' | 'find' | 'records'>;
  readonly watch: { onChange(listen: (state: ServiceState) => void): () => void };
  readonly settings: { onChange(listen: (settings: Settings) => void): () => void };
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Opens the log in the home folder, logs what the app does, and pushes new lines. Returns a function that stops. Lines
 * contain ids and states, but no names, prompts or settings of the user.
 */
export function startAppLog(
  { home, version, queue, watch, settings, clock }: Dependencies,
  onLines: (lines: LogLine[]) => void,
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
      onLines(lines);
    });
  };
  const stops = [
    log.onLine(pushSoon),
    logJobs(queue),
    watch.onChange(({ kind, status, error }) => {
      const words = `${kind} is ${status}${error ? `, ${error.code}. ${toEnglish(error.detail)}` : ''}`;
      if (words === lastStatus) return;
      lastStatus = words;
      log[status === 'ready' || status === 'starting' ? 'info' : 'note']('service', words);
    }),
    settings.onChange(({ service, rehearsal }) =>
      log.info('settings', `settings changed, service: ${service}${rehearsal ? ', rehearsal' : ''}`),
    ),
  ];
  log.info(
    'app',
    `Dropforge ${version} started on ${process.platform} ${process.arch}, Node.js ${process.versions.node}`,
  );
  return (): void => {
    log.info('app', 'Dropforge closed');
    for (const stop of stops) stop();
    unschedule?.();
    close();
  };
}
