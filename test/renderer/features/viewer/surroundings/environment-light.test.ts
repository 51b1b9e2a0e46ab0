import { describe, expect, it } from 'vitest';
import {
  createEnvironmentLight,
  radianceOf,
} from '../../../../../src-renderer/features/viewer/surroundings/environment-light.ts';
import {
  ENVIRONMENTS,
  type Environment,
} from '../../../../../src-renderer/features/viewer/surroundings/environments.ts';

const grey = (environment: Environment, direction: readonly [number, number, number], roughness: number): number =>
  radianceOf(environment, direction, roughness).reduce((sum, value) => sum + value / 3, 0);

/** Mean over directions spread evenly by the golden angle. */
function meanRadiance(environment: Environment, roughness: number): number {
  const count = 4000;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const y = 1 - (2 * (index + 0.5)) / count;
    const ring = Math.sqrt(1 - y * y);
    const angle = index * Math.PI * (3 - Math.sqrt(5));
    sum += grey(environment, [ring * Math.cos(angle), y, ring * Math.sin(angle)], roughness);
  }
  return sum / count;
}

describe.each(ENVIRONMENTS)('the light of %s', (environment) => {
  it('is the same in all for rough and smooth surfaces', () => {
    const sharp = meanRadiance(environment, 0);
    for (const roughness of [0.2, 0.5, 1]) expect(meanRadiance(environment, roughness) / sharp).toBeCloseTo(1, 1);
  });

  it('comes from above more than from below', () => {
    expect(grey(environment, [0, 1, 0], 1)).toBeGreaterThan(grey(environment, [0, -1, 0], 1));
  });
});

describe('the studio light', () => {
  it('blurs with roughness', () => {
    const contrast = (roughness: number) =>
      grey('studio', [0, 1, 0], roughness) / grey('studio', [0, -1, 0], roughness);
    expect(contrast(0)).toBeGreaterThan(contrast(0.6));
  });

  it('is without a tint, so that colours look as they are', () => {
    const [red, green, blue] = radianceOf('studio', [0.6, 0.8, 0], 0.3);
    expect([green, blue]).toEqual([red, red]);
  });

  it('is a cube of levels as three reads them: one more stored than read', () => {
    const texture = createEnvironmentLight('studio');
    expect(texture.isPMREMTexture).toBe(true);
    expect(texture.image).toHaveLength(6);
    expect(texture.mipmaps).toHaveLength(4);
  });
});
