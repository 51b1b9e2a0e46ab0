import type { ErrorCode, ErrorInfo } from '../../src-shared/base/errors.ts';
import type { Call, Input, Output } from '../../src-shared/ipc/contract.ts';
import type { Reply } from '../../src-shared/ipc/page-bridge.ts';
import { ask, failedRequestOf, onSuccess } from './bridge/bridge.ts';
import { startCountdown, type Countdown } from './countdown.ts';
import { createUndoHistory, type UndoableAction } from './undo-history.ts';

/** A short message at the bottom of the window, with at most one action. */
interface Toast {
  readonly id: number;
  readonly words: string;
  readonly undo: (() => void) | null;
  /** Shows what the message is about. */
  readonly show: (() => void) | null;
  /** What it is about; null: nothing that another toast could be about. */
  readonly topic: string | null;
  /** Paused during pointer hover or focus (WCAG 2.2, 2.2.1). */
  readonly leaves: Countdown;
}

/** What a toast can have beside its words. */
interface ToastOptions {
  readonly undo?: () => void;
  readonly show?: () => void;
  /** What it is about: it replaces an earlier toast on the same topic. */
  readonly topic?: string;
}

const TOAST_MS = 6000;

/** Notifications outside the rows: errors stay until closed or until their request succeeds, toasts disappear automatically. */
class Notices {
  refusals = $state.raw<readonly ErrorInfo[]>([]);
  toasts = $state.raw<readonly Toast[]>([]);
  #lastId = 0;
  readonly #undoable = createUndoHistory();

  constructor() {
    // A failure is over once the same request succeeds.
    onSuccess((request) => {
      if (this.refusals.some((error) => failedRequestOf(error) === request))
        this.refusals = this.refusals.filter((error) => failedRequestOf(error) !== request);
    });
  }

  /** Shows failures in the error panel, without duplicates. */
  refuse(errors: readonly ErrorInfo[]): void {
    const key = (error: ErrorInfo) => JSON.stringify([error.code, error.subject, error.detail]);
    const shown = new Set(this.refusals.map(key));
    this.refusals = [...this.refusals, ...errors.filter((error) => !shown.has(key(error)))];
  }

  /** Removes failures whose cause is over. */
  forget(code: ErrorCode): void {
    this.refusals = this.refusals.filter((error) => error.code !== code);
  }

  /** Closes the panel. */
  clear(): void {
    this.refusals = [];
  }

  /** True if an action can be undone, also after its toast has left. `shown`: only if its toast is still there. */
  canUndo(only?: 'shown'): boolean {
    return this.#undoable.last(only) !== null;
  }

  /**
   * Undoes the last action; does nothing if there is none. Returns what is undone if its toast has left, because nothing
   * else says it then; else null.
   */
  undo(only?: 'shown'): string | null {
    const action = this.#undoable.last(only);
    if (!action) return null;
    const late = action.isShown() ? null : action.words;
    this.#undoable.undo(action);
    return late;
  }

  /**
   * Shows a toast for six seconds, longer during pointer hover or focus. Its action closes it. Undo calls `undo` once;
   * without the toast, the action can still be undone with the command.
   */
  toast(words: string, { undo, show, topic }: ToastOptions = {}): void {
    const id = ++this.#lastId;
    const remove = (isOver: (toast: Toast) => boolean) => {
      for (const toast of this.toasts.filter(isOver)) toast.leaves.stop();
      this.toasts = this.toasts.filter((toast) => !isOver(toast));
    };
    const close = () => {
      remove((toast) => toast.id === id);
    };
    remove((toast) => topic !== undefined && toast.topic === topic);
    const leaves = startCountdown(TOAST_MS, close);
    const action: UndoableAction = {
      words,
      isShown: () => this.toasts.some((toast) => toast.id === id),
      undo: () => {
        close();
        undo?.();
      },
    };
    if (undo) this.#undoable.add(action);
    const back = () => {
      this.#undoable.undo(action);
    };
    const showIt = () => {
      close();
      show?.();
    };
    this.toasts = [
      ...this.toasts,
      { id, words, undo: undo ? back : null, show: show ? showIt : null, topic: topic ?? null, leaves },
    ];
  }
}

export const notices = new Notices();

/** Calls main and shows a failure in the error panel; returns the value, or null if it failed. */
export async function callOrNotify<C extends Call>(channel: C, input: Input<C>): Promise<Output<C> | null> {
  return valueOrNotify(await ask(channel, input));
}

/** Returns the value of a reply; shows a failure in the error panel and returns null. */
export function valueOrNotify<T>(reply: Reply<T>): T | null {
  if (reply.ok) return reply.value;
  notices.refuse([reply.error]);
  return null;
}
