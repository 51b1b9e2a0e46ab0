import { expect, test } from 'vitest';
import { DOCTOR_TEXTS } from '../../src-shared/doctor/doctor-texts.ts';
import { describeFinding } from '../../src-shared/doctor/describe-finding.ts';
import { checkClock } from '../../src-main/doctor/check-clock.ts';
import { runDiagnostics } from '../../src-main/doctor/run-diagnostics.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { createMemorySecrets } from '../../src-main/settings/secret-store.ts';
import { settings } from '../../src-shared/settings/settings.ts';
import { DOCTOR_TEXTS_ZH } from '../../src-renderer/features/doctor/doctor-texts.zh.ts';
import { httpAnswer, startRawService } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const BALANCE = JSON.stringify({ code: 0, status: 'success', data: { balance: '10.00', frozen: '0.00' } });
const AT = Date.UTC(2026, 10, 24, 5);

/** A client of a service whose answers have that date, or none. */
async function connect(date: number | null) {
  const headers: Record<string, string> = date === null ? {} : { date: new Date(date).toUTCString() };
  const { profile } = await startRawService((socket) => void socket.write(httpAnswer(200, BALANCE, headers)));
  return createServiceClient(profile);
}

test.each([
  [0, 'clockWell', []],
  [110_000, 'clockWell', []],
  [-110_000, 'clockWell', []],
  [180_000, 'clockAhead', ['3']],
  [-86_400_000, 'clockBehind', ['1440']],
] as const)('a clock that is %i ms off is %s', async (offMs, outcome, given) => {
  const client = await connect(AT);
  const finding = await checkClock(client, () => AT + offMs);
  await client.close();
  expect(finding).toMatchObject({ check: 'clock', outcome, given, state: outcome === 'clockWell' ? 'ok' : 'note' });
});

test('the diagnostics compare the clock with the service, and say in one sentence what to do', async () => {
  const client = await connect(Date.now() + 10 * 60_000);
  const findings = await runDiagnostics({
    home: makeTempFolder(),
    env: {},
    settings: settings.parse({ cloud: { baseUrl: client.profile.baseUrl, deployment: 'international' } }),
    secrets: createMemorySecrets(),
    services: { client: async () => client },
    updates: { check: async () => ({ status: 'off' }) as never },
    exportFolder: () => makeTempFolder(),
  });
  await client.close();
  const clock = findings.find(({ check }) => check === 'clock');
  if (!clock) throw new Error('The clock was not checked.');
  expect(findings.map(({ check }) => check)).toContain('cloud');
  expect(describeFinding(clock, DOCTOR_TEXTS).fact).toMatch(/^(10|9) minutes behind the cloud service\.$/);
  expect(describeFinding(clock, DOCTOR_TEXTS).advice).toMatch(/^Turn on automatic date and time[^.]*\.$/);
  expect(describeFinding(clock, DOCTOR_TEXTS_ZH).advice).toMatch(/^[^。]*自动设置日期和时间[^。]*。$/);
});
