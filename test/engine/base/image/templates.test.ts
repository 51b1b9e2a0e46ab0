import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { findMaskBox } from '../../../../src-main/engine/base/image/mask.ts';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import { alphaAt, decode, draw, drawBall, edit, labs, mean, meanChroma, meanHue } from './scenes.ts';

const GROUND = '<rect width="100%" height="100%" fill="#d9dde2"/>';
/** A face, symmetric about the middle of 200 pixels. */
const FACE =
  '<ellipse cx="100" cy="100" rx="70" ry="85" fill="#d08a3c"/><circle cx="70" cy="80" r="14" fill="#234"/><circle cx="130" cy="80" r="14" fill="#234"/><rect x="65" y="130" width="70" height="14" fill="#a33"/>';
/** A person with hanging arms, daylight between them and the body. */
const PERSON =
  '<circle cx="120" cy="45" r="26" fill="#e0b48a"/><rect x="90" y="66" width="60" height="90" rx="10" fill="#3567b5"/><rect x="92" y="146" width="24" height="85" fill="#444"/><rect x="124" y="146" width="24" height="85" fill="#444"/><g fill="#c0282d"><rect x="76" y="70" width="20" height="80" rx="9" transform="rotate(22 90 78)"/><rect x="144" y="70" width="20" height="80" rx="9" transform="rotate(-22 150 78)"/></g>';

const boxOf = ({ width, height, data }: Image) =>
  findMaskBox({ width, height, data: data.filter((_value, k) => k % 4 === 3) })!;

describe('template 3d_enhance', () => {
  it('puts the subject alone, evenly lit, in the middle of a square', async () => {
    const small = await sharp(await drawBall())
      .extract({ left: 20, top: 0, width: 124, height: 130 })
      .toBuffer();
    const { image, notes } = await edit(small, { template: '3d_enhance' });
    const made = await decode(image);
    const box = boxOf(made);
    expect([made.width, made.height]).toEqual([1024, 1024]);
    expect(Math.abs(box.left + box.width / 2 - 512)).toBeLessThan(4);
    expect(Math.abs(box.top + box.height / 2 - 512)).toBeLessThan(4);
    expect(Math.max(box.width, box.height) / 1024).toBeCloseTo(0.86, 1);
    expect(toEngineText(notes[0]!)).toContain('Template 3d_enhance: the subject was cut out');
    expect(toEngineText(notes[1]!)).toContain('Enlarging it adds no detail');
  });
});

describe('template character_completion', () => {
  it('gives a subject that was cut in half its other half back', async () => {
    const whole = await draw(200, 200, GROUND + FACE);
    const half = await sharp(whole).extract({ left: 0, top: 0, width: 100, height: 200 }).toBuffer();
    const { image, notes } = await edit(half, { template: 'character_completion' });
    const [made, wanted] = [await decode(image), await decode(whole)];
    expect([made.width, made.height]).toEqual([200, 200]);
    let [error, count] = [0, 0];
    for (let i = 0; i < 200 * 200; i++) {
      if (made.data[4 * i + 3]! < 250) continue;
      count++;
      for (let c = 0; c < 3; c++) error += (made.data[4 * i + c]! - wanted.data[4 * i + c]!) ** 2 / 3;
    }
    expect(count / (Math.PI * 70 * 85)).toBeGreaterThan(0.93);
    expect(10 * Math.log10(255 ** 2 / (error / count))).toBeGreaterThan(30);
    expect(notes.map(toEngineText).join(' ')).toContain('the right side was cut off');
  });

  it('finds the axis of a subject that lost a little more than its edge', async () => {
    const whole = await draw(200, 200, GROUND + FACE);
    const most = await sharp(whole).extract({ left: 62, top: 0, width: 138, height: 200 }).toBuffer();
    const { image, notes } = await edit(most, { template: 'character_completion' });
    const box = boxOf(await decode(image));
    expect(Math.abs(box.width - 140)).toBeLessThan(5);
    expect(notes.map(toEngineText).join(' ')).toMatch(/left side was cut off.*about the symmetry axis/);
  });

  it('fills a piece one side lacks, and says when nothing can be known', async () => {
    const bitten = await draw(200, 200, `${GROUND}${FACE}<circle cx="175" cy="120" r="32" fill="#d9dde2"/>`);
    const { image } = await edit(bitten, { template: 'character_completion' });
    expect(alphaAt(await decode(image), 0.79, 0.55)).toBeGreaterThan(200);
    const crooked = await draw(200, 200, `${GROUND}<path d="M20 20 L180 60 L60 90 L150 190 L30 150Z" fill="#345"/>`);
    await expect(edit(crooked, { template: 'character_completion' })).rejects.toThrow(/not symmetric/);
  });
});

