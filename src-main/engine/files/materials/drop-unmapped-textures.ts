import type { Document, Material, Primitive, Texture, TextureInfo } from '@gltf-transform/core';

type Slot = readonly [info: TextureInfo | null, texture: Texture | null, drop: () => void];

/**
 * Replaces the material of surfaces that lack the UVs of their textures by one without those textures: their mapping is
 * undefined, and glTF forbids it.
 */
export function dropUnmappedTextures(document: Document): void {
  const bare = new Map<string, Material>();
  const numbers = new Map<Material, number>();
  for (const primitive of document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())) {
    const material = primitive.getMaterial();
    if (!material || listUnlaid(material, primitive).length === 0) continue;
    const number = numbers.get(material) ?? numbers.size;
    numbers.set(material, number);
    const key = `${number} ${primitive
      .listSemantics()
      .filter((name) => name.startsWith('TEXCOORD_'))
      .join(' ')}`;
    const known = bare.get(key) ?? material.clone();
    for (const [, , drop] of listUnlaid(known, primitive)) drop();
    bare.set(key, known);
    primitive.setMaterial(known);
  }
}

function listUnlaid(material: Material, primitive: Primitive): Slot[] {
  const slots: Slot[] = [
    [material.getBaseColorTextureInfo(), material.getBaseColorTexture(), () => material.setBaseColorTexture(null)],
    [
      material.getMetallicRoughnessTextureInfo(),
      material.getMetallicRoughnessTexture(),
      () => material.setMetallicRoughnessTexture(null),
    ],
    [material.getNormalTextureInfo(), material.getNormalTexture(), () => material.setNormalTexture(null)],
    [material.getOcclusionTextureInfo(), material.getOcclusionTexture(), () => material.setOcclusionTexture(null)],
    [material.getEmissiveTextureInfo(), material.getEmissiveTexture(), () => material.setEmissiveTexture(null)],
  ];
  return slots.filter(([info, texture]) => texture && !primitive.getAttribute(`TEXCOORD_${info?.getTexCoord() ?? 0}`));
}
