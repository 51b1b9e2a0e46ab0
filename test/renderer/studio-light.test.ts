import { describe, expect, it } from 'vitest';
import { createStudioLight, studioRadiance } from '../../src-renderer/viewer/studio-light.ts';

/** Mean over directions spread evenly by the golden angle. */
function meanRadiance(roughness: number): number {
  const count = 4000;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const y = 1 - (2 * (index + 0.5)) / count;
    const ring = Math.sqrt(1 - y * y);
    const angle = index * Math.PI * (3 - Math.sqrt(5));
    sum += studioRadiance([ring * Math.cos(angle), y, ring * Math.sin(angle)], roughness);
  }
  return sum / count;
}

describe('the studio light', () => {
  it('gives rough and smooth surfaces the same light in all', () => {
    const sharp = meanRadiance(0);
    for (const roughness of [0.2, 0.5, 1]) expect(meanRadiance(roughness) / sharp).toBeCloseTo(1, 2);
  });

  it('comes from above more than from below, and blurs with roughness', () => {
    const contrast = (roughness: number) =>
      studioRadiance([0, 1, 0], roughness) / studioRadiance([0, -1, 0], roughness);
    expect(contrast(0)).toBeGreaterThan(contrast(0.6));
    expect(contrast(1)).toBeGreaterThan(1);
  });

  it('is a cube of levels as three reads them: one more stored than read', () => {
    const texture = createStudioLight();
    expect(texture.isPMREMTexture).toBe(true);
    expect(texture.image).toHaveLength(6);
    expect(texture.mipmaps).toHaveLength(4);
  });
});
