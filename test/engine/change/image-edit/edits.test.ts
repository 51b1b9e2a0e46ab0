import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  alphaAt,
  correlate,
  decode,
  draw,
  drawBall,
  edit,
  EDGE,
  inBall,
  labs,
  mean,
  meanChroma,
  meanHue,
  offBall,
} from '../../base/image/scenes.ts';

let ball: Buffer;
let before: Awaited<ReturnType<typeof decode>>;
beforeAll(async () => {
  ball = await drawBall();
  before = await decode(ball);
});
const after = async (prompt: string) => decode((await edit(ball, { prompt })).image);

describe('a recoloured subject', () => {
  it.each([
    ['make it blue', 259],
    ['green', 146],
    ['a yellow ball', 93],
  ])('has the hue of “%s” and keeps its shading and the exact background', async (prompt, hue) => {
    const made = await after(prompt);
    expect(Math.abs(((meanHue(labs(made, inBall)) - hue + 540) % 360) - 180)).toBeLessThan(12);
    expect(correlate(labs(before, inBall), labs(made, inBall))).toBeGreaterThan(0.95);
    expect(labs(made, offBall)).toEqual(labs(before, offBall));
  });

  it.each([
    ['white', 0.85, 1],
    ['black', 0, 0.4],
  ])('can be %s and keeps its shading', async (prompt, min, max) => {
    const found = labs(await after(prompt), inBall);
    expect(mean(found, 0)).toBeGreaterThan(min);
    expect(mean(found, 0)).toBeLessThan(max);
    expect(meanChroma(found)).toBeLessThan(0.02);
    expect(correlate(labs(before, inBall), found)).toBeGreaterThan(0.9);
  });

  it('changes only the colour that the prompt names', async () => {
    const flag = await draw(
      120,
      120,
      '<rect width="120" height="120" fill="#fff"/><rect x="20" y="20" width="40" height="80" fill="#c0282d"/><rect x="60" y="20" width="40" height="80" fill="#edc531"/>',
    );
    const { image } = await edit(flag, { prompt: 'change red to green' });
    const [own, made] = [await decode(flag), await decode(image)];
    const inRed = (x: number, y: number) => x > 24 && x < 56 && y > 24 && y < 96;
    const inYellow = (x: number, y: number) => x > 64 && x < 96 && y > 24 && y < 96;
    expect(Math.abs(meanHue(labs(made, inRed)) - 146)).toBeLessThan(12);
    expect(labs(made, inYellow)).toEqual(labs(own, inYellow));
    expect((await edit(flag, { prompt: 'change violet to green' })).notes.map(toEngineText).join(' ')).toContain(
      'was not found',
    );
  });
});

describe('tones', () => {
  it.each([
    ['brighter', 0, 1],
    ['darker', 0, -1],
    ['warmer', 2, 1],
    ['cooler', 2, -1],
  ] as const)('“%s” changes its channel everywhere', async (prompt, channel, sense) => {
    const made = await after(prompt);
    for (const where of [inBall, offBall]) {
      expect(sense * (mean(labs(made, where), channel) - mean(labs(before, where), channel))).toBeGreaterThan(0.01);
    }
  });

  it('“black and white” removes all colour, “vivid” adds saturation', async () => {
    expect(meanChroma(labs(await after('black and white'), () => true))).toBeLessThan(0.004);
    expect(meanChroma(labs(await after('more vivid'), inBall))).toBeGreaterThan(1.1 * meanChroma(labs(before, inBall)));
  });

  it('“slightly” and “much” scale the change', async () => {
    const lights = await Promise.all(
      ['slightly brighter', 'brighter', 'much brighter'].map(async (prompt) =>
        mean(labs(await after(prompt), inBall), 0),
      ),
    );
    expect(lights).toEqual(lights.toSorted((a, b) => a - b));
    expect(lights[2]! - lights[0]!).toBeGreaterThan(0.05);
  });
});

