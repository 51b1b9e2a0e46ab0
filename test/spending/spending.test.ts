import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories } from './history.ts';
import { KNOWN_HISTORIES } from './known-histories.ts';
import { runHistory } from './run-history.ts';
import { tellFailure } from './tell-failure.ts';

/** `npm run test:long -- spending` runs many more, from another seed. */
const RUNS = Number(process.env['SPENDING_RUNS'] ?? 250);
const SEED = Number(process.env['SPENDING_SEED'] ?? 1);

/** The long run takes about 20 minutes, on a busy computer an hour. */
const MAX_MS = 2 * 60 * 60_000;

test(
  'the ledger, the caps and all views agree with the account of the service after every event',
  async () => {
    let tasks = 0;
    const property = fc.asyncProperty(histories, async (history) => {
      const { violation, tasks: created } = await runHistory(history);
      tasks += created;
      return violation === null;
    });
    const details = await fc.check(property, { numRuns: RUNS, seed: SEED });
    if (details.failed) throw new Error(await tellFailure(details));
    // An app that orders nothing breaks no rule.
    expect(tasks).toBeGreaterThan(RUNS);
  },
  MAX_MS,
);

test.each(Object.entries(KNOWN_HISTORIES))('no more: %s', async (_, history) => {
  const { violation, lines } = await runHistory(history);
  expect(violation, lines.join('\n')).toBeNull();
});
