import { toEngineText } from '../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { runTextToImage } from '../../../src-main/local-service/operations/images/text-to-image.ts';
import { runTextToModel } from '../../../src-main/local-service/operations/generate/text-to-model.ts';

let style: Uint8Array;
beforeAll(async () => {
  style = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#385' } })
    .png()
    .toBuffer();
});

const makeModel = (values: object, sources: Uint8Array[] = []) =>
  runTextToModel(
    { sources, values: { model: 'P2-20260801', prompt: 'a chair', face_limit: 400, ...values } },
    () => undefined,
  );
const WITH_STYLE = { style_image: { type: 'png' } };

describe('text to model', () => {
  test('follows the style image that came with it', async () => {
    const [plain, styled] = [await makeModel({}), await makeModel(WITH_STYLE, [style])];
    expect(Buffer.from(plain.files[0]!.bytes).equals(styled.files[0]!.bytes)).toBe(false);
    expect(styled.notes.map(toEngineText)).toEqual([
      'Understood: 1 chair.',
      'The colors of the scene come from style_image.',
    ]);
  });

  test('has no use for a style without a texture, and says so', async () => {
    const [plain, styled] = [
      await makeModel({ texture: false, pbr: false }),
      await makeModel({ ...WITH_STYLE, texture: false, pbr: false }, [style]),
    ];
    expect(Buffer.from(plain.files[0]!.bytes).equals(styled.files[0]!.bytes)).toBe(true);
    expect(styled.notes.map(toEngineText)).toContain('style_image has no effect without a texture.');
    expect(styled.notes.map(toEngineText).join()).not.toContain('colors of the scene');
  });

  test('says why there is nothing to do for delight and texture_version', async () => {
    const { notes } = await makeModel({ delight: true, texture_version: 'v3.5-20260815' });
    expect(notes.map(toEngineText)).toContain(
      'delight has no effect: the colors of a scene from text contain no lighting.',
    );
    expect(notes.map(toEngineText)).toContain(
      'texture_version has no effect: scenes from text are colored in one way only.',
    );
    expect((await makeModel({ delight: false })).notes.map(toEngineText).join()).not.toContain('delight');
  });

  test('refuses a style image that is none by its name', async () => {
    await expect(makeModel(WITH_STYLE, [Buffer.from('dear diary')])).rejects.toThrow(
      /^The style image cannot be used\. This file is not/,
    );
  });
});

describe('text to image', () => {
  const draw = (values: object, sources: Uint8Array[]) =>
    runTextToImage({ sources, values: { prompt: 'a chair', size: '512', ...values } }, () => undefined);

  test('follows the style image that came with it', async () => {
    const [plain, styled] = [await draw({}, []), await draw(WITH_STYLE, [style])];
    expect(Buffer.from(plain.files[0]!.bytes).equals(styled.files[0]!.bytes)).toBe(false);
    expect(styled.notes.map(toEngineText)).toEqual([
      'Understood: 1 chair.',
      'The colors of the scene come from style_image.',
    ]);
  });

  test('refuses a style image that is none by its name', async () => {
    await expect(draw(WITH_STYLE, [Buffer.from('dear diary')])).rejects.toThrow(
      /^The style image cannot be used\. This file is not/,
    );
  });
});