describe('light and material', () => {
  it('comes from the side that the prompt names', async () => {
    const side = async (prompt: string) => {
      const made = await after(prompt);
      const half = (left: boolean) =>
        mean(
          labs(made, (x, y) => inBall(x, y) && x < EDGE / 2 === left),
          0,
        );
      return half(true) - half(false);
    };
    const [left, right] = [await side('light from the left'), await side('light from the right')];
    expect(left).toBeGreaterThan(right + 0.15);
  });

  it.each(['made of gold', 'wooden', 'glossy', 'matte', 'glass', 'glowing', 'old', 'dotted'])(
    '“%s” changes the subject and, except for a glow, nothing around it',
    async (prompt) => {
      const made = await after(prompt);
      expect(labs(made, inBall)).not.toEqual(labs(before, inBall));
      if (prompt !== 'glowing') expect(labs(made, offBall)).toEqual(labs(before, offBall));
    },
  );

  it('even lighting reduces shading', async () => {
    const spread = (found: ReturnType<typeof labs>) => {
      const middle = mean(found, 0);
      return found.reduce((sum, [light]) => sum + (light - middle) ** 2, 0);
    };
    expect(spread(labs(await after('remove the shadows'), inBall))).toBeLessThan(0.8 * spread(labs(before, inBall)));
  });

  it.each(['cartoon', 'oil painting', 'pencil sketch', 'pixel art', 'sharper', 'denoise', 'blur'])(
    'the filter “%s” keeps size and transparency',
    async (prompt) => {
      const clear = await drawBall(null);
      const { image } = await edit(clear, { prompt });
      const [own, made] = [await decode(clear), await decode(image)];
      expect(made.data).not.toEqual(own.data);
      expect(made.data.filter((_v, k) => k % 4 === 3)).toEqual(own.data.filter((_v, k) => k % 4 === 3));
    },
  );

  it('a semi-transparent image is sharpened like an opaque one', async () => {
    const solid = await sharp(ball).removeAlpha().toBuffer();
    const half = await sharp(solid).ensureAlpha(0.5).png().toBuffer();
    const [wanted, made] = await Promise.all(
      [solid, half].map(async (source) => decode((await edit(source, { prompt: 'sharpen' })).image)),
    );
    expect(made!.data.filter((_v, k) => k % 4 < 3)).toEqual(wanted!.data.filter((_v, k) => k % 4 < 3));
  });

  it('a pattern’s relief is equally strong in large and small images', async () => {
    // A flat grey card, so that all variation comes from the pattern.
    const spread = async (edge: number) => {
      const card = `<rect width="100%" height="100%" fill="#fff"/><rect x="10%" y="10%" width="80%" height="80%" fill="#888"/>`;
      const made = await decode((await edit(await draw(edge, edge, card), { prompt: 'brick' })).image);
      const found = labs(made, (x, y) => Math.max(Math.abs(x - edge / 2), Math.abs(y - edge / 2)) < 0.3 * edge);
      const middle = mean(found, 0);
      return Math.sqrt(found.reduce((sum, [light]) => sum + (light - middle) ** 2, 0) / found.length);
    };
    const [small, large] = [await spread(96), await spread(384)];
    expect(Math.abs(large / small - 1)).toBeLessThan(0.1);
  });

  it('mirrors images', async () => {
    const mirrored = await decode((await edit(ball, { prompt: 'mirror it' })).image);
    expect(Buffer.from(mirrored.data).equals(await sharp(ball).flop().ensureAlpha().raw().toBuffer())).toBe(true);
  });
});

describe('the background', () => {
  it('is removed with an accurate outline', async () => {
    const edge = 512;
    const [scene, truth] = [await drawBall('#9fb4c8', edge), await decode(await drawBall(null, edge))];
    const made = await decode((await edit(scene, { prompt: 'remove the background' })).image);
    let [both, either] = [0, 0];
    for (let k = 3; k < made.data.length; k += 4) {
      const [a, b] = [made.data[k]! > 127, truth.data[k]! > 127];
      if (a && b) both++;
      if (a || b) either++;
    }
    expect(both / either).toBeGreaterThan(0.98);
    // No old background colour is left along the outline.
    const rim = labs(
      made,
      (x, y) => made.data[4 * (y * edge + x) + 3]! > 100 && made.data[4 * (y * edge + x) + 3]! < 250,
    );
    expect(Math.abs(meanHue(rim) - 25)).toBeLessThan(15);
  });

  it('takes the colour that the prompt names, and the subject keeps its own', async () => {
    const made = await after('blue background');
    expect([...made.data.subarray(0, 4)]).toEqual([0x2c, 0x5f, 0xb3, 255]);
    expect(labs(made, inBall)).toEqual(labs(before, inBall));
  });

  it('can have a shadow, an outline or a studio backdrop', async () => {
    const clear = await drawBall(null);
    const shadow = await decode((await edit(clear, { prompt: 'add a shadow' })).image);
    expect([alphaAt(shadow, 0.5, 0.82) > 10, alphaAt(shadow, 0.5, 0.15)]).toEqual([true, 0]);
    const sticker = await decode((await edit(clear, { prompt: 'add a green outline' })).image);
    expect([alphaAt(sticker, 0.5, 0.192), alphaAt(sticker, 0.5, 0.1)]).toEqual([255, 0]);
    const studio = await after('studio background');
    expect(
      mean(
        labs(studio, (_x, y) => y < 28),
        0,
      ),
    ).toBeGreaterThan(0.8);
  });

  it('can be the second image, which otherwise provides the colours', async () => {
    const scene = await draw(64, 64, '<rect width="64" height="64" fill="#1c8f62"/>');
    const behind = await edit([ball, scene], { prompt: 'use the second picture as background' });
    expect([...(await decode(behind.image)).data.subarray(0, 3)]).toEqual([0x1c, 0x8f, 0x62]);
    const styled = await edit([ball, scene], {});
    expect(Math.abs(meanHue(labs(await decode(styled.image), () => true)) - 161)).toBeLessThan(25);
    expect(styled.notes.map(toEngineText)).toContain('The colors come from the second image.');
    expect((await edit([ball, scene, scene], {})).notes.map(toEngineText)).toContain(
      'Only the first two images were used.',
    );
    expect(
      (await edit(ball, { prompt: 'blue, in the style of the reference' })).notes.map(toEngineText).join(' '),
    ).toContain('refer to a second image, but there is none');
    const plain = await draw(40, 40, '<rect width="40" height="40" fill="#888"/>');
    const { notes } = await edit([plain, scene], { prompt: 'darker, use the second picture as background' });
    expect(notes.map(toEngineText)).toContain('The background was not changed.');
    expect(notes.map(toEngineText).join(' ')).not.toContain('is the background');
  });
});
