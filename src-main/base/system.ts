import { systemClock, type Clock } from './clock.ts';
import { systemDisk, type Disk } from './files/disk.ts';
import { systemRandom, type Random } from './random.ts';

/** All platform services that the queue and its pipeline use, so that tests can simulate them. */
export interface System {
  readonly clock: Clock;
  readonly random: Random;
  readonly disk: Disk;
}

/** The real platform. */
export const SYSTEM: System = { clock: systemClock, random: systemRandom, disk: systemDisk };
