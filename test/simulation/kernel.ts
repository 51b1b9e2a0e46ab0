import { createPrng, hashText, type Prng } from './prng.ts';

/** Whoever waits for an event; a dead one is never called again, a sleeping one later. */
export interface Owner {
  alive: boolean;
  /** True time until which it does not run. */
  asleepUntil: number;
}

/** Thrown through the code of a run that just died; nothing it does afterwards reaches the world. */
export class RunDied extends Error {}

/** Something that is due; `cancelled` may be set until it runs. */
interface Due {
  at: number;
  readonly tie: number;
  readonly turn: number;
  readonly owner: Owner | null;
  readonly isTimer: boolean;
  readonly run: () => void;
  cancelled: boolean;
}

/** What was broken, and how. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** The one thread everything runs in: virtual true time, events in seeded order, and the trace of what happened. */
export interface Kernel {
  readonly prng: Prng;
  /** True time, ms since the beginning. */
  now(): number;
  /** Events that ran so far. */
  turns(): number;
  after(ms: number, owner: Owner | null, run: () => void, isTimer?: boolean): Due;
  /** Resolves after a pause, unless its owner dies. */
  pause(ms: number, owner: Owner | null): Promise<void>;
  /** Moves the timers of an owner whose clock stood still. */
  delayTimers(owner: Owner, ms: number): void;
  /** Runs events, each followed by all that it sets off, until the condition holds or nothing more can happen in time. */
  run(until: () => boolean, withinMs: number): Promise<boolean>;
  /** Called after each event. */
  onTurn(check: () => void): void;
  trace(line: string): void;
  /** The hash of all traced lines and their times. */
  traceHash(): string;
  story(): readonly string[];
  /** Notes the first broken invariant; nothing runs after it. */
  violate(invariant: string, detail: string): void;
  violation(): Violation | null;
}

/** Far more events than any life has; beyond them something goes round in circles. */
const MAX_EVENTS = 500_000;

/** Computer and process in the name of an unfinished export; they are not part of a life. */
const PART_OWNER = /\.[0-9a-f]{8}-\d+(?=\.[0-9a-f]{8}\.part)/g;

/** A kernel; `keepStory` keeps the traced lines. */
export function createKernel(seed: string, keepStory: boolean): Kernel {
  const prng = createPrng(seed);
  const ties = prng.fork('ties');
  const heap: Due[] = [];
  const checks: (() => void)[] = [];
  const lines: string[] = [];
  let time = 0;
  let turn = 0;
  let ran = 0;
  let hash = 17;
  let broken: Violation | null = null;

  const violate = (invariant: string, detail: string): void => {
    if (broken) return;
    trace(`BROKEN ${invariant}: ${detail}`);
    broken = { invariant, detail };
  };
  const trace = (words: string): void => {
    const line = words.includes('.part') ? words.replace(PART_OWNER, '') : words;
    hash = hashText(line, hash ^ Math.round(time * 1000));
    if (keepStory) lines.push(`${(time / 1000).toFixed(3).padStart(10)} s  ${line}`);
  };
  const after = (ms: number, owner: Owner | null, run: () => void, isTimer = false): Due => {
    const due = {
      at: time + Math.max(0, ms),
      tie: ties.integer(1 << 30),
      turn: turn++,
      owner,
      isTimer,
      run,
      cancelled: false,
    };
    push(heap, due);
    return due;
  };
  /** The next event whose owner can take it; null when none is due by a moment. */
  const next = (by: number): Due | null => {
    for (let first = heap[0]; first && first.at <= by; first = heap[0]) {
      pop(heap);
      const { owner } = first;
      if (first.cancelled || owner?.alive === false) continue;
      if (!owner || owner.asleepUntil <= first.at) return first;
      first.at = owner.asleepUntil;
      push(heap, first);
    }
    return null;
  };
  const turnOnce = (due: Due): void => {
    time = due.at;
    ran++;
    if (ran > MAX_EVENTS) violate('I7 everything settles', `after ${ran} events it still goes on`);
    try {
      due.run();
    } catch (error) {
      if (!(error instanceof RunDied)) violate('no uncaught exception', (error as Error).stack ?? String(error));
    }
  };

  return {
    prng,
    now: () => time,
    turns: () => ran,
    after,
    pause: (ms, owner) => new Promise((resolve) => void after(ms, owner, resolve)),
    delayTimers: (owner, ms) => {
      for (const due of heap) if (due.owner === owner && due.isTimer) due.at += ms;
      heap.sort(compare);
    },
    run: (until, withinMs) =>
      new Promise((resolve) => {
        const limit = time + withinMs;
        const step = (): void => {
          for (const check of checks) check();
          if (broken || until()) return resolve(true);
          const due = next(limit);
          if (!due) {
            time = Math.max(time, limit);
            return resolve(false);
          }
          turnOnce(due);
          // A tick that is asked for from a microtask comes when every microtask is done; cheaper than setImmediate.
          queueMicrotask(() => process.nextTick(step));
        };
        queueMicrotask(() => process.nextTick(step));
      }),
    onTurn: (check) => void checks.push(check),
    trace,
    traceHash: () => `${(hash >>> 0).toString(16).padStart(8, '0')}-${ran}`,
    story: () => lines,
    violate,
    violation: () => broken,
  };
}

function compare(a: Due, b: Due): number {
  return a.at - b.at || a.tie - b.tie || a.turn - b.turn;
}

function push(heap: Due[], due: Due): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as Due;
    if (compare(above, due) <= 0) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = due;
}

function pop(heap: Due[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const child = right < heap.length && compare(heap[right] as Due, heap[left] as Due) < 0 ? right : left;
    if (compare(last, heap[child] as Due) <= 0) break;
    heap[at] = heap[child] as Due;
    at = child;
  }
  heap[at] = last;
}
