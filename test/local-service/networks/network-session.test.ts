import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { networkConfig } from '../../../src-shared/api/generators/network-config.ts';
import { openNetworkQueue } from '../../../src-main/local-service/networks/open-network-queue.ts';
import { openNetworkSession } from '../../../src-main/local-service/networks/network-session.ts';
import { runNetwork } from '../../../src-main/local-service/networks/run-network.ts';
import { parseConfig } from '../../../src-main/local-service/read-config.ts';
import { ENGINE_LIMITS } from '../../../src-main/local-service/workers/engine-limits.ts';
import { startProcessEngine } from '../../../src-main/local-service/workers/process-engine.ts';
import { createWorkerPool } from '../../../src-main/local-service/workers/worker-pool.ts';
import { UINT8 } from '../../helpers/models/onnx-file.ts';
import { echoInput, networkWithTwoInputs, segmentRed, weighChannels } from '../../helpers/models/sample-networks.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'dropforge-networks-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a network and opens it. */
async function open(bytes: Uint8Array | string, size?: number) {
  const model = path.join(folder, 'model.onnx');
  await writeFile(model, bytes);
  return openNetworkSession({ ...networkConfig.parse({ model }), size });
}

describe('a network', () => {
  it('is run with the name and the size that it declares', async () => {
    const session = await open(weighChannels([1, 2, 4], 0.5, { shape: [1, 3, 32, 40] }));
    expect([session.width, session.height]).toEqual([40, 32]);
    const pixels = new Float32Array(3 * 32 * 40);
    pixels.set([1], 0);
    pixels.set([1], 32 * 40 + 1);
    pixels.set([1], 2 * 32 * 40 + 40);
    const { width, height, values } = await session.run(pixels);
    expect([width, height, values.length]).toEqual([40, 32, 1280]);
    expect([values[0], values[1], values[40], values[41]]).toEqual([1.5, 2.5, 4.5, 0.5]);
    await session.close();
  });

  it.skipIf(process.platform !== 'linux')('runs on the processor where there is no graphics card', async () => {
    const model = path.join(folder, 'model.onnx');
    await writeFile(model, segmentRed());
    const config = networkConfig.parse({ model, device: 'gpu' });
    const session = await openNetworkSession(config);
    expect(session.isOnDevice).toBe(false);
    await session.close();
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#d33' } })
      .png()
      .toBuffer();
    const { files, notes } = await runNetwork({ ...config, use: 'depth' }, image);
    expect([files.length, notes.map(({ id }) => id)]).toEqual([1, ['network.no-gpu']]);
  });

  it('that fits any size is run with the size of its settings', async () => {
    const session = await open(segmentRed({ shape: ['batch', 3, 'height', 'width'] }), 96);
    const { width, height } = await session.run(new Float32Array(3 * 96 * 96));
    expect([width, height]).toEqual([96, 96]);
    await session.close();
  });

  test.each<[string, () => Uint8Array | string, string]>([
    ['is no ONNX file', () => 'no model', 'It is not an ONNX network that can be loaded ('],
    ['is empty', () => '', 'It is not an ONNX network that can be loaded ('],
    ['is cut off', () => segmentRed().subarray(0, 150), 'It is not an ONNX network that can be loaded ('],
    ['has two inputs', networkWithTwoInputs, 'It has 2 inputs instead of one image.'],
    ['takes bytes', () => echoInput({ type: UINT8 }), 'Its input has the type uint8 instead of float32.'],
    ['takes four channels', () => echoInput({ shape: [1, 4, 64, 64] }), '1 × 4 × 64 × 64 instead of'],
    ['takes channels last', () => echoInput({ shape: [1, 64, 64, 3] }), '1 × 64 × 64 × 3 instead of'],
    ['takes one channel and no batch', () => echoInput({ shape: [64, 64] }), '64 × 64 instead of'],
    ['takes several images', () => segmentRed({ shape: [2, 3, 64, 64] }), 'the shape 2 × 3 × 64 × 64 instead of'],
    ['takes any size', () => segmentRed({ shape: [1, 3, 'h', 'w'] }), '1 × 3 × h × w, which fits any size'],
    ['takes any channels', () => segmentRed({ shape: [1, 'c', 64, 64] }), '1 × c × 64 × 64 instead of'],
    ['takes tiny images', () => segmentRed({ shape: [1, 3, 8, 8] }), 'must be 32 to 2,048'],
    ['takes enormous images', () => segmentRed({ shape: [1, 3, 4096, 4096] }), 'must be 32 to 2,048'],
  ])('that %s is refused in a sentence', async (_, encode, sentence) => {
    await expect(open(encode())).rejects.toThrow(sentence);
  });

  it('that returns two values for each pixel is refused', async () => {
    const session = await open(weighChannels([1, 1, 1, 2, 2, 2], 0));
    await expect(session.run(new Float32Array(3 * 64 * 64))).rejects.toThrow('1 × 2 × 64 × 64 instead of');
    await session.close();
  });

  it('that returns no numbers is refused', async () => {
    const session = await open(weighChannels([1, 1, 1], 0));
    await expect(session.run(new Float32Array(3 * 64 * 64).fill(NaN))).rejects.toThrow('not numbers');
    await session.close();
  });
});

describe('a service', () => {
  const openQueue = (masks: object) => {
    const entry = new URL('../../../src-main/local-service/workers/engine-worker.ts', import.meta.url);
    const options = { entry, start: startProcessEngine };
    const engine = createWorkerPool({ ...options, size: 1, warm: 0, limits: ENGINE_LIMITS });
    return openNetworkQueue(parseConfig({ dataDir: folder, generation: { masks } }, 'test'), engine, options);
  };

  it('does not start without the file of a network', async () => {
    await expect(openQueue({ model: path.join(folder, 'none.onnx') })).rejects.toThrow(
      /^generation\.masks\.model: there is no file .*none\.onnx\. Correct/,
    );
    await expect(openQueue({ model: folder })).rejects.toThrow('there is no file');
  });

  it('does not start with a file that is too large', async () => {
    const model = path.join(folder, 'large.onnx');
    await writeFile(model, '');
    await truncate(model, 1024 ** 3 + 1);
    await expect(openQueue({ model })).rejects.toThrow('large.onnx is larger than 1024 MB');
  });

  it('refuses settings that no network can have', () => {
    const parse = (masks: object) => () => parseConfig({ generation: { masks } }, 'file');
    expect(parse({})).toThrow('generation.masks.model');
    expect(parse({ model: 'a', deviation: [1, 0, 1] })).toThrow('generation.masks.deviation.1');
    expect(parse({ model: 'a', size: 5000 })).toThrow('generation.masks.size');
    expect(parse({ model: 'a', modell: 'b' })).toThrow('Unknown key "generation.masks.modell"');
  });
});
