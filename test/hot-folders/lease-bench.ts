import { expect, onTestFinished } from 'vitest';
import type { Clock } from '../../src-main/base/clock.ts';
import { createFolderLease, type FolderLease } from '../../src-main/hot-folders/folder-lease.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock, type VirtualClock } from '../helpers/virtual-clock.ts';

/** Lets time pass for so many leases; the disk, which is real, may take as long as it likes for each turn. */
export async function pass(clock: VirtualClock, seconds: number, leases = 1): Promise<void> {
  // A lease whose turn is over waits for its next one.
  const turnsAreOver = () => expect.poll(() => clock.timers(), { interval: 1 }).toBe(leases);
  await turnsAreOver();
  for (let at = 0; at < seconds * 2; at++) {
    await clock.advance(500);
    await turnsAreOver();
  }
}

/** A lease of a home on a folder, until the test ends. */
export function open(folder: string, home: string, clock: Clock): FolderLease {
  const lease = createFolderLease(folder, home, clock, () => undefined);
  onTestFinished(() => lease.close());
  return lease;
}

/** A living holder keeps its folder; the next one gets it when the first is closed. `mutation`: the clock of the next one. */
export async function checkTwoHolders(mutation: (clock: Clock) => Clock = (clock) => clock): Promise<void> {
  const [folder, clock] = [makeTempFolder(), createVirtualClock()];
  const first = open(folder, '/home/a', clock);
  await pass(clock, 2);
  const second = open(folder, '/home/b', mutation(clock));
  await pass(clock, 60, 2);
  const holders = [first.isOurs(), second.isOurs(), second.elsewhere()];
  expect(holders, 'holders of a folder').toEqual([true, false, expect.any(String)]);
  await first.close();
  await pass(clock, 2);
  expect([first.isOurs(), second.isOurs(), second.elsewhere()]).toEqual([false, true, null]);
}
