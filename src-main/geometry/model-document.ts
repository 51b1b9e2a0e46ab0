import { Document } from '@gltf-transform/core';

/** One textured or plain object, metres, +Y up, +Z front, counter-clockwise from outside. */
export interface ModelParts {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** uv per vertex and a JPEG for the base colour. */
  readonly texture: { readonly uvs: Float32Array; readonly image: Uint8Array } | null;
  /** Linear base colour, used when there is no texture. */
  readonly color: readonly [number, number, number];
}

const ROUGHNESS = 0.8;
const MAX_SHORT_INDEX = 65534;

/** A glTF document with one scene, one node, one primitive and one rough, non-metallic material. */
export function toModelDocument(parts: ModelParts): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const attribute = (type: 'VEC2' | 'VEC3', array: Float32Array) =>
    document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer);

  const isShort = parts.positions.length / 3 <= MAX_SHORT_INDEX;
  const indices = isShort ? Uint16Array.from(parts.indices) : parts.indices.slice();
  const material = document.createMaterial('model').setMetallicFactor(0).setRoughnessFactor(ROUGHNESS);
  const primitive = document
    .createPrimitive()
    .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer))
    .setAttribute('POSITION', attribute('VEC3', parts.positions))
    .setAttribute('NORMAL', attribute('VEC3', parts.normals))
    .setMaterial(material);
  if (parts.texture) {
    primitive.setAttribute('TEXCOORD_0', attribute('VEC2', parts.texture.uvs));
    const texture = document.createTexture('base_color').setImage(parts.texture.image).setMimeType('image/jpeg');
    material.setBaseColorTexture(texture);
  } else {
    material.setBaseColorFactor([...parts.color, 1]);
  }

  const node = document.createNode('model').setMesh(document.createMesh('model').addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene('model').addChild(node));
  return document;
}
