import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { busyBackground, drawRedBar, plainBackground } from '../../helpers/images/red-bar.ts';
import {
  depthOfBrightness,
  endlessNetwork,
  hugeNetwork,
  networkWithTwoInputs,
  segmentRed,
} from '../../helpers/models/sample-networks.ts';
import { NO_LIMITS, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from '../workers/call.ts';

const SIZE = 256;

let folder: string;
const networks = { segmentRed, depthOfBrightness, endlessNetwork, hugeNetwork, networkWithTwoInputs };
const fileOf = (name: keyof typeof networks | 'broken') => path.join(folder, `${name}.onnx`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-networks-'));
  for (const [name, encode] of Object.entries(networks)) await writeFile(path.join(folder, `${name}.onnx`), encode());
  await writeFile(fileOf('broken'), segmentRed().subarray(0, 150));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let service: LocalService | null = null;
afterEach(async () => {
  // Whatever a network did, nothing of it stays.
  if (service) expect(await readdir(path.join(service.dataDir, 'networks')).catch(() => [])).toEqual([]);
  await service?.stop();
  service = null;
});

async function start(generation: object): Promise<LocalService> {
  service = await startLocalService({ settings: { ...NO_LIMITS, generation } });
  return service;
}

async function run(image: Buffer, route = 'generation/image-to-model', fields: object = {}): Promise<Data> {
  const token = await upload(service!, image);
  const body = { model: 'v3.1-20260211', input: token, ...fields };
  const created = await callService(service!, `/v3/${route}`, { method: 'POST', body });
  expect([created.status, created.body.message]).toEqual([200, undefined]);
  const task = await untilFinished(service!, created.body.data.task_id);
  expect([task.status, task.error_message]).toEqual(['success', undefined]);
  return task;
}

/** All vertices of the model of a task. */
async function readVertices({ output }: Data): Promise<number[][]> {
  const document = await readGlb((await send(output.model_url)).bytes);
  const vertices: number[][] = [];
  for (const primitive of document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())) {
    const positions = primitive.getAttribute('POSITION')!;
    for (let i = 0; i < positions.getCount(); i++) vertices.push(positions.getElement(i, []));
  }
  return vertices;
}

/** Width of the model of a task divided by its height. */
async function readAspect(task: Data): Promise<number> {
  const vertices = await readVertices(task);
  const extent = (axis: number) =>
    Math.max(...vertices.map((v) => v[axis]!)) - Math.min(...vertices.map((v) => v[axis]!));
  return extent(0) / extent(1);
}

describe('a segmentation network', () => {
  it('cuts the subject out of a busy background, and is not asked before a plain one', async () => {
    await start({ masks: { model: fileOf('segmentRed') } });
    const cut = await run(await drawRedBar(busyBackground));
    expect(cut.output.notes).toContain(
      'The background is not plain, so the mask of the network segmentRed.onnx was used.',
    );
    expect(await readAspect(cut)).toBeCloseTo(160 / 50, 0);

    const whole = await run(await drawRedBar(plainBackground));
    expect(whole.output.notes).toContain('The background is plain or transparent, so the built-in mask was used.');
    expect(await readAspect(whole)).toBeCloseTo(1, 1);

    const splat = await run(await drawRedBar(busyBackground), 'generation/image-to-splat');
    expect(splat.output.notes.join()).toContain('segmentRed.onnx');
  });

  it('changes nothing when there is none', async () => {
    await start({});
    const { output } = await run(await drawRedBar(busyBackground));
    expect(output.notes.join()).not.toContain('model ');
    expect(output.notes.join()).toContain('The background is busy');
  });
});

describe('a depth network', () => {
  it('raises the areas that it finds near', async () => {
    await start({ depth: { model: fileOf('depthOfBrightness') } });
    const sides = (x: number) => (x < SIZE / 2 ? 'white' : '#444');
    const svg = [0, SIZE / 2].map((x) => `<rect x="${x}" width="${SIZE / 2}" height="${SIZE}" fill="${sides(x)}"/>`);
    const clip = `<clipPath id="c"><circle cx="128" cy="128" r="100"/></clipPath>`;
    const image = `<svg width="${SIZE}" height="${SIZE}">${clip}<g clip-path="url(#c)">${svg.join('')}</g></svg>`;
    const task = await run(await sharp(Buffer.from(image)).png().toBuffer());
    expect(task.output.notes).toContain(
      'The relief follows the depth that the network depthOfBrightness.onnx estimated.',
    );
    const vertices = await readVertices(task);
    const front = (side: -1 | 1) =>
      Math.max(
        ...vertices.filter(([x, y]) => x! * side > 0.15 && x! * side < 0.3 && y! > 0.3 && y! < 0.7).map((v) => v[2]!),
      );
    expect(front(-1)).toBeGreaterThan(2 * front(1));
  });
});

describe('a network that fails is left out with a note:', () => {
  it('one that does not end is stopped, and not used again after the second time', async () => {
    await start({
      masks: { model: fileOf('endlessNetwork'), timeLimitSeconds: 1 },
      depth: { model: fileOf('broken') },
    });
    const image = await drawRedBar(busyBackground);
    for (const reason of ['stopped after 1 second', 'stopped after 1 second', 'failed 2 times in a row']) {
      const task = await run(image);
      const notes = task.output.notes.join('\n');
      expect(notes).toContain('The built-in mask was used, because the network endlessNetwork.onnx failed.');
      expect(notes).toContain(reason);
      expect(notes).toContain(
        'The relief follows the outline, because the network broken.onnx failed. It is not an ONNX',
      );
      expect(await readAspect(task)).toBeCloseTo(1, 0);
    }
  });

  it('one that fills the memory, and one that needs a prompt', async () => {
    await start({
      masks: { model: fileOf('hugeNetwork'), memoryMb: 600 },
      depth: { model: fileOf('networkWithTwoInputs') },
    });
    const { output } = await run(await drawRedBar(busyBackground));
    expect(output.notes.join('\n')).toContain(
      'hugeNetwork.onnx failed. It was stopped because it needs more than 600 MB',
    );
    expect(output.notes.join('\n')).toContain('It has 2 inputs instead of one image.');
  });

  it('one whose file is gone, where the service starts with what it has', async () => {
    await start({ strict: false, masks: { model: path.join(folder, 'gone.onnx') } });
    const { output } = await run(await drawRedBar(busyBackground));
    expect(output.notes.join()).toContain('The built-in mask was used, because the network gone.onnx failed.');
  });

  it('and a task that is canceled meanwhile ends at once', async () => {
    await start({ masks: { model: fileOf('endlessNetwork'), timeLimitSeconds: 600 } });
    const token = await upload(service!, await drawRedBar(busyBackground));
    const body = { model: 'v3.1-20260211', input: token };
    const created = await callService(service!, '/v3/generation/image-to-model', { method: 'POST', body });
    const id = created.body.data.task_id;
    await expect
      .poll(async () => (await callService(service!, `/v3/tasks/${id}`)).body.data.status, { timeout: 60_000 })
      .toBe('running');
    const headers = { authorization: `Bearer ${service!.consoleToken}` };
    await send(`${service!.baseUrl}/console/api/tasks/${id}/cancel`, { method: 'POST', headers, body: {} });
    expect((await untilFinished(service!, id)).status).toBe('cancelled');
    // Its process ended with it: the next image is not kept waiting.
    await run(await drawRedBar(plainBackground));
  });
});
