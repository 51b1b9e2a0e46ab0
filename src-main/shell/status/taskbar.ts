import type { WorkState } from './work-tracker.ts';

/** What a taskbar or dock shows of the work. */
export interface TaskbarState {
  /** 0 to 1; -1: no bar. */
  readonly progress: number;
  readonly mode: 'normal' | 'paused' | 'error';
  /** How many need the person. */
  readonly badge: number;
}

/** Shortest time between two changes. */
const PAUSE_MS = 500;

/** The look for a state of the work; the bar moves in hundredths, because a finer one is not seen. */
export function toTaskbarState({ progress, hasFailed, needsYou }: WorkState, isPaused: boolean): TaskbarState {
  return {
    progress: progress === null ? -1 : Math.round(progress * 100) / 100,
    mode: isPaused ? 'paused' : hasFailed ? 'error' : 'normal',
    badge: needsYou,
  };
}

/** Shows looks, only when they changed and at most twice a second; the last one always. */
export function createTaskbar(
  show: (look: TaskbarState) => void,
  after: (ms: number, run: () => void) => () => void,
): { update(look: TaskbarState): void; close(): void } {
  let shown = '';
  let wanted: TaskbarState | null = null;
  let stop: (() => void) | null = null;

  const turn = (): void => {
    stop = null;
    if (wanted === null) return;
    const text = JSON.stringify(wanted);
    if (text !== shown) {
      shown = text;
      show(wanted);
      stop = after(PAUSE_MS, turn);
    }
    wanted = null;
  };
  return {
    update: (look) => {
      wanted = look;
      if (stop === null) turn();
    },
    close: () => stop?.(),
  };
}
