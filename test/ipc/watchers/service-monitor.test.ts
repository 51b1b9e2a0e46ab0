import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceMonitor } from '../../../src-main/ipc/watchers/service-monitor.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import type { Services } from '../../../src-main/service-client/services/services.ts';
import { settings } from '../../../src-shared/settings/settings.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';

test('a service that is away is asked again by itself until it is there', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ code: 0, data: { balance: 12, frozen: 0 } }));
  });
  // It keeps its port while it is away: another could take it.
  let isAway = true;
  server.on('connection', (socket) => isAway && socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const client = createServiceClient(profileOf(`http://127.0.0.1:${port}`));
  const services: Pick<Services, 'client'> = { client: async () => client };
  const watch = createServiceMonitor(services as Services, () => settings.parse({}));
  onTestFinished(async () => {
    watch.close();
    await client.close();
    server.close();
  });
  const told: string[] = [];
  watch.onChange(({ status }) => told.push(status));
  expect((await watch.check()).status).toBe('offline');
  isAway = false;
  await expect.poll(() => watch.get().status).toBe('ready');
  expect(told).toEqual(['offline', 'ready']);
});
