import { writeSync } from 'node:fs';
import type { KillPoint, OnKillPoint } from './kill-points.ts';

/** What one run of the program is told, as its only argument. */
export interface KillRunOptions {
  readonly home: string;
  readonly out: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Images that become jobs at the start. */
  readonly add: readonly string[];
  /** Where the run is to end; null: nowhere. */
  readonly stopAt: KillPoint | null;
  /** How often that moment passes before it counts. */
  readonly skip: number;
  /** Whether files are fetched by a thread of their own, as in the program; else by the watched disk, step by step. */
  readonly isThreaded: boolean;
}

/** What a run says, one JSON line each. */
export type KillRunMessage =
  | { readonly kind: 'opened' }
  | { readonly kind: 'at'; readonly boundary: KillPoint }
  | { readonly kind: 'added'; readonly ids: readonly string[] }
  | { readonly kind: 'settled' };

/** Says a word at once, whatever the event loop is doing. */
export function say(word: KillRunMessage): void {
  writeSync(1, `${JSON.stringify(word)}\n`);
}

/** Stops the whole thread at a moment, for the kill to come; it never goes on. */
export function stopAtKillPoint({ stopAt, skip }: Pick<KillRunOptions, 'stopAt' | 'skip'>): OnKillPoint {
  let left = skip;
  return (boundary) => {
    if (boundary !== stopAt || left-- > 0) return;
    say({ kind: 'at', boundary });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}
