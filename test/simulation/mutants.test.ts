import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXPORT_MUTANTS } from './export-mutants.ts';
import { MONEY_MUTANTS } from './money-mutants.ts';
import { simulate, type Outcome } from './simulate.ts';
import { SPENDING_MUTANTS } from './spending-mutants.ts';
import { TRANSFER_MUTANTS } from './transfer-mutants.ts';

/** Seeds within which a mutant must be found. */
const WITHIN = 100;
const MUTANTS = [...SPENDING_MUTANTS, ...MONEY_MUTANTS, ...TRANSFER_MUTANTS, ...EXPORT_MUTANTS];

describe('the simulation finds', () => {
  test.each(MUTANTS)('$name', async ({ create, faults, caughtBy }) => {
    let outcome: Outcome | null = null;
    const isCaught = (): boolean => caughtBy.some((name) => outcome?.violation?.invariant.startsWith(name));
    for (let seed = 1; seed <= WITHIN && !isCaught(); seed++) {
      outcome = await simulate(seed, { force: faults, mutation: create() });
    }
    expect(outcome?.violation?.invariant).toMatch(new RegExp(`^(${caughtBy.join('|')})`));
  });
});

test('docs/reliability.md lists every mutant', () => {
  const page = readFileSync('docs/reliability.md', 'utf8');
  const listed = [...page.matchAll(/^- Mutant: (.+)\.$/gm)].map(([, name]) => name);
  expect(listed).toEqual(MUTANTS.map(({ name }) => name));
});
