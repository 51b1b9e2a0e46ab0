import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { histories, type History } from './history.ts';
import { KNOWN_HISTORIES } from './known-histories.ts';
import { LEDGER_MUTANTS } from './ledger-mutants.ts';
import { runHistory, type Told } from './run-history.ts';

/** The app dies around each commit of a job. */
const KILLS = Array.from({ length: 16 }, (_, commits): History => ({
  ...{ resend: 'strict', credits: 100_000 },
  commands: [
    { do: 'kill at commit', commits, when: 'after' },
    { do: 'add', recipe: 'draft', formats: ['glb'], variants: 1, consent: 'total' },
    { do: 'wait', ms: 60_000 },
  ],
}));
/** Histories within which a mutant must be found. */
const HISTORIES = [...Object.values(KNOWN_HISTORIES), ...KILLS, ...fc.sample(histories, { numRuns: 100, seed: 1 })];

describe('the histories find', () => {
  test.each(LEDGER_MUTANTS)('$name', async ({ mutation, caughtBy }) => {
    let violation: Told['violation'] = null;
    for (let at = 0; at < HISTORIES.length && !violation; at++) {
      violation = (await runHistory(HISTORIES[at] as History, mutation)).violation;
    }
    expect(violation?.invariant).toMatch(new RegExp(`^(${caughtBy.join('|')})`));
  });
});

test('docs/reliability.md lists every mutant', () => {
  const page = readFileSync('docs/reliability.md', 'utf8');
  const listed = [...page.matchAll(/^- Ledger mutant: (.+)\.$/gm)].map(([, name]) => name);
  expect(listed).toEqual(LEDGER_MUTANTS.map(({ name }) => name));
});
