import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SYSTEM, type System } from '../../src-main/base/system.ts';
import { createJobServices } from '../../src-main/queue/job-services.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { createNodeNetwork } from '../../src-main/service-client/http/node-network.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { LOCAL_RESEND } from '../../src-main/service-client/services/service-profile.ts';
import { settings } from '../../src-shared/settings/settings.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** Pauses between attempts pass in moments. */
const QUICK: System = {
  ...SYSTEM,
  clock: { ...SYSTEM.clock, after: (ms, run) => SYSTEM.clock.after(Math.min(ms, 20), run) },
};

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

test('other jobs start after a restart of the local service while one is followed', async () => {
  const root = makeTempFolder();
  const network = createNodeNetwork({ resolveProxy: null, authorities: undefined });
  let isDown = false;
  let hasFailed = false;
  const ask: typeof network.ask = (request) => {
    if (!isDown) return network.ask(request);
    hasFailed = true;
    return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  };
  const profile = profileOf(service.baseUrl, {
    ...{ apiKey: service.apiKey, kind: 'local', free: true, pollMs: 20, resend: LOCAL_RESEND },
  });
  const [before, after] = [createServiceClient(profile, { ...network, ask }), createServiceClient(profile)];
  // The first task does not end until it is shown.
  let isShown = false;
  let first = '';
  for (const client of [before, after]) {
    const { listTasks } = client;
    client.listTasks = async (ids) => {
      const { tasks, missed } = await listTasks(ids);
      if (!isShown) tasks.delete(first);
      return { tasks, missed };
    };
  }
  const jobServices = createJobServices({
    services: { client: async () => (hasFailed ? after : before), cloudClient: async () => after },
    settings: () => settings.parse({}),
    isWatched: () => true,
    system: QUICK,
  });
  const queue = createQueue({
    ...{ ...jobServices, home: path.join(root, 'home'), system: QUICK },
    exportFolder: () => path.join(root, 'out'),
  });
  onTestFinished(async () => {
    jobServices.close();
    await queue.close();
    await Promise.all([before.close(), after.close()]);
  });
  const picture = await writeSampleImage(root, 'shape.png', 96);
  const add = (): string => {
    const options = { formats: ['glb'], serviceKind: 'local', free: true, outFolder: null } as const;
    return queue.add([{ path: picture, kind: 'picture', bytes: 1 }], options)[0]?.id ?? '';
  };

  const followed = add();
  queue.start();
  await expect.poll(() => (first = queue.find(followed)?.steps[0]?.taskId ?? '')).not.toBe('');
  isDown = true;
  await expect.poll(() => hasFailed).toBe(true);
  const next = add();
  await queue.whenSettled([next]);
  expect([queue.find(next)?.status, queue.find(followed)?.finishedAt]).toEqual(['done', null]);
  isShown = true;
  await queue.whenSettled([followed]);
  expect(queue.find(followed)?.status).toBe('done');
});
