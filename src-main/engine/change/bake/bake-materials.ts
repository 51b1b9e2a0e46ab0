import type { Document, Material, Texture } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import { combineMaterials, wantedChannels, type BakedChannel } from './baked-channels.ts';
import { createTexelShader } from './texel-shader.ts';
import { loadTextureSamplers } from './load-texture-samplers.ts';
import { growTexture } from './dilate-texture.ts';
import { type TextureImage } from '../../base/texture/texture-image.ts';
import { encodeTexture } from '../../files/images/encode-texture.ts';
import { listSurfaces, readFloats, type Surface } from '../../base/document/list-surfaces.ts';
import { ATLAS_UV } from '../../base/uv/pack-uv.ts';
import { rasterizeTriangles } from '../../base/mesh/rasterize-triangles.ts';

/** Rings of texels dilated around a chart; together with the padding of the packing they prevent bleeding. */
const RINGS = 8;

/**
 * Bakes the materials of the whole model into one material with square PNG textures of `size` texels, in place.
 *
 * `packUv` must have laid out every triangle. Geometry does not change, so each new texel maps exactly to a point of
 * the old textures: they are sampled there, multiplied by the factors, and normals are converted to the new tangent
 * frame. Base colour, normal, occlusion/roughness/metalness and emission are baked, each only if a material needs it;
 * other material extensions are removed. `vertexColors`: they are baked into the base colour, and removed. About 1 s per
 * 2048² texture.
 */
export async function bakeMaterials(document: Document, size: number, vertexColors = false): Promise<void> {
  await bakeSurfaces(document, listSurfaces(document), size, vertexColors);
  await document.transform(prune({ keepLeaves: true, keepAttributes: true, keepSolidTextures: true }));
}

/** Bakes the materials of the given surfaces only. Resources that become unused stay in the document. */
export async function bakeSurfaces(
  document: Document,
  surfaces: readonly Surface[],
  size: number,
  vertexColors = false,
): Promise<void> {
  const materials = [...new Set(surfaces.map(({ primitive }) => primitive.getMaterial()))];
  const isPainted = vertexColors && surfaces.some(({ primitive }) => primitive.getAttribute('COLOR_0'));
  const colors = isPainted ? (['baseColor'] as const) : [];
  const channels: BakedChannel[] = [...new Set([...colors, ...wantedChannels(materials)])];
  const pixels = new Map(channels.map((channel) => [channel, new Uint8Array(size * size * 4)]));
  const covered = new Uint8Array(size * size);
  const samplers = await loadTextureSamplers(materials, size);

  for (const { primitive, indices } of surfaces) {
    const places = readFloats(primitive, ATLAS_UV);
    if (!places) continue;
    const shade = createTexelShader(primitive, indices, places, samplers, pixels, vertexColors);
    rasterizeTriangles(places, indices, size, covered, shade);
  }

  const texels = [...pixels.values()].map((data) => new Uint32Array(data.buffer));
  growTexture(covered, size, RINGS, (to, from) => {
    for (const own of texels) own[to] = own[from]!;
  });
  const material = combineMaterials(document, materials, channels);
  for (const [channel, data] of pixels) {
    const texture = document.createTexture(`baked_${channel}`);
    await encodeInto(texture, { width: size, height: size, data }, channel, material);
    if (channel === 'occlusionRoughnessMetallic' && materials.some((each) => each?.getOcclusionTexture())) {
      material.setOcclusionTexture(texture);
    }
  }
  for (const { primitive } of surfaces) {
    primitive.setMaterial(material);
    const places = primitive.getAttribute(ATLAS_UV);
    for (const semantic of primitive.listSemantics()) {
      if (semantic.startsWith('TEXCOORD_') || semantic === 'TANGENT') primitive.setAttribute(semantic, null);
    }
    primitive.setAttribute('TEXCOORD_0', places).setAttribute(ATLAS_UV, null);
    if (isPainted) primitive.setAttribute('COLOR_0', null);
  }
}

async function encodeInto(
  texture: Texture,
  image: TextureImage,
  channel: BakedChannel,
  material: Material,
): Promise<void> {
  const hasAlpha = channel === 'baseColor' && material.getAlphaMode() !== 'OPAQUE';
  const stored = hasAlpha ? image : { ...image, data: withoutAlpha(image.data) };
  const { bytes, mime } = await encodeTexture(stored, 'PNG', 'linear');
  texture.setImage(bytes).setMimeType(mime);
  if (channel === 'baseColor') material.setBaseColorTexture(texture);
  if (channel === 'normal') material.setNormalTexture(texture);
  if (channel === 'emissive') material.setEmissiveTexture(texture);
  if (channel === 'occlusionRoughnessMetallic') material.setMetallicRoughnessTexture(texture);
}

function withoutAlpha(data: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    rgb[to++] = data[from]!;
    rgb[to++] = data[from + 1]!;
    rgb[to++] = data[from + 2]!;
  }
  return rgb;
}
