import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { imageToViews } from '../../../../src-main/engine/make/multi-view/image-to-views.ts';
import { findMaskBox } from '../../../../src-main/engine/base/image/mask.ts';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { compareImages } from '../../../helpers/images/compare-images.ts';
import { cutOut, disc, figure } from '../one-view/pictures.ts';
import { BLUE, cutOutOf, RED } from './subjects.ts';

async function mirrored({ width, height, data }: Image): Promise<Image> {
  const flopped = await sharp(data, { raw: { width, height, channels: 4 } })
    .flop()
    .raw()
    .toBuffer();
  return { width, height, data: flopped };
}

function boxOf({ width, height, data }: Image) {
  return findMaskBox({ width, height, data: Uint8Array.from({ length: width * height }, (_, i) => data[4 * i + 3]!) })!;
}

describe('four views of one image', () => {
  let source: Image;
  let images: Image[];
  const shares: number[] = [];
  beforeAll(async () => {
    const bytes = await cutOutOf(128, figure, (x) => (x < 0 ? RED : BLUE));
    source = await readImage(bytes);
    const { views, notes } = await imageToViews(bytes, 256, (share) => shares.push(share));
    expect(toEngineText(notes.at(-1)!)).toMatch(/draft model/);
    images = await Promise.all(views.map(readImage));
  });

  it('are square cut-outs at one scale, with the subject equally high in each', () => {
    const heights = images.map((image) => boxOf(image).height);
    expect(images.map(({ width, height }) => [width, height])).toEqual(new Array(4).fill([256, 256]));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(3);
    expect(boxOf(images[1]!).width).toBeLessThan(boxOf(images[0]!).width);
  });

  it('show the image from the front, and its mirror image from behind', async () => {
    const front = await compareImages(source, images[0]!);
    expect(front.overlap).toBeGreaterThan(0.95);
    expect(front.psnr).toBeGreaterThan(20);
    const back = await compareImages(await mirrored(source), images[2]!);
    expect(back.overlap).toBeGreaterThan(0.95);
    expect(back.psnr).toBeGreaterThan(20);
  });

  it('show from the left what is on the right of the front image', async () => {
    // The left of the subject is on the right of the image, which is blue.
    const meanOf = ({ data }: Image, channel: number): number => {
      let [sum, count] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3]! < 255) continue;
        sum += data[i + channel]!;
        count++;
      }
      return sum / count;
    };
    expect(meanOf(images[1]!, 2)).toBeGreaterThan(meanOf(images[1]!, 0) + 50);
    expect(meanOf(images[3]!, 0)).toBeGreaterThan(meanOf(images[3]!, 2) + 50);
    expect((await compareImages(images[1]!, await mirrored(images[3]!))).overlap).toBeGreaterThan(0.98);
  });

  it('report progress that never decreases', () => {
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('are rejected for a file that is not an image and for an empty image', async () => {
    const quiet = (): void => undefined;
    await expect(imageToViews(Buffer.from('no'), 64, quiet)).rejects.toMatchObject({ code: 'not_a_picture' });
    await expect(imageToViews(await cutOut(32, disc(0)), 64, quiet)).rejects.toMatchObject({ code: 'empty' });
  });
});
