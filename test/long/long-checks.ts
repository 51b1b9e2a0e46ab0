import { APPEARANCES } from '../e2e/accessibility/appearances.ts';

/** A check that takes too long for `npm test`. */
export interface LongCheck {
  readonly name: string;
  /** What it does, for the report. */
  readonly what: string;
  /** Arguments of Node, and variables of its environment. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Takes a night; runs only when it is named. */
  readonly isOvernight?: true;
}

const VITEST = ['node_modules/vitest/vitest.mjs', 'run'] as const;

/** The checks; `scale` multiplies how much each does, 1 takes about two and a half hours on two cores. */
export function listLongChecks(scale: number, seed: number): LongCheck[] {
  const times = (count: number): string => String(Math.max(1, Math.round(count * scale)));
  const appearances = Math.min(Number(times(APPEARANCES.length)), APPEARANCES.length);
  return [
    {
      name: 'short simulation',
      what: `${times(20_000)} seeds of the queue in a simulated world`,
      command: ['test/simulation/run.ts', '--seeds', times(20_000), '--seed', String(seed)],
    },
    {
      name: 'simulation',
      what: `${times(1_000_000)} seeds of the queue in a simulated world`,
      command: ['test/simulation/run.ts', '--seeds', times(1_000_000), '--seed', String(seed)],
      isOvernight: true,
    },
    {
      name: 'spending',
      what: `${times(20_000)} histories of spending, compared with the account of the service and every place that shows amounts`,
      command: [...VITEST, 'test/spending/spending.test.ts'],
      env: { SPENDING_RUNS: times(20_000), SPENDING_SEED: String(seed) },
    },
    {
      name: 'queue',
      what: `${times(200)} kills (\`kill -9\`), at named points and at random, with an unreliable network`,
      command: [
        ...['test/long/queue-kills.ts', '--kills', times(200), '--jobs', times(40), '--lanes', '2'],
        ...['--seed', String(seed)],
      ],
    },
    {
      name: 'local service',
      what: `${times(200)} kills under load`,
      command: ['test/long/service-kills.ts', '--kills', times(200), '--seed', String(seed)],
    },
    {
      name: 'hot folders',
      what: `${times(60)} kills while ${times(1_000)} images arrive slowly, in bursts and by rename`,
      command: [
        ...['test/long/hot-folder-kills.ts', '--pictures', times(1_000), '--kills', times(60)],
        ...['--seed', String(seed)],
      ],
    },
    {
      name: 'disk faults',
      what: 'every fault at every disk call of a job',
      command: [...VITEST, 'test/disk-faults'],
      env: { DISK_FAULTS: 'all' },
    },
    {
      name: 'studio',
      what: `two homes make ${times(200)} models each at one studio, one of three workers is killed every 10 seconds; each network is cut for 10 seconds; ${times(500)} stories of random faults`,
      command: [...VITEST, 'test/studio'],
      env: {
        ...{ STUDIO_IMAGES: times(200), STUDIO_WORKERS: '3', STUDIO_KILL_EVERY_MS: '10000', STUDIO_CUT_MS: '10000' },
        ...{ STUDIO_SEEDS: times(500), STUDIO_SEED: String(seed) },
      },
    },
    {
      name: 'hostile files',
      what: 'files that are much more expensive to read than they look, in `make` and in a hot folder that is killed',
      command: ['test/long/hostile-files.ts'],
    },
    {
      name: 'regular expressions',
      what: 'every regular expression is checked again for more than linear time',
      command: [...VITEST, 'test/linear-regex'],
      env: { CHECK_REGEXES: 'all' },
    },
    {
      name: 'accessibility',
      what: `axe in every view, dialog and menu, ${appearances} of ${APPEARANCES.length} combinations of size, theme and language each`,
      command: ['node_modules/@playwright/test/cli.js', 'test', 'accessibility.spec.ts'],
      env: { ACCESSIBILITY_APPEARANCES: String(appearances) },
    },
    {
      name: 'damaged models',
      what: `${times(200)} rounds of mutated model files of every format`,
      command: [...VITEST, 'test/engine/files/import/fuzz.test.ts'],
      env: { DROPFORGE_FUZZ_ROUNDS: times(200), DROPFORGE_FUZZ_SEED: String(seed) },
    },
  ];
}
