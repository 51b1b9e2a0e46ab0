import { createHmac } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VIEW_KEYS } from '../../src-shared/api/protocol/task.ts';
import { webhookEvent } from '../../src-shared/api/protocol/webhook-event.ts';
import { parseWebhookSignature, webhookSignatureInput } from '../../src-shared/api/protocol/webhook-signature.ts';
import { startLocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { callService, send, untilFinished, upload } from './workers/call.ts';
import { startReceiver, type Received } from './webhooks/receiver.ts';

// Real work on a machine that may be busy with other things.

/** Starts the service with a webhook. */
async function startFor(url: string, dataDir: string) {
  const settings = { webhooks: [{ url }], balanceAlert: 450 };
  const service = await startLocalService({ dataDir, credits: 500, settings });
  onTestFinished(() =>
    service.process.exitCode === null && service.process.signalCode === null ? service.kill() : undefined,
  );
  return { ...service, secret: service.webhookSecrets[url] ?? '' };
}

function expectSigned({ headers, raw }: Received, secret: string): void {
  const { t, v1 } = parseWebhookSignature(String(headers['service-webhook-signature'])) ?? { t: 0, v1: '' };
  expect(v1).toBe(createHmac('sha256', secret).update(webhookSignatureInput(t, raw)).digest('hex'));
}

describe('6 webhooks of a running service', () => {
  test('tell of success, failure and a low balance, signed with the secret of the ready line', async () => {
    const receiver = await startReceiver();
    const service = await startFor(receiver.url, makeTempFolder());
    expect(service.secret).toMatch(/^whsec_[A-Za-z0-9_-]{43,}$/);

    const body = { prompt: ' ' };
    const failed = await callService(service, '/v3/generation/text-to-image', { method: 'POST', body });
    const [failure = expect.fail('nothing came')] = await receiver.until(1);
    expect(failure.body).toMatchObject({
      id: `${failed.body.data.task_id}.task.failed`,
      data: { type: 'text_to_image', status: 'failed', error: { code: '2007' } },
    });

    const picture = await sharp(Buffer.from('<svg width="96" height="96"><circle cx="48" cy="48" r="40"/></svg>'))
      .png()
      .toBuffer();
    const input = await upload(service, picture);
    const made = await callService(service, '/v3/generation/image-to-model', {
      method: 'POST',
      body: { model: 'P2-20260801', input, texture: false, pbr: false, face_limit: 48 },
    });
    const all = await receiver.until(3);
    for (const delivery of all) {
      expectSigned(delivery, service.secret);
      webhookEvent.parse(delivery.body);
    }
    expect(all[1]?.body).toMatchObject({ type: 'balance.low', data: { balance: 400, threshold: 450 } });
    expect(all[2]?.body.id).toBe(`${made.body.data.task_id}.task.completed`);
    const { output } = all[2]!.body.data as { output: { model_url: string } };
    expect((await send(output.model_url)).bytes.toString('latin1', 0, 4)).toBe('glTF');
    await service.stop();
  });

  test('have the views of a task in both places, as a query has them', async () => {
    const receiver = await startReceiver();
    const service = await startFor(receiver.url, makeTempFolder());
    const picture = await sharp(Buffer.from('<svg width="96" height="96"><circle cx="48" cy="48" r="40"/></svg>'))
      .png()
      .toBuffer();
    const body = { input: await upload(service, picture) };
    await callService(service, '/v3/generation/image-to-multiview', { method: 'POST', body });
    const [delivery = expect.fail('nothing came')] = await receiver.until(1);
    expectSigned(delivery, service.secret);
    const { type, output } = delivery.body.data as { type: string; output: Record<string, unknown> };
    const { generate_multiview_image: nested, ...flat } = output;
    expect([type, Object.keys(nested as object)]).toEqual(['generate_multiview_image', VIEW_KEYS]);
    expect(flat).toMatchObject(nested as object);
    for (const url of Object.values(nested as Record<string, string>)) {
      expect((await sharp((await send(url)).bytes).metadata()).format).toBe('png');
    }
    await service.stop();
  });

  test('survive kill -9 in the middle of a delivery: the same one comes after the restart', async () => {
    const receiver = await startReceiver((response, count) => {
      if (count > 1) response.end();
    });
    const dataDir = makeTempFolder();
    const before = await startFor(receiver.url, dataDir);
    const body = { prompt: ' ' };
    const { body: answer } = await callService(before, '/v3/generation/text-to-image', { method: 'POST', body });
    await receiver.until(1);
    await before.kill();
    const after = await startFor(receiver.url, dataDir);
    const [first, second = expect.fail('nothing came')] = await receiver.until(2);
    expect(second.headers['service-webhook-delivery']).toBe(first?.headers['service-webhook-delivery']);
    expect(second.body.id).toBe(`${answer.data.task_id}.task.failed`);
    expect(after.secret).toBe(before.secret);
    expectSigned(second, before.secret);
    expect((await untilFinished(after, answer.data.task_id)).status).toBe('failed');
    await after.stop();
    expect(receiver.received).toHaveLength(2);
  });

  test('to places that may not be called are refused at the start', async () => {
    for (const url of ['http://example.com/', 'https://10.0.0.1/', 'https://u:p@example.com/', 'ftp://127.0.0.1/']) {
      const settings = { webhooks: [{ url }] };
      await expect(startLocalService({ settings }), url).rejects.toThrow(/ended with 2: .*webhooks/);
    }
  });
});
