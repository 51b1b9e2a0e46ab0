import type { Document, Material, Primitive, Texture } from '@gltf-transform/core';
import { decodeTexture } from '../../files/images/decode-texture.ts';
import { listSurfaces, readFloats } from '../../base/document/list-surfaces.ts';
import { createTextureSampler, toLinear } from './texture-sampler.ts';

/**
 * Adds vertex colours to every primitive without them, in place: the base colour (texture × factor, linear RGBA) at
 * each vertex; detail between vertices is lost. Returns the materials whose colour is now in the vertices. A material
 * that is used both with and without vertex colours is copied for the baked primitives. One texture is decoded at a time.
 */
export async function bakeVertexColors(document: Document): Promise<Set<Material>> {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const copies = new Map<Material, Material>();
  const primitives = [...new Set(listSurfaces(document).map(({ primitive }) => primitive))];
  const textures = document.getRoot().listTextures();
  const orderOf = (primitive: Primitive): number => textures.indexOf(textureOf(primitive.getMaterial())!);
  let decoded: DecodedImage | null = null;
  let current: Texture | null = null;
  for (const primitive of primitives.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    if (primitive.getAttribute('COLOR_0')) continue;
    const material = primitive.getMaterial();
    const texture = textureOf(material);
    if (texture !== current) decoded = texture && (await decodeTexture(texture));
    current = texture;
    const colors = sampleVertices(primitive, material, decoded);
    primitive.setAttribute('COLOR_0', document.createAccessor().setBuffer(buffer).setType('VEC4').setArray(colors));
    if (!material) continue;
    const copy = copies.get(material) ?? material.clone();
    copies.set(material, copy);
    primitive.setMaterial(copy);
  }
  return new Set(copies.values());
}

type DecodedImage = Awaited<ReturnType<typeof decodeTexture>>;

const textureOf = (material: Material | null): Texture | null => material?.getBaseColorTexture() ?? null;

function sampleVertices(
  primitive: Primitive,
  material: Material | null,
  image: DecodedImage | null,
): Float32Array<ArrayBuffer> {
  const factor = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  const info = material?.getBaseColorTextureInfo();
  const uvs = info ? readFloats(primitive, `TEXCOORD_${info.getTexCoord()}`) : null;
  const sample = info && image ? createTextureSampler(image, info) : null;

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
