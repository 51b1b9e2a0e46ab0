import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  countCrashes,
  dismissCrashReports,
  readCrashReport,
  saveCrashReport,
} from '../../../src-main/base/crash/crash-reports.ts';
import { allowsRestart, RestartLimit } from '../../../src-main/base/crash/restart-limit.ts';
import { log } from '../../../src-main/base/log/log.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const newest = (home: string) => readCrashReport(home, { onlyNew: true });

it('a report says what happened, without secrets and home folders, and only its owner may read it', () => {
  const home = makeTempFolder();
  log.hide('canary-key-of-a-person');
  const error = new Error('refused canary-key-of-a-person at https://host.example/x?Signature=abcdef0123456789');
  saveCrashReport(home, 'app', error, 1_000);
  const { kind, at, text = '' } = newest(home) ?? {};
  expect({ kind, at }).toEqual({ kind: 'app', at: 1_000 });
  expect(text).toContain('Error: refused');
  expect(text).toContain('crash-reports.test.ts');
  expect(text).not.toMatch(/canary-key|abcdef0123456789/);
  const [name = ''] = readdirSync(path.join(home, 'crashes'));
  if (process.platform !== 'win32') expect(statSync(path.join(home, 'crashes', name)).mode & 0o077).toBe(0);
});

it('five reports are kept, the newest is shown until it is dismissed, and stays for a support bundle', () => {
  const home = makeTempFolder();
  expect(newest(home)).toBeNull();
  for (let at = 1; at <= 8; at++) saveCrashReport(home, 'page', `crash ${at}`, at);
  expect(readdirSync(path.join(home, 'crashes'))).toHaveLength(5);
  expect(newest(home)?.text).toContain('crash 8');
  dismissCrashReports(home);
  expect(newest(home)).toBeNull();
  expect(readCrashReport(home, { onlyNew: false })?.text).toContain('crash 8');
  expect(countCrashes(home, 'page', 7)).toBe(2);
  expect(countCrashes(home, 'app', 0)).toBe(0);
});

it('what crashes again and again is not started for ever', () => {
  const limit = new RestartLimit();
  expect([1, 2, 3, 4].map((now) => limit.allows(now))).toEqual([true, true, true, false]);
  expect(limit.allows(60_002)).toBe(true);
  expect([1, 3, 4].map(allowsRestart)).toEqual([true, true, false]);
});

it.each([
  ['is thrown', `setTimeout(() => { throw new Error('nobody caught this'); })`],
  ['is a rejection', `void Promise.reject(new Error('nobody caught this'))`],
])('an error that %s ends a process with a report', async (_, failure) => {
  const home = makeTempFolder();
  const script = path.join(home, 'crash.ts');
  const module = path.resolve('src-main/base/crash/catch-crashes.ts');
  const lines = [
    `import { catchCrashes } from ${JSON.stringify(module)};`,
    `catchCrashes(${JSON.stringify(home)}, () => process.exit(70));`,
    'setInterval(() => undefined, 1000);',
    failure,
  ];
  writeFileSync(script, lines.join('\n'));
  const [code] = (await once(spawn(process.execPath, [script], { stdio: 'ignore' }), 'exit')) as [number];
  expect(code).toBe(70);
  expect(newest(home)).toMatchObject({ kind: 'app', text: expect.stringContaining('nobody caught this') as string });
});
