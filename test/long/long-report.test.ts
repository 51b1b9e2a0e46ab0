import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { APPEARANCES } from '../e2e/accessibility/appearances.ts';
import { listLongChecks } from './long-checks.ts';
import { formatRow, mergeRows } from './long-report.ts';

const RESULT = { name: 'queue', what: '2 kills', isWell: true, minutes: 1.26, summary: 'nothing lost' };

it('has a row for each check, with its date and seed', () => {
  expect(formatRow('2026-11-23', 7, RESULT)).toBe('| queue | 2 kills | 2026-11-23 | 7 | passed | 1.3 | nothing lost |');
  expect(formatRow('2026-11-23', 7, { ...RESULT, isWell: false, summary: 'a | b' })).toMatch(
    /\*\*failed\*\* .* a \/ b \|$/,
  );
});

it('replaces the row of a check, and keeps the rows of others and the rest of the page', () => {
  const page = readFileSync('docs/reliability.md', 'utf8');
  const first = mergeRows(page, [
    formatRow('2026-11-22', 1, RESULT),
    formatRow('2026-11-22', 1, { ...RESULT, name: 'x' }),
  ]);
  const second = mergeRows(first, [formatRow('2026-11-23', 2, RESULT)]);
  expect(second).toContain('| queue | 2 kills | 2026-11-23 | 2 |');
  expect(second).not.toContain('| queue | 2 kills | 2026-11-22');
  expect(second).toContain('| x | 2 kills | 2026-11-22 | 1 |');
  expect(second.split('<!--')[0]).toBe(page.split('<!--')[0]);
  expect(() => mergeRows('no place', [])).toThrow(/no <!-- long run/);
});

it('checks every surface in as many appearances as there are, never in more, and the document says how many', () => {
  const all = APPEARANCES.length;
  const check = (scale: number) => listLongChecks(scale, 1).find(({ name }) => name === 'accessibility');
  for (const scale of [1, 3]) {
    expect(check(scale)?.env).toEqual({ ACCESSIBILITY_APPEARANCES: String(all) });
    expect(check(scale)?.what).toContain(`${all} of ${all} combinations`);
  }
  expect(check(0.5)?.what).toContain(`${all / 2} of ${all} combinations`);
  expect(readFileSync('docs/window.md', 'utf8')).toContain(`one of ${all} combinations`);
});

it('has a name of its own for each check', () => {
  const names = listLongChecks(1, 1).map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
