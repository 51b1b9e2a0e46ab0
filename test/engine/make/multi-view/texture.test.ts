import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { rasterizeTriangles } from '../../../../src-main/engine/base/mesh/rasterize-triangles.ts';
import { unwrapByDirection } from '../../../../src-main/engine/make/multi-view/unwrap/unwrap-by-direction.ts';
import { cutOut, disc, figure, paint, toPng } from '../one-view/pictures.ts';
import type { Outline, Rgb } from '../one-view/pictures.ts';
import { block, BLUE, cutOutOf, expectValid, GREEN, make, openValid, RED, shape, views, YELLOW } from './subjects.ts';
import type { Opened } from './subjects.ts';

const TEXTURED = { texture: true, textureSize: 300, faceLimit: 2000 };

/**
 * Returns the colours of the vertices whose normal has a cosine above 0.9 with the direction and whose position passes
 * a test.
 */
function colorsTowards(
  model: Opened,
  direction: readonly number[],
  isMatch: (x: number, y: number, z: number) => boolean,
) {
  const colors: [number, number, number][] = [];
  for (let v = 0; v < model.positions.length / 3; v++) {
    const [nx, ny, nz] = model.normals.subarray(3 * v, 3 * v + 3);
    const [x, y, z] = model.positions.subarray(3 * v, 3 * v + 3);
    const cosine = nx! * direction[0]! + ny! * direction[1]! + nz! * direction[2]!;
    if (cosine > 0.9 && isMatch(x!, y!, z!)) colors.push(model.colorAt(v));
  }
  return colors;
}

const anywhere = () => true;

function expectAll(colors: readonly (readonly number[])[], wanted: Rgb, tolerance = 60): void {
  expect(colors.length).toBeGreaterThan(5);
  const worst = colors.map((color) => Math.max(...color.map((value, c) => Math.abs(value - wanted[c]!))));
  expect(Math.max(...worst)).toBeLessThan(tolerance);
}

