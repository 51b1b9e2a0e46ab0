import { expect, test, vi } from 'vitest';
import { runDiagnostics } from '../../src-main/doctor/run-diagnostics.ts';
import { log } from '../../src-main/base/log/log.ts';
import { createMemorySecrets } from '../../src-main/settings/secret-store.ts';
import { DOCTOR_TEXTS_ZH } from '../../src-renderer/features/doctor/doctor-texts.zh.ts';
import { describeFinding } from '../../src-shared/doctor/describe-finding.ts';
import { DOCTOR_TEXTS } from '../../src-shared/doctor/doctor-texts.ts';
import { settings } from '../../src-shared/settings/settings.ts';
import { openSides } from '../queue/side-by-side.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

test.each([true, false])('the diagnostics advise a local disk for a home on a network share: %s', async (isShare) => {
  const home = makeTempFolder();
  const findings = await runDiagnostics({
    home,
    env: {},
    settings: settings.parse({}),
    secrets: createMemorySecrets(),
    services: { client: () => Promise.reject(new Error('no service')) },
    updates: { check: async () => ({ status: 'off' }) as never },
    exportFolder: () => makeTempFolder(),
    isOnNetwork: async (folder) => isShare && folder === home,
  });
  const finding = findings.find(({ check }) => check === 'home');
  expect(finding).toMatchObject(
    isShare ? { state: 'note', outcome: 'homeOnNetwork' } : { state: 'ok', outcome: 'folderWell' },
  );
  if (!finding || !isShare) return;
  expect(describeFinding(finding, DOCTOR_TEXTS).advice).toMatch(/^Move it to a local disk[^.]*\.$/);
  expect(describeFinding(finding, DOCTOR_TEXTS_ZH).advice).toMatch(/^将其移到本地磁盘[^。]*。$/);
});

test.each([true, false])('the app warns at the start of a home on a network share: %s', async (isShare) => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const home = makeTempFolder();
  const start = log.lines().at(-1)?.id;
  const app = await openSides(home, [], [], undefined, { isOnNetwork: async (folder) => isShare && folder === home });
  try {
    const { homeOnNetwork } = await app.handlers['app:info'](null);
    expect(homeOnNetwork?.code).toBe(isShare ? 'home_on_network' : undefined);
    const warnings = log.lines(start).filter(({ level }) => level === 'warn');
    expect(warnings.filter(({ text }) => text.includes('Choose a home on a local disk with --home'))).toHaveLength(
      isShare ? 1 : 0,
    );
    expect(stderr).toHaveBeenCalledTimes(isShare ? 1 : 0);
  } finally {
    await app.close();
    stderr.mockRestore();
  }
});
