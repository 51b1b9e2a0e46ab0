import { systemClock, type Clock } from './clock.ts';
import { systemDisk, type Disk } from './files/disk.ts';
import { systemRandom, type Random } from './random.ts';

/** What the queue and its way take from the computer; all of it, so that a simulation can be the computer. */
export interface System {
  readonly clock: Clock;
  readonly random: Random;
  readonly disk: Disk;
}

/** This computer. */
export const SYSTEM: System = { clock: systemClock, random: systemRandom, disk: systemDisk };
