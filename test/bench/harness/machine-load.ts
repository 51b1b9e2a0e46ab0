import { setTimeout as pause } from 'node:timers/promises';
import { createForeignMeter, describeLoad, isDisturbing, type ForeignLoad } from './foreign-load.ts';

/** How long the computer is looked at before each group; a quick run has no time for more. */
export const LOOK_MS = { usual: 2_000, quick: 400 } as const;
const SAMPLE_MS = 100;

/** How long a whole run may still wait for a quiet machine. */
export interface Patience {
  /** Waits while there is patience left. Null: the machine is quiet; otherwise who keeps it busy. */
  wait(): Promise<string | null>;
}

/** Patience of `ms` milliseconds in all. */
export function createPatience(ms: number, readLoad: () => Promise<ForeignLoad>): Patience {
  let leftMs = ms;
  return {
    async wait() {
      for (;;) {
        const start = performance.now();
        const load = await readLoad();
        if (!isDisturbing(load)) return null;
        leftMs -= performance.now() - start;
        if (leftMs <= 0) return describeLoad(load);
      }
    },
  };
}

/** Reads what others do with the computer for some time. */
export async function lookAround(lookMs: number): Promise<ForeignLoad> {
  const meter = createForeignMeter();
  for (let looked = 0; looked < lookMs; looked += SAMPLE_MS) {
    await pause(SAMPLE_MS);
    meter.sample();
  }
  return meter.read();
}
