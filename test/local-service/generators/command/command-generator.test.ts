import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { generatorConfig, type GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import { createCommandGenerator } from '../../../../src-main/local-service/generators/command/command-generator.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a task that cannot be recorded, because the disk is full, leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const config = generatorConfig.parse({ name: 'mine', kind: 'command', command: ['true'] });
  const folder = makeTempFolder();
  const result = createCommandGenerator(config as GeneratorConfigOf<'command'>).generate(
    {
      ...{ taskId: 'task', operation: 'image_to_model', values: {}, images: {}, texture: true, prompt: null, seed: 1 },
      ...{ folder, resultPath: path.join(folder, 'result'), handle: undefined },
    },
    {
      signal: new AbortController().signal,
      onStart: () => undefined,
      onProgress: () => undefined,
      keepHandle: () => Promise.reject(new Error('no space')),
    },
  );
  await expect(result).rejects.toThrow('no space');
  expect(vi.getTimerCount()).toBe(0);
});
