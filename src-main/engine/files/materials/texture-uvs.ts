import type { TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import type { FlatPrimitive } from '../../base/document/flat-mesh.ts';

/**
 * Returns the UVs of a primitive (glTF's origin, top left) with the KHR_texture_transform of its base colour, or else
 * of its first other texture, applied: other formats have one UV set and no transform. Returns null without UVs.
 */
export function toTextureUvs(primitive: FlatPrimitive): Float32Array | null {
  const transform = findTransform(primitive);
  if (!transform || !primitive.uvs) return primitive.uvs;

  const [offsetU, offsetV] = transform.getOffset();
  const [scaleU, scaleV] = transform.getScale();
  const cos = Math.cos(transform.getRotation());
  const sin = Math.sin(transform.getRotation());
  const uvs = primitive.uvs.slice();
  for (let i = 0; i < uvs.length; i += 2) {
    const u = uvs[i]! * scaleU;
    const v = uvs[i + 1]! * scaleV;
    uvs[i] = cos * u + sin * v + offsetU;
    uvs[i + 1] = cos * v - sin * u + offsetV;
  }
  return uvs;
}

function findTransform({ material }: FlatPrimitive): Transform | null {
  const infos: readonly (TextureInfo | null | undefined)[] = [
    material?.getBaseColorTextureInfo(),
    material?.getNormalTextureInfo(),
    material?.getMetallicRoughnessTextureInfo(),
    material?.getEmissiveTextureInfo(),
    material?.getOcclusionTextureInfo(),
  ];
  return infos.find((info) => info)?.getExtension<Transform>('KHR_texture_transform') ?? null;
}
