import type { Document, Material, Primitive, TextureInfo } from '@gltf-transform/core';
import { decodeTexture } from '../../files/images/decode-texture.ts';
import { listSurfaces, readFloats } from '../../base/document/list-surfaces.ts';
import { createTextureSampler, toLinear, type TextureSampler } from './texture-sampler.ts';

/**
 * Adds vertex colours to every primitive without them, in place: the base colour (texture × factor, linear RGBA) at
 * each vertex; detail between vertices is lost. Returns the materials whose colour is now in the vertices. A material
 * that is used both with and without vertex colours is copied for the baked primitives.
 */
export async function bakeVertexColors(document: Document): Promise<Set<Material>> {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const samplers = new Map<TextureInfo, TextureSampler>();
  const copies = new Map<Material, Material>();
  const primitives = new Set(listSurfaces(document).map(({ primitive }) => primitive));
  for (const primitive of primitives) {
    if (primitive.getAttribute('COLOR_0')) continue;
    const material = primitive.getMaterial();
    const colors = await sampleVertices(primitive, material, samplers);
    primitive.setAttribute('COLOR_0', document.createAccessor().setBuffer(buffer).setType('VEC4').setArray(colors));
    if (!material) continue;
    const copy = copies.get(material) ?? material.clone();
    copies.set(material, copy);
    primitive.setMaterial(copy);
  }
  return new Set(copies.values());
}

async function sampleVertices(
  primitive: Primitive,
  material: Material | null,
  samplers: Map<TextureInfo, TextureSampler>,
): Promise<Float32Array<ArrayBuffer>> {
  const factor = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  const texture = material?.getBaseColorTexture();
  const info = material?.getBaseColorTextureInfo();
  const uvs = info ? readFloats(primitive, `TEXCOORD_${info.getTexCoord()}`) : null;
  if (texture && info && !samplers.has(info))
    samplers.set(info, createTextureSampler(await decodeTexture(texture), info));
  const sample = info && samplers.get(info);

  const count = primitive.getAttribute('POSITION')!.getCount();
  const colors = new Float32Array(count * 4);
  const texel = [255, 255, 255, 255];
  for (let vertex = 0; vertex < count; vertex++) {
    if (sample && uvs) sample(uvs[vertex * 2]!, uvs[vertex * 2 + 1]!, texel);
    for (let k = 0; k < 3; k++) colors[vertex * 4 + k] = toLinear(texel[k]! / 255) * factor[k]!;
    colors[vertex * 4 + 3] = (texel[3]! / 255) * factor[3];
  }
  return colors;
}
