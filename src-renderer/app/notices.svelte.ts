import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import type { Call, Input, Output } from '../../src-shared/ipc/contract.ts';
import type { Reply } from '../../src-shared/ipc/page-bridge.ts';
import { ask } from './bridge/bridge.ts';
import { startCountdown, type Countdown } from './countdown.ts';

/** A short word at the foot of the window, with at most one way back. */
interface Toast {
  readonly id: number;
  readonly words: string;
  readonly undo: (() => void) | null;
  /** Held while somebody is at it (WCAG 2.2, 2.2.1). */
  readonly leaves: Pick<Countdown, 'hold' | 'letGo'>;
}

const TOAST_MS = 6000;

/** What the page has to say beside the rows: refusals stay until closed, toasts leave by themselves. */
class Notices {
  refusals = $state.raw<readonly ErrorInfo[]>([]);
  toasts = $state.raw<readonly Toast[]>([]);
  #lastId = 0;

  /** Shows failures in the panel that stays; the same failure is not repeated. */
  refuse(errors: readonly ErrorInfo[]): void {
    const key = (error: ErrorInfo) => JSON.stringify([error.code, error.subject, error.detail]);
    const shown = new Set(this.refusals.map(key));
    this.refusals = [...this.refusals, ...errors.filter((error) => !shown.has(key(error)))];
  }

  /** Closes the panel. */
  clear(): void {
    this.refusals = [];
  }

  /** Whether the last act can still be taken back. */
  get canUndo(): boolean {
    return this.toasts.some(({ undo }) => undo !== null);
  }

  /** Takes the last act back that can be; nothing happens when none can. */
  undo(): void {
    this.toasts.findLast(({ undo }) => undo !== null)?.undo?.();
  }

  /**
   * Shows a toast for six seconds, longer while the pointer is on it or the focus in it, then calls `gone`; undo closes it
   * and calls `undo` instead. Leaving the page is as waiting for its end.
   */
  toast(words: string, undo: (() => void) | null = null, gone: () => void = () => undefined): void {
    const id = ++this.#lastId;
    const close = () => {
      removeEventListener('pagehide', finish);
      this.toasts = this.toasts.filter((toast) => toast.id !== id);
    };
    const leaves = startCountdown(TOAST_MS, () => {
      close();
      gone();
    });
    // Who leaves the page takes nothing back any more.
    const finish = () => {
      leaves.finish();
    };
    addEventListener('pagehide', finish);
    const back = () => {
      leaves.stop();
      close();
      undo?.();
    };
    this.toasts = [...this.toasts, { id, words, undo: undo && back, leaves }];
  }
}

/** The page's notices. */
export const notices = new Notices();

/** Asks main and shows a failure in the panel; the value, or null when it failed. */
export async function callOrNotify<C extends Call>(channel: C, input: Input<C>): Promise<Output<C> | null> {
  return valueOrNotify(await ask(channel, input));
}

/** The value of a reply; a failure is shown in the panel and answered as null. */
export function valueOrNotify<T>(reply: Reply<T>): T | null {
  if (reply.ok) return reply.value;
  notices.refuse([reply.error]);
  return null;
}
