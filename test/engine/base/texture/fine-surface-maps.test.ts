import { describe, expect, test } from 'vitest';
import { shrinkTexture } from '../../../../src-main/engine/base/texture/shrink-texture.ts';
import { toFineSurfaceMaps } from '../../../../src-main/engine/base/texture/fine-surface-maps.ts';
import type { ColorPlane } from '../../../../src-main/engine/base/silhouette/extend-subject-colors.ts';
import { toSurfaceMaps } from '../../../../src-main/engine/base/texture/surface-maps.ts';
import { createNoise } from '../../make/one-view/pictures.ts';

/** A grey plane, as light (0 to 255) as a function of its pixels says. */
function draw(width: number, height: number, light: (x: number, y: number) => number): ColorPlane {
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) rgb.fill(light(i % width, Math.floor(i / width)), 3 * i, 3 * i + 3);
  return { width, height, rgb };
}

/** How far normals lean in the mean, as a share of the steepest a byte can say; half a step is the nearest to none. */
function lean({ rgb }: ColorPlane): number {
  let sum = -Math.SQRT1_2 * (rgb.length / 3);
  for (let i = 0; i < rgb.length; i += 3) sum += Math.hypot(rgb[i]! - 127.5, rgb[i + 1]! - 127.5);
  return sum / (127.5 * (rgb.length / 3));
}

/** The maps of a plane scaled down to the largest that are made at once. */
async function coarseMaps({ width, height, rgb }: ColorPlane) {
  const small = await shrinkTexture({ width, height, data: rgb }, 1024);
  return toSurfaceMaps({ width: small.width, height: small.height, rgb: small.data });
}

describe('maps of large colours', () => {
  test('are those of small ones where the colours are small', async () => {
    const plane = draw(300, 200, (x, y) => 90 + 60 * Math.sin(x / 7) * Math.cos(y / 5));
    expect(await toFineSurfaceMaps(plane)).toEqual(toSurfaceMaps(plane));
  });

  test('show relief that is gone when the colours are scaled down', async () => {
    // Lines two pixels wide and six apart: a period of less than two pixels at 1024.
    const plane = draw(4096, 128, (x) => (x % 6 < 2 ? 40 : 160));
    const { normal } = await toFineSurfaceMaps(plane);
    expect([normal.width, normal.height]).toEqual([4096, 128]);
    expect(lean(normal)).toBeGreaterThan(0.2);
    expect(lean(normal)).toBeGreaterThan(10 * lean((await coarseMaps(plane)).normal));
    // To the right of a dark line it rises: the normal leans to the left.
    const at = 3 * (100 * 4096 + 6 * 50);
    expect(normal.rgb[at + 6]!).toBeLessThan(120);
    expect(normal.rgb[at - 3]!).toBeGreaterThan(135);
  });

  test('show highlights as finely as the colours', async () => {
    const plane = draw(2048, 256, (x, y) => (x % 64 < 2 && y % 64 < 32 ? 250 : 120));
    const { roughness } = await toFineSurfaceMaps(plane);
    const least = ({ rgb }: ColorPlane) => rgb.reduce((low, value, i) => (i % 3 === 1 ? Math.min(low, value) : low));
    const share = ({ rgb }: ColorPlane) =>
      rgb.filter((value, i) => i % 3 === 1 && value < 150).length / (rgb.length / 3);
    expect(least(roughness)).toBeLessThan(125);
    expect(share(roughness)).toBeCloseTo((2 / 64) * (32 / 64), 3);
  });

  test('have the slopes of the coarse relief where there is nothing finer', async () => {
    const plane = draw(2048, 256, (x, y) => 128 + 50 * Math.sin(x / 10) * Math.sin(y / 10));
    const [fine, coarse] = [await toFineSurfaceMaps(plane), await coarseMaps(plane)];
    expect(lean(fine.normal)).toBeGreaterThan(0.02);
    expect(lean(fine.normal) / lean(coarse.normal)).toBeCloseTo(1, 1);
  });

  test('take no grain for bumps', async () => {
    const noise = createNoise(5);
    const grain = () => 4 * (Array.from({ length: 4 }, noise).reduce((sum, value) => sum + value) - 2) * Math.sqrt(3);
    const plane = draw(2048, 256, () => 128 + grain());
    const lines = draw(2048, 256, (x) => 128 + grain() - (x % 24 < 2 ? 90 : 0));
    const [quiet, lined] = [await toFineSurfaceMaps(plane), await toFineSurfaceMaps(lines)];
    expect(lean(quiet.normal)).toBeLessThan(1.3 * lean((await coarseMaps(plane)).normal));
    expect(lean(lined.normal)).toBeGreaterThan(5 * lean(quiet.normal));
  });
});
