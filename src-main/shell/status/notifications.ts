import type { ShellTexts } from '../shell-texts.ts';
import type { WorkEvent } from './work-tracker.ts';

/** A notification about jobs; it contains no paths or keys. */
export interface JobNotification {
  readonly title: string;
  readonly body: string;
  readonly jobId: string;
}

interface Deps {
  texts(): ShellTexts;
  /** True if notifications are on and the window is not focused. */
  isEnabled(): boolean;
  /** True if jobs are still active. */
  isWorking(): boolean;
  show(notification: JobNotification): void;
  after(ms: number, run: () => void): () => void;
}

/** Failed and waiting jobs of this period share a notification. */
const BATCH_MS = 5_000;
/** Maximum number of names in a notification. */
const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 60;
const KINDS = ['needs_you', 'failed', 'finished'] as const;
const TITLES = { needs_you: 'waitForYou', failed: 'failed', finished: 'finished' } as const;

/**
 * Shows notifications: finished models once the whole batch is ready, failed and waiting jobs soon. Events while the window
 * is focused are dropped.
 */
export function createNotifier({ texts, isEnabled, isWorking, show, after }: Deps): {
  notify(events: readonly WorkEvent[]): void;
  close(): void;
} {
  let pending: WorkEvent[] = [];
  let stop: (() => void) | null = null;

  const flush = (): void => {
    stop = null;
    const ready = pending.filter(({ kind }) => kind !== 'finished' || !isWorking());
    pending = pending.filter((event) => !ready.includes(event));
    if (isEnabled()) {
      for (const kind of KINDS) {
        const events = ready.filter((event) => event.kind === kind);
        const [first] = events;
        if (first)
          show({ title: texts()[TITLES[kind]](events.length), body: listNames(events, texts()), jobId: first.id });
      }
    }
    if (pending.length > 0) stop = after(BATCH_MS, flush);
  };
  return {
    notify: (events) => {
      if (events.length === 0 || !isEnabled()) return;
      pending = [...pending, ...events];
      stop ??= after(BATCH_MS, flush);
    },
    close: () => stop?.(),
  };
}

function listNames(events: readonly WorkEvent[], { between, andMore }: ShellTexts): string {
  const names = events.slice(0, MAX_NAMES).map(({ name }) => toDisplayName(name));
  const more = events.length - names.length;
  return more > 0 ? andMore(names.join(between), more) : names.join(between);
}

/** The last part of a name on one line, so that no folder is shown. */
function toDisplayName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? name;
  const line = last.replace(/\p{Cc}+/gu, ' ').trim();
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH)}…` : line;
}
