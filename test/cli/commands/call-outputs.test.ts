import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCall } from '../../../src-main/cli/actions/call.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { createSpendingControl } from '../../../src-main/queue/spending/spending-control.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { spending } from '../../../src-shared/settings/settings.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { startOddService, type OddService } from '../../queue/odd-service.ts';

const TERMS = { consent: { yes: true, maxCredits: undefined }, limits: () => spending.parse({}) };

/** Runs `call generate_multiview_image`; the service answers with this output. */
async function callFor(toOutput: (origin: string) => Record<string, unknown>) {
  const odd: OddService = await startOddService();
  const origin = odd.service.baseUrl;
  odd.odd = (call) =>
    call.startsWith('GET /views/') ? { text: call, headers: { 'content-length': String(call.length) } } : null;
  odd.tell = (task) => ({ ...task, output: toOutput(origin) });
  const client = createServiceClient(profileOf(origin));
  onTestFinished(() => client.close());
  const folder = makeTempFolder();
  const out = path.join(folder, 'out');
  const request = {
    operation: 'generate_multiview_image',
    body: { input: 'file_abc' },
    uploads: [],
    outFolder: out,
  } as const;
  const result = runCall(request, { client: async () => client }, { path: path.join(folder, 'home') }, TERMS);
  return { result, odd, saved: () => readdirSync(out) };
}

test('views that the service nests are saved like flat ones', async () => {
  const { result, odd, saved } = await callFor((origin) => ({
    generate_multiview_image: Object.fromEntries(
      ['front', 'left', 'back', 'right'].map((view) => [`${view}_view_url`, `${origin}/views/${view}.bmp`]),
    ),
  }));
  expect((await result).status).toBe(0);
  const start = `image_to_multiview-${odd.tasks[0]?.task_id.slice(0, 8)}`;
  expect(saved().sort()).toEqual(['back', 'front', 'left', 'right'].map((view) => `${start}-${view}_view.bmp`));
});

test('a success without views is an error that names the task and its charge', async () => {
  const { result, odd } = await callFor(() => ({ rendered_sequence: 'x' }));
  await expect(result).rejects.toMatchObject({
    code: 'result_missing',
    message: expect.stringMatching(/^Task [0-9a-f-]{36} was charged 10\.00 credits and is kept\.$/) as string,
  });
  expect(odd.tasks).toHaveLength(1);
});

test('what an interrupted call was charged is recorded before the next one', async () => {
  const odd = await startOddService();
  const client = createServiceClient(profileOf(odd.service.baseUrl));
  onTestFinished(() => client.close());
  const home = path.join(makeTempFolder(), 'home');
  const request = {
    operation: 'text_to_model',
    body: { model: 'v3.1-20260211', prompt: 'a stool' },
    uploads: [],
    outFolder: path.join(home, 'out'),
  } as const;
  const spent = () => {
    const store = openQueueStore(home);
    const deps = { store, clock: SYSTEM.clock, spending: undefined, find: () => undefined, pause: () => undefined };
    const control = createSpendingControl(deps);
    const { charged, held } = control.spent().today;
    control.close();
    store.close();
    return { charged: Number(charged), isHeld: Number(held) > 0 };
  };
  const clients = [client];
  const connect = async () => clients.pop() ?? Promise.reject(new AppError('no_api_key', ''));
  await expect(runCall(request, { client: connect }, { path: home }, TERMS)).rejects.toMatchObject({
    code: 'no_api_key',
  });
  expect(odd.tasks).toHaveLength(1);
  expect(spent()).toEqual({ charged: 0, isHeld: true });

  await runCall(request, { client: async () => client }, { path: home }, TERMS);
  expect(odd.tasks).toHaveLength(2);
  expect(spent()).toEqual({ charged: 20, isHeld: false });
});
