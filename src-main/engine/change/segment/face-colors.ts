import { readFloats } from '../../base/document/list-surfaces.ts';
import { toLinear } from '../bake/texture-sampler.ts';
import { loadTextureSamplers } from '../bake/load-texture-samplers.ts';
import type { FaceGraph } from './face-graph.ts';

/** Edge in pixels to which textures are scaled down, so that a sample is the mean of its surroundings. */
const TEXTURE_SIZE = 256;

/**
 * Samples the base colour at the centroid of each face: texture × factor as linear RGB, three values per face; white
 * without a material.
 */
export async function readFaceColors({ surfaces, owners, locals }: FaceGraph): Promise<Float32Array> {
  const materials = surfaces.map(({ primitive }) => primitive.getMaterial());
  const samplers = await loadTextureSamplers([...new Set(materials)], TEXTURE_SIZE);
  const colorSources = surfaces.map(({ primitive, indices }, i) => {
    const info = materials[i]?.getBaseColorTextureInfo();
    const uvs = info ? readFloats(primitive, `TEXCOORD_${info.getTexCoord()}`) : null;
    const sample = info && samplers.get(info);
    return { indices, uvs, sample, factor: materials[i]?.getBaseColorFactor() ?? [1, 1, 1, 1] };
  });
  const colors = new Float32Array(owners.length * 3);
  const texel = [255, 255, 255, 255];
  owners.forEach((owner, face) => {
    const { indices, uvs, sample, factor } = colorSources[owner]!;
    texel.fill(255);
    if (uvs && sample) {
      const mean = (k: number): number =>
        [0, 1, 2].reduce((sum, corner) => sum + uvs[indices[locals[face]! * 3 + corner]! * 2 + k]!, 0) / 3;
      sample(mean(0), mean(1), texel);
    }
    for (let k = 0; k < 3; k++) colors[face * 3 + k] = toLinear(texel[k]! / 255) * factor[k]!;
  });
  return colors;
}
