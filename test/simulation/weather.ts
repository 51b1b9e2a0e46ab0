import type { Fault, FaultPlan } from './faults.ts';
import type { Machine } from './machine.ts';
import type { Prng } from './prng.ts';
import type { SimApp } from './sim-app.ts';
import type { SimService } from './sim-service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Weather {
  readonly machine: Machine;
  readonly app: SimApp;
  readonly service: SimService;
  readonly plan: FaultPlan;
}

/** Plans what befalls the whole machine: each class that is on strikes a few times within a span. */
export function planWeather(weather: Weather, withinMs: number): void {
  const { machine, plan } = weather;
  const { kernel } = machine;
  for (const [fault, strike] of Object.entries(STRIKES) as [Fault, Strike][]) {
    const prng = kernel.prng.fork(`weather/${fault}`);
    const times = plan.has(fault) ? 1 + prng.integer(4) : 0;
    for (let time = 0; time < times; time++) {
      kernel.after(prng.between(0, withinMs), null, () => {
        if (plan.has(fault)) strike(weather, prng);
      });
    }
  }
}

/** Ends what lasts: from here on the machine is in order. */
export function clearWeather({ machine, plan }: Pick<Weather, 'machine' | 'plan'>): void {
  plan.quiet();
  machine.isOffline = false;
  machine.freeBytes = Infinity;
  machine.diskTrouble.length = 0;
  machine.commitTrouble.length = 0;
}

type Strike = (weather: Weather, prng: Prng) => void;

const STRIKES: Partial<Record<Fault, Strike>> = {
  offline: ({ machine, app }, prng) => {
    const { kernel } = machine;
    const lasts = prng.chance(0.15) ? prng.between(0.3 * HOUR, 0.7 * HOUR) : prng.between(1_000, 3 * MINUTE);
    kernel.trace(`world: offline for ${Math.round(lasts / 1000)} s`);
    machine.isOffline = true;
    if (prng.chance(0.5)) cutExchanges(app);
    kernel.after(lasts, null, () => {
      kernel.trace('world: online');
      machine.isOffline = false;
    });
  },
  sleep: ({ machine, app }, prng) => {
    const run = app.run();
    if (!run?.alive || run.asleepUntil > machine.kernel.now()) return;
    const { kernel } = machine;
    const lasts = prng.between(MINUTE, prng.chance(0.3) ? 10 * HOUR : 20 * MINUTE);
    const standsStill = prng.chance(0.5);
    kernel.trace(`world: asleep for ${Math.round(lasts / 1000)} s${standsStill ? ', the steady clock too' : ''}`);
    run.asleepUntil = kernel.now() + lasts;
    if (standsStill) {
      run.sleptMs += lasts;
      kernel.delayTimers(run, lasts);
    }
    kernel.after(lasts, run, () => {
      kernel.trace('world: awake');
      cutExchanges(app);
    });
  },
  pause: ({ machine, app }, prng) => {
    const run = app.run();
    const lasts = prng.between(500, 40_000);
    if (!run?.alive || run.asleepUntil > machine.kernel.now()) return;
    machine.kernel.trace(`world: the program stands still for ${Math.round(lasts / 1000)} s`);
    run.asleepUntil = machine.kernel.now() + lasts;
  },
  wall_clock_jumps: ({ machine }, prng) => {
    const jump = prng.between(-2 * HOUR, 2 * HOUR);
    machine.kernel.trace(`world: the wall clock is set by ${Math.round(jump / 1000)} s`);
    machine.wallOffset += jump;
  },
  kill: ({ app }) => app.die('killed'),
  power_cut: ({ app }) => app.die('power cut'),
  kill_at_commit: ({ machine }, prng) => {
    machine.commitTrouble.push(...nulls(prng.integer(20)), prng.pick(['before', 'after'] as const));
  },
  database_full: ({ machine }, prng) => {
    const commits = Array.from({ length: 1 + prng.integer(6) }, () => (prng.chance(0.7) ? ('full' as const) : null));
    machine.kernel.trace(`world: the database cannot grow, ${commits.length} commits`);
    machine.commitTrouble.push(...nulls(prng.integer(10)), ...commits);
  },
  disk_full: ({ machine }, prng) => {
    const { kernel } = machine;
    machine.freeBytes = prng.integer(6_000);
    kernel.trace(`world: the disk has ${machine.freeBytes} bytes left`);
    kernel.after(prng.between(1_000, 10 * MINUTE), null, () => {
      kernel.trace('world: the disk has room again');
      machine.freeBytes = Infinity;
    });
  },
  disk_errors: ({ machine }, prng) => {
    const code = prng.pick(['EIO', 'EIO', 'EACCES', 'ENOSPC', 'EMFILE', 'EPERM', 'EROFS', 'EBUSY']);
    machine.kernel.trace(`world: the disk says ${code} soon`);
    machine.diskTrouble.push(...nulls(prng.integer(40)), ...Array.from({ length: 1 + prng.integer(3) }, () => code));
  },
  second_instance: ({ app }) => app.startSecond(),
  service_stalls: ({ machine, service }, prng) => {
    const lasts = prng.between(1_000, prng.chance(0.3) ? 4 * MINUTE : 40_000);
    machine.kernel.trace(`world: the service stands still for ${Math.round(lasts / 1000)} s`);
    service.standStill(lasts);
  },
  other_device: ({ machine, service }, prng) => {
    const count = prng.chance(0.02) ? 150 + prng.integer(200) : 1 + prng.integer(3);
    machine.kernel.trace(`world: another device orders ${count}`);
    service.orderElsewhere(count, prng.pick(['image_to_model', 'convert_model'] as const));
  },
};

function cutExchanges(app: SimApp): void {
  for (const cut of [...(app.run()?.exchanges ?? [])])
    cut(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
}

function nulls(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
