import type { Prng } from './prng.ts';

/** Everything that can go wrong, by what a person would call it. Each can be switched off by itself. */
const FAULTS = [
  'lost_requests',
  'lost_answers',
  'late_requests',
  'not_sent',
  'errors_that_created',
  'errors_that_did_not',
  'garbage_answers',
  'broken_bodies',
  'wrong_lengths',
  'service_stalls',
  'rate_limits',
  'small_pools',
  'expired_urls',
  'failing_tasks',
  'long_tasks',
  'vanishing_tasks',
  'old_answers',
  'unknown_states',
  'wrong_types',
  'usage_lag',
  'other_device',
  'little_credit',
  'tight_caps',
  'kept_balance',
  'midnight',
  'strange_server_clock',
  'offline',
  'sleep',
  'wall_clock_jumps',
  'kill',
  'power_cut',
  'kill_at_commit',
  'disk_full',
  'disk_errors',
  'database_full',
  'second_instance',
  'pause',
] as const;

/** A class of faults. */
export type Fault = (typeof FAULTS)[number];

/** Which faults a run has, and how often. */
export interface FaultPlan {
  /** Probability for each occasion; 0 when the class is off, or all is quiet. */
  rate(fault: Fault): number;
  has(fault: Fault): boolean;
  /** From here on nothing goes wrong any more. */
  quiet(): void;
  readonly on: readonly Fault[];
}

/** Draws a plan: some of the classes, each rare or frequent; those in `force` are there in any case, and often. */
export function drawFaults(prng: Prng, off: ReadonlySet<Fault>, force: readonly Fault[]): FaultPlan {
  const rates = new Map<Fault, number>();
  const share = prng.fork('how many').pick([0.15, 0.4, 0.6]);
  for (const fault of FAULTS) {
    const own = prng.fork(fault);
    const drawn = own.chance(share) ? own.pick([0.02, 0.05, 0.12, 0.3]) : 0;
    const rate = force.includes(fault) ? 0.2 : drawn;
    if (rate > 0 && !off.has(fault)) rates.set(fault, rate);
  }
  let isQuiet = false;
  return {
    rate: (fault) => (isQuiet ? 0 : (rates.get(fault) ?? 0)),
    has: (fault) => !isQuiet && rates.has(fault),
    quiet: () => void (isQuiet = true),
    on: [...rates.keys()],
  };
}

/** The pair of faults of a seed; consecutive seeds have all pairs in turn. */
export function pairOf(seed: number): readonly Fault[] {
  const pairs = FAULTS.flatMap((first, at) => FAULTS.slice(at + 1).map((second) => [first, second]));
  return pairs[seed % pairs.length] ?? [];
}
