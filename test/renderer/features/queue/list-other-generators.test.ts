import { expect, test } from 'vitest';
import type { GeneratorOperation } from '../../../../src-shared/api/generators/generator-operations.ts';
import { listOtherGenerators } from '../../../../src-renderer/features/queue/list-other-generators.ts';
import { buildJob, buildStep } from '../../build-job.ts';

const generators: Record<string, GeneratorOperation[]> = {
  hunyuan: ['image_to_model'],
  relief: ['image_to_model', 'text_to_model'],
};
const made = (operation: 'image_to_model' | 'text_to_model', name?: string) =>
  buildStep({ operation, ...(name && { generator: { name, about: '1', host: null, parameters: {} } }) });

test('the generators that can repeat a job are listed, without the one that made it', () => {
  const local = (name?: string) => buildJob({ serviceKind: 'local', steps: [made('image_to_model', name)] });
  expect(listOtherGenerators(local(), generators)).toEqual(['hunyuan', 'relief']);
  expect(listOtherGenerators(local('hunyuan'), generators)).toEqual(['relief', 'built-in']);
  const cloud = buildJob({ serviceKind: 'cloud', steps: [made('text_to_model')] });
  expect(listOtherGenerators(cloud, generators)).toEqual(['relief', 'built-in']);
});

test('without a generator that supports the job there is nothing to choose', () => {
  expect(listOtherGenerators(buildJob({ serviceKind: 'cloud', steps: [made('image_to_model')] }), {})).toEqual([]);
});
