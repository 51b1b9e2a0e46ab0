import { expect, test } from 'vitest';
import { generationConfig, generatorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { toWireText } from '../../../src-shared/api/messages/service-message.ts';
import { createChoice } from '../../../src-main/local-service/generators/choose-generator.ts';
import { createCommandGenerator } from '../../../src-main/local-service/generators/command/command-generator.ts';
import { parseConfig } from '../../../src-main/local-service/read-config.ts';

const program = generatorConfig.parse({
  name: 'mine',
  kind: 'command',
  command: ['true'],
  fields: ['texture_quality'],
});
if (program.kind !== 'command') throw new Error('It is a command.');
const mine = createCommandGenerator(program);

const choose = (unsupported: 'ignore' | 'built-in' | 'refuse', values: object) => {
  const choice = createChoice({ use: { image_to_model: 'mine' }, unsupported }, [mine])({
    operation: 'image_to_model',
    values: { model: 'v3.1-20260211', ...values },
  });
  return [choice.generator?.name ?? null, choice.notes.map(toWireText)];
};

test('fields that a generator or the engine applies, and values without an effect, need no note', () => {
  const values = {
    ...{ texture_quality: 'detailed', model_seed: 1, face_limit: 100, quad: true, render_video: true, texture: false },
    ...{ auto_size: false, orientation: 'default', delight: true, parameters: { a: 1 }, priority: 2 },
  };
  for (const policy of ['ignore', 'built-in', 'refuse'] as const) expect(choose(policy, values)).toEqual(['mine', []]);
});

test('other fields are ignored with a note, run in the built-in engine, or refused', () => {
  const values = { auto_size: true, orientation: 'align_image' };
  expect(choose('ignore', values)).toEqual([
    ...['mine', ['auto_size has no effect: mine cannot apply it.', 'orientation has no effect: mine cannot apply it.']],
  ]);
  expect(choose('built-in', values)).toEqual([
    ...[null, ['The built-in engine was used, because mine cannot apply auto_size, orientation.']],
  ]);
  expect(() => choose('refuse', values)).toThrow(
    'mine cannot apply auto_size, orientation. Remove these fields, or set generation.unsupported to ignore or built-in.',
  );
});

test('operations without a generator use the engine', () => {
  const route = createChoice({ use: {}, unsupported: 'ignore' }, [mine]);
  expect(route({ operation: 'image_to_model', values: {} }).generator).toBeNull();
  expect(route({ operation: 'convert_model', values: {} }).generator).toBeNull();
});

test('a configuration that cannot work is refused with its key', () => {
  const refusal = (generation: object) => {
    try {
      parseConfig({ generation }, 'service.json');
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const server = { name: 'a', kind: 'hunyuan3d', url: 'http://127.0.0.1:8081' };
  expect(refusal({ generators: [server], use: { image_to_model: 'a', text_to_model: 'built-in' } })).toBeNull();
  expect(refusal({ generators: [server], use: { image_to_model: 'b' } })).toBe(
    'service.json: generation.use.image_to_model: no generator has the name "b".',
  );
  expect(refusal({ generators: [server], use: { multiview_to_model: 'a' } })).toBe(
    'service.json: generation.use.multiview_to_model: the generator "a" does not support this operation.',
  );
  expect(refusal({ generators: [server, server] })).toBe(
    'service.json: generation.generators.1.name: "a" is the name of another generator.',
  );
  expect(refusal({ generators: [{ ...server, url: 'http://me:secret@127.0.0.1' }] })).toContain(
    'generation.generators.0.url: must not contain a user, a password, a query or a fragment.',
  );
  expect(refusal({ generators: [{ ...server, url: 'file:///etc' }] })).toContain(
    'must be a URL such as http://127.0.0.1',
  );
  expect(refusal({ generators: [{ ...server, ulr: 'x' }] })).toContain(
    'Unknown key "generation.generators.0.ulr"; the keys',
  );
  expect(generationConfig.parse({ generators: [{ ...server, url: `${server.url}/` }] }).generators[0]).toMatchObject({
    ...{ url: 'http://127.0.0.1:8081', concurrency: 1, timeLimitSeconds: 1_800, texture: true },
  });
});
