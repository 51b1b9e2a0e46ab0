import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { NO_LIMITS, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, untilFinished, upload, type Data } from '../workers/call.ts';

/** A model version that every generation accepts. */
const MODEL = 'v3.1-20260211';

/** Starts the real service with generators; credits show what is refunded. */
export function startWith(generation: object, setup: { dataDir?: string } = {}): Promise<LocalService> {
  return startLocalService({ ...setup, credits: 1_000, settings: { ...NO_LIMITS, generation } });
}

/** A disc in a color, as PNG. */
export function drawDisc(color: string): Promise<Buffer> {
  return sharp(Buffer.from(`<svg width="48" height="48"><circle cx="24" cy="24" r="20" fill="${color}"/></svg>`))
    .png()
    .toBuffer();
}

/** Creates a task and returns its id. */
export async function create(service: LocalService, route: string, body: object): Promise<string> {
  const { status, body: answer } = await callService(service, `/v3/generation/${route}`, {
    method: 'POST',
    body: { model: MODEL, ...body },
  });
  expect([status, answer.message]).toEqual([200, undefined]);
  return answer.data.task_id;
}

/** Creates a task of one image and returns its id. */
export async function createImageTask(service: LocalService, fields: object = {}): Promise<string> {
  const token = await upload(service, await drawDisc('#d33'));
  return create(service, 'image-to-model', { input: token, ...fields });
}

/** Runs a task of one image to its end. */
export async function runImageTask(service: LocalService, fields: object = {}): Promise<Data> {
  return untilFinished(service, await createImageTask(service, fields));
}

/** Imports a model and returns the id of its task. */
export async function importModel(service: LocalService, model: Uint8Array): Promise<string> {
  const input = await upload(service, Buffer.from(model), 'glb');
  const { body } = await callService(service, '/v3/models/import', { method: 'POST', body: { input } });
  const { status, task_id: id } = await untilFinished(service, body.data.task_id);
  expect(status).toBe('success');
  return id;
}

/** Creates a task that textures a model, which a task made, and returns its id. */
export async function createTextureTask(service: LocalService, original: string, fields: object): Promise<string> {
  const { status, body } = await callService(service, '/v3/models/texture', {
    ...{ method: 'POST', body: { original_model_task_id: original, ...fields } },
  });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data.task_id;
}

/** Credits that were spent, and credits that are held. */
export async function readMoney(service: LocalService): Promise<{ balance: number; frozen: number }> {
  const { body } = await callService(service, '/v3/account/balance');
  return body.data as unknown as { balance: number; frozen: number };
}

/** Names of files that tasks left in the service's folder for generators. */
export function listLeftovers(service: LocalService): Promise<string[]> {
  return readdir(path.join(service.dataDir, 'generators')).catch(() => []);
}

/** A task that is cancelled says so before its files are removed. */
export async function expectNothingLeft(service: LocalService): Promise<void> {
  await vi.waitFor(async () => expect(await listLeftovers(service)).toEqual([]), { timeout: 60_000 });
}
