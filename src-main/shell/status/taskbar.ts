import type { WorkState } from './work-tracker.ts';

/** State that the taskbar or dock shows. */
export interface TaskbarState {
  /** 0 to 1; -1 hides the bar. */
  readonly progress: number;
  readonly mode: 'normal' | 'paused' | 'error';
  /** Number of jobs that need attention. */
  readonly badge: number;
}

/** Minimum interval between two updates. */
const UPDATE_INTERVAL_MS = 500;

/** Taskbar state for a work state; the progress is rounded to hundredths. */
export function toTaskbarState({ progress, hasFailed, needsYou }: WorkState, isPaused: boolean): TaskbarState {
  return {
    progress: progress === null ? -1 : Math.round(progress * 100) / 100,
    mode: isPaused ? 'paused' : hasFailed ? 'error' : 'normal',
    badge: needsYou,
  };
}

/** Shows states only if they changed and at most twice a second; always shows the last one. */
export function createTaskbar(
  show: (state: TaskbarState) => void,
  after: (ms: number, run: () => void) => () => void,
): { update(state: TaskbarState): void; close(): void } {
  let shown = '';
  let next: TaskbarState | null = null;
  let stop: (() => void) | null = null;

  const flush = (): void => {
    stop = null;
    if (next === null) return;
    const text = JSON.stringify(next);
    if (text !== shown) {
      shown = text;
      show(next);
      stop = after(UPDATE_INTERVAL_MS, flush);
    }
    next = null;
  };
  return {
    update: (state) => {
      next = state;
      if (stop === null) flush();
    },
    close: () => stop?.(),
  };
}