describe('template t_pose', () => {
  it('turns hanging arms until they are level and leaves the rest', async () => {
    const person = await draw(240, 250, GROUND + PERSON);
    const { image, notes } = await edit(person, { template: 't_pose' });
    const made = await decode(image);
    const box = boxOf(made);
    expect(box.width).toBeGreaterThan(190);
    // The arms alone are red.
    const reds: number[] = [];
    for (let i = 0; i < made.width * made.height; i++) {
      const [r, , b, a] = made.data.subarray(4 * i, 4 * i + 4);
      if (a! > 200 && r! > b! + 90 && r! > 150) reds.push(Math.floor(i / made.width));
    }
    const middle = reds.reduce((sum, y) => sum + y, 0) / reds.length;
    expect(reds.filter((y) => Math.abs(y - middle) < 16).length / reds.length).toBeGreaterThan(0.95);
    expect(notes.map(toEngineText).join(' ')).toContain('both arms were rotated');
    expect((await edit(person, { prompt: 'grey', isTPose: true })).notes.map(toEngineText).join(' ')).toContain(
      'both arms were rotated',
    );
  });

  it('fails with a sentence where no arms can be told', async () => {
    await expect(edit(await drawBall(), { template: 't_pose' })).rejects.toThrow(
      /arms cannot be separated.*text_to_image/s,
    );
  });

  it('leaves a figure that stands in T-pose as it is', async () => {
    const standing = await draw(
      240,
      240,
      `${GROUND}<circle cx="120" cy="50" r="24" fill="#c96"/><rect x="100" y="72" width="40" height="140" fill="#36a"/><rect x="20" y="84" width="200" height="22" fill="#36a"/>`,
    );
    expect((await edit(standing, { template: 't_pose' })).notes.map(toEngineText).join(' ')).toContain('already level');
  });
});

describe('template figure', () => {
  it('shows the subject on a base in a studio, or with the base alone', async () => {
    const ball = await drawBall();
    const studio = await decode((await edit(ball, { template: 'figure' })).image);
    expect([studio.width, alphaAt(studio, 0.01, 0.01)]).toEqual([1024, 255]);
    const { image, notes } = await edit(ball, {
      template: 'figure',
      background: 'transparent',
      prompt: 'add a white outline',
    });
    expect(notes.map(toEngineText).join(' ')).toContain('Template figure: the outline was ignored');
    const alone = await decode(image);
    expect([alphaAt(alone, 0.01, 0.01), alphaAt(alone, 0.5, 0.87)]).toEqual([0, 255]);
    // The ball is red, the base below it brown and dull.
    const at = (y: number) => labs(alone, (x, row) => x > 490 && x < 530 && Math.abs(row - y) < 6);
    expect(meanChroma(at(500))).toBeGreaterThan(2 * meanChroma(at(885)));
  });
});

