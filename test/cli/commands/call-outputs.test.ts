import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCall } from '../../../src-main/cli/actions/call.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { spending } from '../../../src-shared/settings/settings.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { startOddService, type OddService } from '../../queue/odd-service.ts';

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
  const terms = { consent: { yes: true, maxCredits: undefined }, limits: () => spending.parse({}) };
  const result = runCall(request, { client: async () => client }, { path: path.join(folder, 'home') }, terms);
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