describe('the texture of a model made from views', () => {
  let ball: Opened;
  beforeAll(async () => {
    ball = await openValid((await make(await views(disc(0.8), disc(0.8)), TEXTURED)).glb);
  });

  it('shows on each side the view that faces it: front +Z, left +X, back −Z, right −X', () => {
    expectAll(colorsTowards(ball, [0, 0, 1], anywhere), RED);
    expectAll(colorsTowards(ball, [1, 0, 0], anywhere), GREEN);
    expectAll(colorsTowards(ball, [0, 0, -1], anywhere), BLUE);
    expectAll(colorsTowards(ball, [-1, 0, 0], anywhere), YELLOW);
  });

  it('blends between adjacent views', () => {
    const between = colorsTowards(
      ball,
      [Math.SQRT1_2, 0, Math.SQRT1_2],
      (x, y, z) => Math.abs(x - z) < 0.04 && y > 0.3,
    );
    expect(between.length).toBeGreaterThan(0);
    expect(Math.min(...between.map(([r]) => r))).toBeGreaterThan(70);
    expect(Math.min(...between.map(([, g]) => g))).toBeGreaterThan(70);
  });

  it('extends colours to areas that no view shows, without black or background', () => {
    for (const direction of [
      [0, 1, 0],
      [0, -1, 0],
    ]) {
      const colors = colorsTowards(ball, direction, anywhere);
      expect(colors.length).toBeGreaterThan(5);
      expect(Math.min(...colors.map((color) => Math.max(...color)))).toBeGreaterThan(80);
    }
  });

  it('keeps each image upright and unmirrored', async () => {
    // Left half red, right half blue above and green below, as seen from every side.
    const colorAt = (x: number, y: number): Rgb => (x < 0 ? RED : y < 0 ? BLUE : GREEN);
    const image = await cutOutOf(64, block(0.6), colorAt);
    const model = await openValid((await make([image, image, image, image], TEXTURED)).glb);
    for (const [towards, right] of [
      [
        [0, 0, 1],
        [1, 0, 0],
      ],
      [
        [1, 0, 0],
        [0, 0, -1],
      ],
      [
        [0, 0, -1],
        [-1, 0, 0],
      ],
      [
        [-1, 0, 0],
        [0, 0, 1],
      ],
    ] as const) {
      const across = (x: number, z: number): number => x * right[0] + z * right[2];
      expectAll(
        colorsTowards(model, towards, (x, _, z) => across(x, z) < -0.06),
        RED,
      );
      expectAll(
        colorsTowards(model, towards, (x, y, z) => across(x, z) > 0.06 && y > 0.58 && y < 0.9),
        BLUE,
      );
      expectAll(
        colorsTowards(model, towards, (x, y, z) => across(x, z) > 0.06 && y < 0.42 && y > 0.1),
        GREEN,
      );
    }
  });

  it('mirrors one side onto the other if that has no image', async () => {
    // Red towards the front, blue towards the back; the right side shows the mirrored left view.
    const left = await cutOutOf(64, block(0.6), (x) => (x < 0 ? RED : BLUE));
    const model = await openValid((await make([await cutOut(64, block(0.6), RED), left, null, null], TEXTURED)).glb);
    for (const side of [1, -1]) {
      expectAll(
        colorsTowards(model, [side, 0, 0], (_x, _y, z) => z > 0.06),
        RED,
      );
      expectAll(
        colorsTowards(model, [side, 0, 0], (_x, _y, z) => z < -0.06),
        BLUE,
      );
    }
  });

  it('does not project occluding parts onto the parts behind them', async () => {
    // A small red ball in front of a large blue one: the front view shows red in the middle, the sides show both.
    const side: Outline = (x, y) => Math.hypot(x - 0.35, y) < 0.6 || Math.hypot(x + 0.7, y) < 0.22;
    const front = await cutOutOf(96, disc(0.6), (x, y) => (Math.hypot(x, y) < 0.22 ? RED : BLUE));
    const left = await cutOutOf(96, side, (x) => (x < -0.4 ? RED : BLUE));
    const right = await cutOutOf(
      96,
      (x, y) => side(-x, y),
      (x) => (x > 0.4 ? RED : BLUE),
    );
    const model = await openValid((await make([front, left, await cutOut(96, disc(0.6), BLUE), right], TEXTURED)).glb);
    const behind = (x: number, y: number, z: number): boolean => z < 0.2 && Math.hypot(x, y - model.max[1]! / 2) < 0.1;
    const colors = colorsTowards(model, [0, 0, 1], behind);
    expect(colors.length).toBeGreaterThan(2);
    expect(Math.min(...colors.map(([r, , b]) => b - r))).toBeGreaterThan(0);
    expectAll(
      colorsTowards(model, [0, 0, 1], (_x, _y, z) => z > 0.35),
      RED,
      60,
    );
  });

  it('contains no background of opaque images', async () => {
    const opaque = await toPng(
      paint(128, 128, disc(0.7), RED, () => [20, 220, 40]),
      128,
      128,
    );
    const model = await openValid((await make([opaque, opaque, null, null], TEXTURED)).glb);
    const greens = Array.from({ length: model.positions.length / 3 }, (_, v) => model.colorAt(v)[1]);
    expect(Math.max(...greens)).toBeLessThan(100);
  });

  it('is unwrapped without overlap, inside the square', async () => {
    const { uvs, indices } = unwrapByDirection(await shape(await views(figure, block(0.3, 0.675), 96)), 512);
    expect(uvs.every((value) => value >= 0 && value <= 1)).toBe(true);
    // Overlapping triangles cover fewer texels together than separately.
    let texels = 0;
    rasterizeTriangles(uvs, indices, 512, new Uint8Array(512 * 512), () => texels++);
    let area = 0;
    for (let t = 0; t < indices.length; t += 3) {
      const [ax, ay, bx, by, cx, cy] = [0, 1, 2].flatMap((k) => [0, 1].map((c) => 512 * uvs[2 * indices[t + k]! + c]!));
      area += Math.abs((bx! - ax!) * (cy! - ay!) - (cx! - ax!) * (by! - ay!)) / 2;
    }
    expect(texels / area).toBeGreaterThan(0.98);
    expect(texels / 512 ** 2).toBeGreaterThan(0.4);
  });

  it('has the requested size, rounded down and clamped', async () => {
    expect(ball.textureSize).toBe(256);
    const images = await views(disc(0.8), disc(0.8), 16);
    expect((await openValid((await make(images, { texture: true, textureSize: 1 })).glb)).textureSize).toBe(64);
  });

  it('is compressed on request, the same for every seed, and has a preview', async () => {
    const images = await views(disc(0.8), block(0.8), 16);
    const first = await make(images, TEXTURED);
    expect(Buffer.from((await make(images, { ...TEXTURED, seed: 9 })).glb).equals(first.glb)).toBe(true);
    await expectValid(first.glb);
    const packed = await make(images, { ...TEXTURED, compress: 'geometry' });
    await expectValid(packed.glb);
    expect(packed.glb.length).toBeLessThan(first.glb.length);
    expect((await openValid(packed.glb)).extensions).toEqual(['KHR_draco_mesh_compression']);
    const { format, width, height } = await sharp(first.preview).metadata();
    expect([format, width, height]).toEqual(['webp', 512, 512]);
  });
});
