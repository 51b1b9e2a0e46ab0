import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../../../src-main/base/sqlite/lock-folder.ts';
import { openSettings } from '../../../../src-main/cli/lib/open/open-settings.ts';
import { openQueueStore } from '../../../../src-main/queue/store/queue-store.ts';
import { createAppSettings } from '../../../../src-main/settings/app-settings.ts';
import { openSettingsFile } from '../../../../src-main/settings/settings-file.ts';
import { spending } from '../../../../src-shared/settings/settings.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';
import { runCli } from '../../commands/run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const settingsOf = (home: string) => createAppSettings(openSettingsFile(home)).get();

test('beside a running app no command says that a setting holds that the app does not know of', async () => {
  const home = makeTempFolder();
  const store = openQueueStore(home);
  onTestFinished(() => store.close());
  const before = settingsOf(home);
  for (const words of [
    ['budget', 'set', 'day', '50'],
    ['concurrency', 'set', 'image', '12'],
    ['services', 'rehearsal', 'on'],
  ]) {
    const { code, stdout, stderr } = await runCli([...words, '--home', home]);
    expect([words, code, stdout]).toEqual([words, 1, '']);
    expect(stderr).toMatch(
      /already running in this home folder\. .*Nothing was changed: .*quit it and run the command again/,
    );
  }
  expect(settingsOf(home)).toEqual(before);
  expect((await runCli(['budget', 'show', '--home', home])).code).toBe(0);
  store.close();
  expect((await runCli(['budget', 'set', 'day', '50', '--home', home])).code).toBe(0);
  expect(settingsOf(home).spending.perDay).toBe('50.00');
});

test('beside a running app commands say that its local service is in use, and the doctor reports no problem', async () => {
  const home = makeTempFolder();
  mkdirSync(path.join(home, 'service'));
  const lock = lockFolder(path.join(home, 'service'));
  onTestFinished(lock.release);
  const [balance, doctor] = await Promise.all([
    runCli(['balance', '--json', '--home', home]),
    runCli(['doctor', '--json', '--home', home]),
  ]);
  expect([balance.code, balance.last]).toMatchObject([1, { code: 'home_locked' }]);
  expect(balance.stderr).toContain('already running in this home folder. Another process uses its local service.');
  const { findings } = doctor.last as unknown as { findings: { check: string; state: string }[] };
  expect(findings.find(({ check }) => check === 'local')).toMatchObject({ state: 'ok', fact: 'Running.' });
});

test('of two commands that change the same at once one is told to repeat, and no limit is lost', () => {
  const home = makeTempFolder();
  const [one, other] = [openSettings(home), openSettings(home)];
  one.set({ spending: { ...one.get().spending, perDay: '50.00' } });
  expect(() => other.set({ spending: { ...other.get().spending, confirmAbove: '5.00' } })).toThrow(
    expect.objectContaining({ code: 'home_locked' }),
  );
  other.set({ theme: 'dark' });
  expect(settingsOf(home)).toMatchObject({ theme: 'dark', spending: spending.parse({ perDay: '50.00' }) });
});
