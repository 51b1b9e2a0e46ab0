import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock } from '../helpers/virtual-clock.ts';
import { checkTwoHolders, open, pass } from './lease-bench.ts';

/** The leases in a folder. */
const leasesIn = (folder: string): string[] =>
  readdirSync(path.join(folder, '.dropforge')).filter((name) => name.startsWith('watch.'));

test('who comes first has a folder, and who comes later gets it when the first is closed', () => checkTwoHolders());

test('a holder that beats no more is followed by exactly one, and finds out', async () => {
  const [folder, still, clock] = [makeTempFolder(), createVirtualClock(), createVirtualClock()];
  const gone = open(folder, '/home/a', still);
  await expect.poll(() => gone.isOurs()).toBe(true);
  const others = [open(folder, '/home/b', clock), open(folder, '/home/c', clock), open(folder, '/home/d', clock)];
  await pass(clock, 10, 3);
  expect(others.map((lease) => lease.isOurs())).toEqual([false, false, false]);
  await pass(clock, 30, 3);
  expect(others.filter((lease) => lease.isOurs())).toHaveLength(1);
  // Held up for half a minute, it is not sure of it before its next look, and then knows that it is not.
  await still.advance(30_000);
  await expect.poll(() => gone.isOurs()).toBe(false);
  await pass(still, 3);
  expect([gone.isOurs(), others.filter((lease) => lease.isOurs()).length]).toEqual([false, 1]);
});

test('our own home is known again at once after a crash', async () => {
  const [folder, still, clock] = [makeTempFolder(), createVirtualClock(), createVirtualClock()];
  const crashed = open(folder, '/home/a', still);
  await expect.poll(() => crashed.isOurs()).toBe(true);
  const next = open(folder, '/home/a', clock);
  await pass(clock, 2);
  expect(next.isOurs()).toBe(true);
});

test('what lies there and is no lease is given up after a while like one', async () => {
  const [folder, clock] = [makeTempFolder(), createVirtualClock()];
  mkdirSync(path.join(folder, '.dropforge'));
  writeFileSync(path.join(folder, '.dropforge/watch.7.json'), '{"schema":');
  const lease = open(folder, '/home/a', clock);
  await pass(clock, 5);
  expect(lease.isOurs()).toBe(false);
  await pass(clock, 25);
  expect([lease.isOurs(), leasesIn(folder)]).toEqual([true, ['watch.8.json']]);
});

test.skipIf(process.platform !== 'linux')('where nothing can be written there is nobody to share with', async () => {
  const clock = createVirtualClock();
  const lease = open('/sys', '/home/a', clock);
  await pass(clock, 2);
  expect([lease.isOurs(), lease.elsewhere()]).toEqual([true, null]);
});

test.skipIf(process.platform === 'win32').each<[string, (file: string) => void]>([
  ['a pipe', (file) => execFileSync('mkfifo', [file])],
  ['a link', (file) => symlinkSync('/dev/zero', file)],
  ['very large', (file) => (writeFileSync(file, ''), truncateSync(file, 500_000_000))],
])('a lease that is %s is nobody’s and is not read', async (_, plant) => {
  const [folder, clock] = [makeTempFolder(), createVirtualClock()];
  mkdirSync(path.join(folder, '.dropforge'));
  plant(path.join(folder, '.dropforge', 'watch.7.json'));
  const lease = open(folder, '/home/a', clock);
  await pass(clock, 2);
  expect([lease.isOurs(), leasesIn(folder)]).toEqual([true, ['watch.8.json']]);
});
