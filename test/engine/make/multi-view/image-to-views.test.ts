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

describe('four views of one picture', () => {
  let source: Image;
  let pictures: Image[];
  const shares: number[] = [];
  beforeAll(async () => {
    const bytes = await cutOutOf(128, figure, (x) => (x < 0 ? RED : BLUE));
    source = await readImage(bytes);
    const { views, notes } = await imageToViews(bytes, 256, (share) => shares.push(share));
    expect(toEngineText(notes.at(-1)!)).toMatch(/draft model/);
    pictures = await Promise.all(views.map(readImage));
  });

  it('are square cut-outs of one scale, the subject as high in each', () => {
    const heights = pictures.map((picture) => boxOf(picture).height);
    expect(pictures.map(({ width, height }) => [width, height])).toEqual(new Array(4).fill([256, 256]));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(3);
    expect(boxOf(pictures[1]!).width).toBeLessThan(boxOf(pictures[0]!).width);
  });

  it('show the picture itself in front, and its mirror image from behind', async () => {
    const front = await compareImages(source, pictures[0]!);
    expect(front.overlap).toBeGreaterThan(0.95);
    expect(front.psnr).toBeGreaterThan(20);
    const back = await compareImages(await mirrored(source), pictures[2]!);
    expect(back.overlap).toBeGreaterThan(0.95);
    expect(back.psnr).toBeGreaterThan(20);
  });

  it('show from the left what is at the right of the front picture', async () => {
    // The subject's left is on the picture's right, which is blue.
    const meanOf = ({ data }: Image, channel: number): number => {
      let [sum, count] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3]! < 255) continue;
        sum += data[i + channel]!;
        count++;
      }
      return sum / count;
    };
    expect(meanOf(pictures[1]!, 2)).toBeGreaterThan(meanOf(pictures[1]!, 0) + 50);
    expect(meanOf(pictures[3]!, 0)).toBeGreaterThan(meanOf(pictures[3]!, 2) + 50);
    expect((await compareImages(pictures[1]!, await mirrored(pictures[3]!))).overlap).toBeGreaterThan(0.98);
  });

  it('report progress that never goes back', () => {
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('are refused for what is no picture and for an empty one', async () => {
    const quiet = (): void => undefined;
    await expect(imageToViews(Buffer.from('no'), 64, quiet)).rejects.toMatchObject({ code: 'not_a_picture' });
    await expect(imageToViews(await cutOut(32, disc(0)), 64, quiet)).rejects.toMatchObject({ code: 'empty' });
  });
});
