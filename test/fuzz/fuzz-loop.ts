import { saveCase } from './corpus.ts';
import { createDraws } from './draws.ts';
import type { CaseResult, FuzzInput, FuzzTarget, Verdict } from './fuzz-target.ts';
import { shrinkCase } from './shrink.ts';

/** Runs one case of a target. */
export type RunCase = (target: FuzzTarget, input: FuzzInput) => Promise<CaseResult>;

/** What came of fuzzing one target. */
export interface TargetReport {
  readonly name: string;
  cases: number;
  accepted: number;
  refused: number;
  /** A line for each failure that differs from the ones before, with the seed. */
  readonly failures: string[];
  failed: number;
  slowestMs: number;
  slowestSeed: number;
  peakBytes: number;
  /** Different ends of the cases: accepted, each message of a refusal, each failure. */
  outcomes: number;
}

/** Different failures of one target that are made simpler and saved. */
const MAX_SAVED = 8;

/**
 * Runs the cases of consecutive seeds while `goesOn`. With `saves`, a failure is made simpler and saved in the corpus.
 * The case of a seed is always the same.
 */
export async function fuzzTarget(
  target: FuzzTarget,
  firstSeed: number,
  goesOn: (cases: number) => boolean,
  runCase: RunCase,
  saves: boolean,
): Promise<TargetReport> {
  const report: TargetReport = {
    ...{ name: target.name, cases: 0, accepted: 0, refused: 0, failures: [], failed: 0 },
    ...{ slowestMs: 0, slowestSeed: firstSeed, peakBytes: 0, outcomes: 0 },
  };
  const known = new Set<string>();
  const outcomes = new Set<string>();
  for (let seed = firstSeed; goesOn(report.cases); seed++) {
    const { verdict, ms, peakBytes } = await runCase(target, await generateCase(target, seed));
    report.cases++;
    outcomes.add(outcomeOf(verdict));
    report.outcomes = outcomes.size;
    if (ms > report.slowestMs) Object.assign(report, { slowestMs: ms, slowestSeed: seed });
    report.peakBytes = Math.max(report.peakBytes, peakBytes);
    if (verdict.kind === 'accepted') report.accepted++;
    else if (verdict.kind === 'refused') report.refused++;
    else {
      report.failed++;
      const kind = kindOf(verdict.failure);
      if (known.has(kind)) continue;
      known.add(kind);
      report.failures.push(`${target.name}, seed ${seed}: ${verdict.failure}`);
      if (saves && known.size <= MAX_SAVED) await save(target, seed, kind, runCase, verdict.failure);
    }
  }
  return report;
}

function outcomeOf(verdict: Verdict): string {
  if (verdict.kind === 'failed') return kindOf(verdict.failure);
  return verdict.kind === 'refused' ? `${verdict.code} ${verdict.reason ?? ''}` : verdict.kind;
}

/** Generates the case of a seed. */
async function generateCase(target: FuzzTarget, seed: number): Promise<FuzzInput> {
  return target.generate(createDraws(nameOf(target, seed)).prng);
}

async function save(target: FuzzTarget, seed: number, kind: string, runCase: RunCase, failure: string): Promise<void> {
  const isFailing = async (input: FuzzInput): Promise<boolean> => {
    const { verdict } = await runCase(target, input);
    return verdict.kind === 'failed' && kindOf(verdict.failure) === kind;
  };
  const { input } = await shrinkCase(target, nameOf(target, seed), isFailing);
  saveCase(target.name, `seed ${seed}`, input, failure);
}

function nameOf({ name }: FuzzTarget, seed: number): string {
  return `${name}/${seed}`;
}

/** What equal failures have in common: what was wrong, and the place in the code of an exception. */
function kindOf(failure: string): string {
  const [first = '', place = ''] = failure.split('\n');
  const [wrong = '', detail = ''] = first.split(':');
  return place === '' && !wrong.endsWith('without a message') ? `${wrong}: ${detail}` : `${wrong} ${place}`;
}
