import type { Job } from '../../../src-shared/jobs/job.ts';

/** Time slots per 100 ms, which distribute the rows so that no frame redraws all of them. */
const SLOTS = 6;
const SLOT_MS = 100 / SLOTS;

/** Throttle for progress updates: at most ten per second and job, always the latest. */
export interface ProgressThrottle {
  /** Stores a job's update until its slot. */
  put(job: Job): void;
  /** Discards a pending update, because the job has changed otherwise or was removed. */
  drop(id: string): void;
}

/** Animation frames: `ask` calls `draw` before the next one, with the time in ms. */
export interface AnimationFrames {
  ask(draw: (now: number) => void): void;
}

/** Creates an empty throttle. `take` draws a job. Frames are requested only while updates are pending. */
export function createProgressThrottle(frames: AnimationFrames, take: (job: Job) => void): ProgressThrottle {
  const slots = Array.from({ length: SLOTS }, () => new Map<string, Job>());
  const slotOf = new Map<string, number>();
  let next = 0;
  let isRequested = false;
  let drawn = 0;

  const findSlot = (id: string): number => {
    const known = slotOf.get(id) ?? next;
    if (!slotOf.has(id)) next = (next + 1) % SLOTS;
    slotOf.set(id, known);
    return known;
  };
  const requestFrame = (): void => {
    if (isRequested) return;
    isRequested = true;
    frames.ask(draw);
  };
  const draw = (now: number): void => {
    isRequested = false;
    const slot = Math.floor(now / SLOT_MS);
    // A late frame processes each missed slot once.
    for (let at = Math.max(drawn + 1, slot - SLOTS + 1); at <= slot; at++) {
      const waiting = slots[at % SLOTS];
      for (const job of waiting?.values() ?? []) take(job);
      waiting?.clear();
    }
    drawn = slot;
    if (slots.some(({ size }) => size > 0)) requestFrame();
  };

  return {
    put: (job) => {
      slots[findSlot(job.id)]?.set(job.id, job);
      requestFrame();
    },
    drop: (id) => {
      slots[slotOf.get(id) ?? 0]?.delete(id);
      slotOf.delete(id);
    },
  };
}
