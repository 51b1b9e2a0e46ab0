import { setTimeout as pause } from 'node:timers/promises';
import { createForeignMeter, describeLoad, isDisturbing, type ForeignLoad } from './foreign-load.ts';

const LOOK_MS = 2_000;
const SAMPLE_MS = 100;

/** How long a whole run may still wait for a quiet machine. */
export interface Patience {
  /** Waits while there is patience left. Null: the machine is quiet; otherwise who keeps it busy. */
  wait(): Promise<string | null>;
}

/** Patience of `ms` milliseconds in all. */
export function createPatience(ms: number, readLoad: () => Promise<ForeignLoad> = lookAround): Patience {
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

/** Looks at the computer for two seconds. */
async function lookAround(): Promise<ForeignLoad> {
  const meter = createForeignMeter();
  for (let looked = 0; looked < LOOK_MS; looked += SAMPLE_MS) {
    await pause(SAMPLE_MS);
    meter.sample();
  }
  return meter.read();
}