describe('template variants', () => {
  it('shows four colourings that differ, and the seed chooses them', async () => {
    const ball = await drawBall();
    const { image } = await edit(ball, { template: 'variants', seed: 1 });
    const made = await decode(image);
    const { width, height } = made;
    const hues = [0.25, 0.75].flatMap((v) =>
      [0.25, 0.75].map((u) => meanHue(labs(made, (x, y) => Math.hypot(x - u * width, y - v * height) < width / 10))),
    );
    hues.forEach((hue, k) => {
      for (const other of hues.slice(k + 1)) {
        expect(Math.abs(((hue - other + 540) % 360) - 180)).toBeGreaterThan(30);
      }
    });
    expect(Buffer.from(image).equals((await edit(ball, { template: 'variants', seed: 1 })).image)).toBe(true);
    expect(Buffer.from(image).equals((await edit(ball, { template: 'variants', seed: 2 })).image)).toBe(false);
  });
});

describe('sketch to render', () => {
  const LINES =
    '<rect width="240" height="200" fill="#fff"/><g fill="none" stroke="#111" stroke-width="3"><rect x="30" y="30" width="110" height="140"/><circle cx="190" cy="100" r="32"/><path d="M10 10 L25 180"/></g>';
  let sketch: Buffer;
  beforeAll(async () => {
    sketch = await draw(240, 200, LINES);
  });
  const inBox = (x: number, y: number) => x > 45 && x < 125 && y > 45 && y < 155;
  const inCircle = (x: number, y: number) => Math.hypot(x - 190, y - 100) < 24;

  it('fills closed regions with the colours of the prompt, largest first, and shades them', async () => {
    const { image, notes } = await edit(sketch, { prompt: 'green and yellow', isSketch: true });
    const made = await decode(image);
    expect(Math.abs(meanHue(labs(made, inBox)) - 146)).toBeLessThan(12);
    expect(Math.abs(meanHue(labs(made, inCircle)) - 93)).toBeLessThan(12);
    // Light comes from the upper left.
    const [lit, shaded] = [
      labs(made, (x, y) => inBox(x, y) && x + y < 130),
      labs(made, (x, y) => inBox(x, y) && x + y > 240),
    ];
    expect(mean(lit, 0)).toBeGreaterThan(mean(shaded, 0) + 0.05);
    expect([alphaAt(made, 0.62, 0.05), alphaAt(made, 0.4, 0.5)]).toEqual([0, 255]);
    expect(notes.map(toEngineText).join(' ')).toContain('2 closed regions were filled and shaded');
  });

  it('chooses colours by the seed where the prompt names none, and keeps lines dark', async () => {
    const [first, other] = await Promise.all(
      [0, 1].map(async (seed) => (await edit(sketch, { prompt: 'render it', isSketch: true, seed })).image),
    );
    expect(Buffer.from(first!).equals(other!)).toBe(false);
    const line = labs(await decode(first!), (x, y) => x === 30 && y > 60 && y < 140);
    expect(mean(line, 0)).toBeLessThan(0.45);
  });

  it('closes small gaps, and reads light lines on dark paper', async () => {
    const open = await draw(240, 200, `${LINES}<rect x="26" y="90" width="8" height="2" fill="#fff"/>`);
    expect((await edit(open, { prompt: 'red', isSketch: true })).notes.map(toEngineText).join(' ')).toContain(
      '2 closed regions',
    );
    const dark = await sharp(sketch).flatten().negate().png().toBuffer();
    expect((await edit(dark, { prompt: 'red', isSketch: true })).notes.map(toEngineText).join(' ')).toContain(
      '2 closed regions',
    );
  });

  it('fails with a sentence for what is no drawing', async () => {
    const open = await draw(
      100,
      100,
      '<rect width="100" height="100" fill="#fff"/><path d="M10 10 L90 80" stroke="#000"/>',
    );
    await expect(edit(open, { prompt: 'red', isSketch: true })).rejects.toThrow(/enclose no area/);
    const blank = await draw(100, 100, '<rect width="100" height="100" fill="#eee"/>');
    await expect(edit(blank, { prompt: 'red', isSketch: true })).rejects.toThrow(/shows no lines/);
  });
});
