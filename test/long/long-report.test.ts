import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { formatReport, replaceReport } from './long-report.ts';

const RESULT = { name: 'queue', what: '2 kills', isWell: true, minutes: 1.26, summary: 'nothing lost' };

it('has a row for each check, with its date and seed', () => {
  const report = formatReport('2026-11-23', 7, [RESULT, { ...RESULT, isWell: false }]);
  expect(report).toContain('Run of 2026-11-23, seed 7.');
  expect(report).toContain('| queue | 2 kills | passed | 1.3 | nothing lost |');
  expect(report).toContain('**failed**');
});

it('replaces the last report of the page and nothing else', () => {
  const page = readFileSync('docs/reliability.md', 'utf8');
  const once = replaceReport(page, 'first');
  const twice = replaceReport(once, 'second');
  expect(twice).toContain('second');
  expect(twice).not.toContain('first');
  expect(twice.split('<!--')[0]).toBe(page.split('<!--')[0]);
  expect(() => replaceReport('no place', 'x')).toThrow(/no <!-- long run/);
});
