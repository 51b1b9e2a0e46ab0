import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { generationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { openGenerators } from '../../../src-main/local-service/generators/open-generators.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const SERVICE = { kind: 'service', url: 'http://127.0.0.1:9' } as const;

afterEach(() => vi.unstubAllEnvs());

async function open(generators: readonly object[], strict = true) {
  const opened = await openGenerators(generationConfig.parse({ generators, strict }));
  onTestFinished(async () => void (await Promise.all(opened.map((generator) => generator.close()))));
  return opened;
}

test('two generators have the key of one variable, which is gone from the environment afterwards', async () => {
  const common = { ...SERVICE, keyVariable: 'DROPFORGE_TEST_KEY' };
  const pair = [
    { ...common, name: 'models' },
    { ...common, name: 'cut-outs' },
  ];
  vi.stubEnv('DROPFORGE_TEST_KEY', 'sk_test');
  expect(await open(pair)).toHaveLength(2);
  expect(process.env['DROPFORGE_TEST_KEY']).toBeUndefined();

  vi.stubEnv('DROPFORGE_TEST_KEY', 'sk_test');
  await expect(open([...pair, { ...SERVICE, name: 'none' }])).rejects.toThrow('The generator "none" needs a key.');
  expect(process.env['DROPFORGE_TEST_KEY']).toBeUndefined();
});

test('a key file and a workflow may be links, as secrets of Kubernetes are', async () => {
  const folder = makeTempFolder();
  mkdirSync(path.join(folder, '..data'));
  const link = (name: string, content: string): string => {
    writeFileSync(path.join(folder, '..data', name), content);
    symlinkSync(path.join('..data', name), path.join(folder, name));
    return path.join(folder, name);
  };
  const keyFile = link('key', 'sk_test\n');
  const workflow = link('chair.json', JSON.stringify({ '1': { class_type: 'A', inputs: {} } }));
  const comfyui = { name: 'comfy', kind: 'comfyui', url: 'http://127.0.0.1:9', workflow };
  expect(await open([{ ...SERVICE, name: 'service', keyFile }, comfyui])).toHaveLength(2);
});
