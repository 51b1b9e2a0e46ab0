import { expect, test } from 'vitest';
import { toTaskBody } from '../../../src-main/local-service/generators/service/task-body.ts';

const bodyOf = (parameters?: unknown) =>
  toTaskBody(
    {
      operation: 'image_to_model',
      images: { image: 'image.png' },
      prompt: null,
      seed: 7,
      values: { model: 'a', parameters },
    },
    undefined,
    async () => 'file_1',
  );

test('the generator and the clean-up that a request chooses here are not sent to another service', async () => {
  const common = { model: 'a', model_seed: 7, input: 'file_1' };
  const own = { generator: 'studio', cleanup: { components: 1 } };
  expect(await bodyOf(own)).toEqual(common);
  expect(await bodyOf({ ...own, steps: 9 })).toEqual({ ...common, parameters: { steps: 9 } });
  expect(await bodyOf()).toEqual(common);
});
