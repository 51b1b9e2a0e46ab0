import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Operation } from '../../../../src-shared/api/operation.ts';
import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { worldBox } from '../../../../src-main/engine/base/document/world-box.ts';
import type { EngineJob, EngineResult } from '../../../../src-main/local-service/operations/engine-job.ts';
import { runImageToModel } from '../../../../src-main/local-service/operations/generate/image-to-model.ts';
import { runMultiviewToModel } from '../../../../src-main/local-service/operations/generate/multiview-to-model.ts';
import { createNoise } from '../../../engine/make/one-view/pictures.ts';
import { difference, lookAround, meanOf } from '../../../engine/change/texture/looks.ts';

const NEWEST = 'v3.5-20260815';
/** Red with a paler stripe, two discs that touch; and a style of greens. */
const draw = (inner: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg ${inner}</svg>`))
    .png()
    .toBuffer();
const SUBJECT =
  'width="144" height="192"><circle cx="72" cy="48" r="40" fill="#c43"/><circle cx="72" cy="128" r="56" fill="#b54030"/><rect x="30" y="116" width="84" height="20" fill="#d87"/>';
const STYLE =
  'width="64" height="64"><rect width="64" height="64" fill="#385"/><rect y="32" width="64" height="32" fill="#5a7"/>';

let picture: Uint8Array;
let style: Uint8Array;
beforeAll(async () => {
  [picture, style] = await Promise.all([draw(SUBJECT), draw(STYLE)]);
});

/** One operation with its images: four views are the same image. */
interface Way {
  readonly run: EngineJob<Operation>;
  readonly sources: (subject: Uint8Array) => (Uint8Array | null)[];
}
const WAYS: Readonly<Record<string, Way>> = {
  'one picture': { run: runImageToModel, sources: (subject) => [subject] },
  'four views': {
    run: runMultiviewToModel,
    sources: (subject) => [subject, subject, subject, subject],
  },
};

describe.each(Object.entries(WAYS))('a model of %s', (_, { run, sources }) => {
  const make = (values: object, subject = picture): Promise<EngineResult> => {
    const files = [...sources(subject), ...('style_image' in values ? [style] : [])];
    const wishes = { model: 'P2-20260801', face_limit: 800, texture_quality: 'fast', pbr: undefined, ...values };
    return run({ sources: files, values: wishes }, () => undefined);
  };
  const modelOf = (made: EngineResult): Promise<Document> => readGlb(made.files[0]!.bytes);
  const frontOf = async (made: EngineResult) => (await lookAround(await modelOf(made)))[0]!;

  test('takes on the colours of a style image', async () => {
    const plain = meanOf(await frontOf(await make({})), 0.6);
    const made = await make({ style_image: { type: 'png' } });
    const styled = meanOf(await frontOf(made), 0.6);
    const wanted = [0x48, 0x99, 0x66] as const;
    expect(difference(plain, wanted)).toBeGreaterThan(100);
    expect(difference(styled, wanted)).toBeLessThan(0.4 * difference(plain, wanted));
    expect(made.notes.map(toEngineText)).toContain('The colors of the texture come from style_image.');
  });

  test('without a texture has no use for a style image, and says so', async () => {
    const { notes } = await make({ style_image: { type: 'png' }, texture: false });
    expect(notes.map(toEngineText)).toContain('style_image has no effect without a texture.');
  });

  test('refuses a style image that is none by its name', async () => {
    const files = [...sources(picture), Buffer.from('dear diary')];
    const values = { model: 'P2-20260801', style_image: { type: 'png' } };
    await expect(run({ sources: files, values }, () => undefined)).rejects.toThrow(
      /^The style image cannot be used\. This file is not/,
    );
  });

  test('is as large as the photograph says', async () => {
    // 2 m away through a lens of 50 mm, so the image’s diagonal measures 2 × 43.27 / 50 m there.
    const photo = await sharp(picture)
      .flatten({ background: '#ffffff' })
      .withExif({ IFD2: { SubjectDistance: '2/1', FocalLengthIn35mmFilm: '50' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const made = await make({ texture: false, auto_size: true }, photo);
    const { min, max } = worldBox(await modelOf(made))!;
    expect(max[1] - min[1]).toBeCloseTo((((2 * 43.27) / 50) * 176) / Math.hypot(144, 192), 1);
    expect(made.notes.map(toEngineText).join()).toContain('According to the distance stored in the photo');
    const unknown = await make({ texture: false, auto_size: true });
    expect(unknown.notes.map(toEngineText).join()).toContain('does not contain the size');
  });

  test('tells whether it can be printed, as it was made', async () => {
    const { notes } = await make({ check_printable: true });
    expect(notes.map(toEngineText).join()).toMatch(
      /3D printing: the model is one closed body of [\d.]+ × 1000 × [\d.]+ mm, at least \d+/,
    );
    expect((await make({})).notes.map(toEngineText).join()).not.toContain('3D printing');
  });

  test('of a poor image is nearer to that of a good one where the image is repaired', async () => {
    const good = await sharp(picture).flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true });
    const noise = createNoise(3);
    const poor = good.data.map((byte) =>
      Math.min(255, Math.max(0, 0.4 * byte + 24 * (Array.from({ length: 4 }, noise).reduce((a, b) => a + b) - 2))),
    );
    const { width, height, channels } = good.info;
    const toPng = (data: Uint8Array) => sharp(data, { raw: { width, height, channels } }).png().toBuffer();
    const wanted = meanOf(await frontOf(await make({}, await toPng(good.data))), 0.5);
    const off = async (values: object) => {
      const made = await make(values, await toPng(poor));
      return { by: difference(meanOf(await frontOf(made), 0.5), wanted), notes: made.notes.map(toEngineText).join() };
    };
    const [left, repaired] = [await off({}), await off({ enable_image_autofix: true })];
    expect(left.by).toBeGreaterThan(60);
    expect(repaired.by).toBeLessThan(0.5 * left.by);
    expect(repaired.notes).toContain('The image was enhanced: grain and dull tones.');
  });

  test('loses its light with the newest texture version only, unless it is told not to', async () => {
    const lit = await draw(
      'width="160" height="160"><radialGradient id="g" cx="0.35" cy="0.3"><stop offset="0" stop-color="#f0d8c0"/><stop offset="1" stop-color="#504030"/></radialGradient><circle cx="80" cy="80" r="70" fill="url(#g)"/>',
    );
    const spread = async (values: object) => {
      const made = await make(values, lit);
      const { data } = await frontOf(made);
      const light = [...data.filter((_, i) => i % 4 === 1 && data[i + 2]! > 250)];
      const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
      return {
        value: Math.sqrt(light.reduce((sum, value) => sum + (value - mean) ** 2, 0) / light.length),
        notes: made.notes.map(toEngineText).join(),
      };
    };
    const usual = await spread({ texture_quality: 'standard' });
    const even = await spread({ texture_version: NEWEST });
    const kept = await spread({ texture_version: NEWEST, delight: false });
    expect(even.value).toBeLessThan(0.6 * usual.value);
    expect(kept.value).toBeGreaterThan(0.9 * usual.value);
    expect(even.notes).toContain('delight removed the shading');
    expect(kept.notes).toContain('texture_version has no effect');
  });
});
