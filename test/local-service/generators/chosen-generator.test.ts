import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { GeneratorState } from '../../../src-shared/api/generators/generator-state.ts';
import { findServers } from '../../../src-main/local-service/generators/find-servers.ts';
import type { LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished } from '../workers/call.ts';
import { createImageTask, runImageTask, startWith } from './generator-bench.ts';
import { startHunyuan, type HunyuanStandIn } from './hunyuan3d-stand-in.ts';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const RELIEF = path.resolve(import.meta.dirname, '../../../assets/generators/relief.py');

let server: HunyuanStandIn;
let service: LocalService;
beforeAll(async () => {
  server = await startHunyuan('2.1', { kind: 'fails' });
  service = await startWith({
    generators: [
      { name: 'relief', kind: 'command', command: [PYTHON, RELIEF], version: '3' },
      { name: 'hunyuan', kind: 'hunyuan3d', url: server.url, pollSeconds: 0.02 },
      { name: 'gone', kind: 'hunyuan3d', url: 'http://127.0.0.1:9' },
    ],
    use: { image_to_model: 'relief' },
    unsupported: 'built-in',
  });
  const { output } = await runImageTask(service);
  server.behavior = { kind: 'model', bytes: (await send(output.model_url)).bytes };
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

test('a request chooses its generator, and the result says what makes it again', async () => {
  const fields = { model_seed: 7, texture_quality: 'detailed' };
  const { output } = await runImageTask(service, { ...fields, parameters: { generator: 'hunyuan' } });
  expect(output).toMatchObject({
    draft: false,
    generator: { name: 'hunyuan', about: 'Hunyuan3D 2.1', host: null, parameters: { seed: 7, texture: true } },
  });
  expect(output.notes).toContain('texture_quality has no effect: hunyuan cannot apply it.');
  const { output: plain } = await runImageTask(service, { model_seed: 8 });
  expect(plain).toMatchObject({ generator: { name: 'relief', about: '3', parameters: { seed: 8 } } });
  const { output: builtIn } = await runImageTask(service, { parameters: { generator: 'built-in' } });
  expect([builtIn.draft, 'generator' in builtIn]).toEqual([true, false]);
});

test('a request for an unknown generator, or for one without the operation, fails and is refunded', async () => {
  const unknown = await runImageTask(service, { parameters: { generator: 'other' } });
  expect(unknown).toMatchObject({
    status: 'failed',
    error_code: 1004,
    error_message: 'There is no generator “other”. Add it in the settings, or choose another.',
    credits_consumed: 0,
  });
  const { body } = await callService(service, '/v3/generation/text-to-model', {
    method: 'POST',
    body: { model: 'v3.1-20260211', prompt: 'a fox', parameters: { generator: 'relief' } },
  });
  expect(await untilFinished(service, body.data.task_id)).toMatchObject({
    status: 'failed',
    error_message: 'relief does not support text_to_model. Choose another generator.',
  });
});

test('a chosen generator does not wait for the one of the operation', async () => {
  const { behavior } = server;
  server.behavior = { kind: 'held', bytes: (behavior as { bytes: Uint8Array }).bytes };
  const held = await createImageTask(service, { parameters: { generator: 'hunyuan' } });
  await expect.poll(() => server.queries).toBeGreaterThan(0);
  expect((await runImageTask(service)).status).toBe('success');
  server.release();
  expect((await untilFinished(service, held)).status).toBe('success');
  server.behavior = behavior;
});

test('the service lists its generators with their state, for holders of its key only', async () => {
  const { body } = await callService(service, '/v3/generators');
  expect(body.data as unknown as GeneratorState[]).toMatchObject([
    { name: 'relief', kind: 'command', host: null, operations: ['image_to_model'], ready: true, version: '3' },
    { name: 'hunyuan', version: 'Hunyuan3D 2.1', problem_message: null },
    {
      name: 'gone',
      ready: false,
      version: null,
      problem_message: { id: 'generator.unreachable', params: { name: 'gone', url: 'http://127.0.0.1:9' } },
    },
  ]);
  expect((await fetch(`${service.baseUrl}/v3/generators`)).status).toBe(401);
  expect((await fetch(`${service.baseUrl}/v3/generators/nearby`)).status).toBe(401);
});

test('servers are recognized at their addresses by how they respond', async () => {
  const found = await findServers([
    { kind: 'hunyuan3d', url: server.url },
    { kind: 'comfyui', url: server.url },
    { kind: 'hunyuan3d', url: service.baseUrl },
    { kind: 'comfyui', url: 'http://127.0.0.1:9' },
  ]);
  expect(found).toEqual([{ kind: 'hunyuan3d', url: server.url, version: '2.1' }]);
});

test('a service that need not be strict starts without a generator that cannot be used, whose tasks say why', async () => {
  const comfy = { name: 'comfy', kind: 'comfyui', url: 'http://127.0.0.1:9', workflow: '/nowhere/3d.json' };
  const config = { generators: [comfy], use: { image_to_model: 'comfy' } };
  await expect(startWith(config)).rejects.toThrow('/nowhere/3d.json');
  const lenient = await startWith({ ...config, strict: false });
  onTestFinished(() => lenient.stop());
  const { error_message: message } = await runImageTask(lenient);
  expect(message).toMatch(/^comfy cannot be used: .*\/nowhere\/3d\.json.* Correct it in the settings\.$/);
  expect((await runImageTask(lenient, { parameters: { generator: 'built-in' } })).status).toBe('success');
  const { body } = await callService(lenient, '/v3/generators');
  expect(body.data).toMatchObject([{ name: 'comfy', ready: false, problem_message: { id: 'generator.not-usable' } }]);
});
