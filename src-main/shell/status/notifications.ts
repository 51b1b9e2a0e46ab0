import type { ShellTexts } from '../shell-texts.ts';
import type { WorkEvent } from './work-tracker.ts';

/** A notification: a title, names of jobs, and the job it is about. Neither paths nor keys come into it. */
export interface JobNotification {
  readonly title: string;
  readonly body: string;
  readonly jobId: string;
}

interface Deps {
  words(): ShellTexts;
  /** Whether the person wants to be called, and is not looking at the window. */
  mayCall(): boolean;
  /** Whether work is still on its way. */
  isWorking(): boolean;
  call(call: JobNotification): void;
  after(ms: number, run: () => void): () => void;
}

/** What went wrong or waits is told after that, together. */
const BATCH_MS = 5_000;
/** Names in one notification. */
const MAX_NAMES = 3;
const MAX_NAME_LENGTH = 60;
const KINDS = ['needs_you', 'failed', 'finished'] as const;
const TITLES = { needs_you: 'waitForYou', failed: 'failed', finished: 'finished' } as const;

/**
 * Calls the person to what happened: to models once the whole batch is ready, to what failed or needs them soon. What
 * happens while they look is not told later.
 */
export function createNotifier({ words, mayCall, isWorking, call, after }: Deps): {
  hear(events: readonly WorkEvent[]): void;
  close(): void;
} {
  let waiting: WorkEvent[] = [];
  let stop: (() => void) | null = null;

  const turn = (): void => {
    stop = null;
    const now = waiting.filter(({ kind }) => kind !== 'finished' || !isWorking());
    waiting = waiting.filter((event) => !now.includes(event));
    if (mayCall()) {
      for (const kind of KINDS) {
        const events = now.filter((event) => event.kind === kind);
        const [first] = events;
        if (first)
          call({ title: words()[TITLES[kind]](events.length), body: listNames(events, words()), jobId: first.id });
      }
    }
    if (waiting.length > 0) stop = after(BATCH_MS, turn);
  };
  return {
    hear: (events) => {
      if (events.length === 0 || !mayCall()) return;
      waiting = [...waiting, ...events];
      stop ??= after(BATCH_MS, turn);
    },
    close: () => stop?.(),
  };
}

function listNames(events: readonly WorkEvent[], { between, andMore }: ShellTexts): string {
  const names = events.slice(0, MAX_NAMES).map(({ name }) => plain(name));
  const more = events.length - names.length;
  return more > 0 ? andMore(names.join(between), more) : names.join(between);
}

/** The last part of a name, on one line: whatever a source was called, no folder of it is shown. */
function plain(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? name;
  const line = last.replace(/\p{Cc}+/gu, ' ').trim();
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH)}…` : line;
}
