import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { checkCounts, countPlaywright, countVitest } from './outcome.ts';
import { runCommand, tail } from './run-command.ts';

const unit = (report: object): string =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...report,
  });

describe('counting vitest', () => {
  it('adds up what its report says', () => {
    const text = unit({ numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 });
    expect(countVitest(text, 1)).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  it('counts a file that does not load, once', () => {
    const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    const broken = { status: 'failed', assertionResults: [] };
    expect(countVitest(unit({ numFailedTests: 1, testResults: [failed, broken] }), 1).failed).toBe(2);
  });

  it('counts a run that ended badly, and one without a report', () => {
    expect(countVitest(unit({}), 1).failed).toBe(1);
    expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('counting Playwright', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };

  it('adds up what its report says, errors outside tests too', () => {
    expect(countPlaywright(JSON.stringify({ stats, errors: [{}] }), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it('counts a run without a report as a failure', () => {
    expect(countPlaywright(null, 0).failed).toBe(1);
  });
});

it('a part in which nothing ran is a failure', () => {
  expect(checkCounts({ passed: 0, failed: 0, skipped: 9 })).toEqual({ passed: 0, failed: 1, skipped: 9 });
  expect(checkCounts({ passed: 1, failed: 0, skipped: 0 }).failed).toBe(0);
});

it('a command’s end and both its streams are known, also when it is not there', async () => {
  const code = "process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3";
  const ended = await runCommand(process.execPath, ['-e', code]);
  expect([ended.code, [...ended.output].sort().join('')]).toEqual([3, [...'outerr'].sort().join('')]);
  expect((await runCommand('no-such-program-anywhere', [])).code).not.toBe(0);
});

it('a long text is cut to its last lines, and says so', () => {
  expect(tail('a\nb\nc\n', 2)).toBe('… 1 lines before these\nb\nc');
  expect(tail('a\nb\n', 2)).toBe('a\nb');
});

it('a part nobody knows is refused with the names of those there are', async () => {
  const runner = resolve(import.meta.dirname, '../run.ts');
  await expect(promisify(execFile)(process.execPath, [runner, 'nonsense'])).rejects.toMatchObject({
    code: 2,
    stderr: 'No part is called nonsense: --changed, build, types, lint, page, unused, format, simulation, unit, e2e.\n',
  });
});
