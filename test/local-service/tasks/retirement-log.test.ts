import { expect, test } from 'vitest';
import { IMAGE_MODELS, isRetired, type ImageModel } from '../../../src-shared/api/models/image-models.ts';
import { createRetirementLog } from '../../../src-main/local-service/tasks/retirement-log.ts';
import { startLocalService } from '../../helpers/service/local-service.ts';
import { callService } from '../workers/call.ts';

/** A log that is kept, at a moment of the test's choice. */
function openLog(moment: string) {
  const lines: string[] = [];
  return {
    ...createRetirementLog(
      () => Date.parse(moment),
      (line) => lines.push(line),
    ),
    lines,
  };
}

test('4.3 nothing is told of a model before it is used, or once it is gone', () => {
  expect(openLog('2026-11-01').lines).toEqual([]);
  const late = openLog('2026-12-01');
  late.onUse('chat_image_1.5');
  expect(late.lines).toEqual([]);
});

test('4.3 the use of a model that retires is told once, however far its day is', () => {
  const log = openLog('2026-01-01');
  for (const model of ['chat_image_1.5', 'chat_image_1.5', 'seedream_v5', undefined, 7]) log.onUse(model);
  expect(log.lines).toEqual([
    'A task uses the image model chat_image_1.5, which retires on 2026-12-01. Choose a newer model.',
  ]);
});

/** A model the service still takes and already warns of. */
const leaving = IMAGE_MODELS.find((row: ImageModel) => row.retiresOn !== null && !isRetired(row, Date.now()));

test.skipIf(!leaving)('4.3 the running service tells its log, and takes the order', async () => {
  const service = await startLocalService();
  try {
    let log = '';
    service.process.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text));
    const body = { prompt: 'a fox', model: leaving?.id };
    expect((await callService(service, '/v3/generation/text-to-image', { method: 'POST', body })).status).toBe(200);
    await expect.poll(() => log).toContain(`A task uses the image model ${leaving?.id}`);
  } finally {
    await service.stop();
  }
});
