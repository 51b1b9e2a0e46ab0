import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { ALLOWS_ALL } from '../helpers/desktop.ts';
import { httpAnswer, startRawService } from '../helpers/service/raw-service.ts';
import { openPage } from '../ipc/loopback/page.ts';

const CANARY = 'sk_CANARY_0123456789abcdef';

test('a key is in no file, no log line and no answer, whether the region takes it or not', async () => {
  const written: string[] = [];
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation(
      (...parts) =>
        void written.push(
          parts
            .map((part) => (part instanceof Error ? `${part.stack}${JSON.stringify(part)}` : String(part)))
            .join(' '),
        ),
    );
  }
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent');
  let status = 401;
  const region = await startRawService((socket, { headers }) => {
    const body =
      status === 200
        ? { code: 0, data: { balance: 12.5, frozen: 0 } }
        : { code: status === 401 ? 2 : 1000, message: 'No.' };
    socket.write(
      headers['authorization'] === `Bearer ${CANARY}`
        ? httpAnswer(status, JSON.stringify(body))
        : httpAnswer(401, '{"code":2}'),
    );
  });
  const { connect, home, app } = await openPage(0, ALLOWS_ALL);
  const { call, socket } = await connect();
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString()));
  const cloud = { baseUrl: region.origin, deployment: 'international' };

  expect(await call('key:set', { key: CANARY, cloud })).toMatchObject({
    ok: false,
    error: { code: 'invalid_api_key' },
  });
  status = 500;
  expect(await call('key:set', { key: CANARY, cloud })).toMatchObject({ ok: false, error: { code: 'service_error' } });
  expect(await call('key:set', { key: CANARY, cloud: { ...cloud, baseUrl: 'http://127.0.0.1:1' } })).toMatchObject({
    ok: false,
  });
  expect(await call('key:set', { key: `${CANARY} with spaces`, cloud })).toMatchObject({
    error: { code: 'config_invalid' },
  });
  status = 200;
  const kept = await call('key:set', { key: ` Bearer ${CANARY}${CANARY}`, cloud });
  expect(kept).toMatchObject({
    ok: true,
    value: { service: 'cloud', key: { present: true, ending: 'cdef', store: 'memory', durable: false } },
  });
  expect(await call('service:check')).toMatchObject({
    ok: true,
    value: { status: 'ready', balance: '12.50', free: false },
  });
  await call('settings:get');
  await call('queue:list');
  expect(await call('key:forget')).toMatchObject({
    ok: true,
    value: { service: 'local', key: { present: false, ending: '' } },
  });
  await app.close();

  expect(heard.length).toBeGreaterThan(8);
  expect(heard.filter((message) => message.includes('CANARY'))).toEqual([]);
  expect(written.filter((line) => line.includes('CANARY'))).toEqual([]);
  const files = readdirSync(home, { recursive: true }).map((name) => path.join(home, String(name)));
  const leaks = files.filter((file) => statSync(file).isFile() && readFileSync(file, 'latin1').includes('CANARY'));
  expect([files.length > 0, leaks]).toEqual([true, []]);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
