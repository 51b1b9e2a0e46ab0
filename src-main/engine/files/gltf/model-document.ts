import { Document, Logger } from '@gltf-transform/core';
import { computeTangents } from '../../base/mesh/compute-tangents.ts';

/** Textures of a model; all images share the UVs. */
export interface ModelTexture {
  /** UV per vertex, glTF's origin (top left). */
  readonly uvs: Float32Array;
  /** Base colour, sRGB, a JPEG; with `isPixelArt` a PNG with nearest-neighbour sampling. */
  readonly image: Uint8Array;
  readonly isPixelArt?: boolean;
  /** JPEGs of tangent-space normals, and of roughness in green with metalness in blue; absent: a plain surface. */
  readonly maps?: { readonly normal: Uint8Array; readonly roughness: Uint8Array };
}

/** One textured or plain object, metres, +Y up, +Z front, counter-clockwise from outside. */
export interface ModelParts {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  readonly texture: ModelTexture | null;
  /** UV per vertex of a model that has no texture yet. */
  readonly uvs?: Float32Array;
  /** Linear base colour, used if there is no texture. */
  readonly color: readonly [number, number, number];
}

const ROUGHNESS = 0.8;
const MAX_SHORT_INDEX = 65534;
/** GL_NEAREST. */
const NEAREST = 9728;

/** Creates a glTF document with one scene, one node, one primitive and one rough, non-metallic material. */
export function toModelDocument(parts: ModelParts): Document {
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const buffer = document.createBuffer();
  const attribute = (type: 'VEC2' | 'VEC3' | 'VEC4', array: Float32Array) =>
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
    const { image, isPixelArt = false } = parts.texture;
    const mime = isPixelArt ? 'image/png' : 'image/jpeg';
    const texture = document.createTexture('base_color').setImage(image).setMimeType(mime);
    material.setBaseColorTexture(texture);
    if (isPixelArt) material.getBaseColorTextureInfo()?.setMagFilter(NEAREST).setMinFilter(NEAREST);
  } else {
    material.setBaseColorFactor([...parts.color, 1]);
    if (parts.uvs) primitive.setAttribute('TEXCOORD_0', attribute('VEC2', parts.uvs));
  }
  if (parts.texture?.maps) {
    const { normal, roughness } = parts.texture.maps;
    const map = (name: string, jpeg: Uint8Array) =>
      document.createTexture(name).setImage(jpeg).setMimeType('image/jpeg');
    const tangents = computeTangents({ ...parts, uvs: parts.texture.uvs });
    primitive.setAttribute('TANGENT', attribute('VEC4', tangents));
    // The map alone defines the metalness.
    material.setNormalTexture(map('normal', normal)).setMetallicRoughnessTexture(map('metallic_roughness', roughness));
    material.setMetallicFactor(1).setRoughnessFactor(1);
  }

  const node = document.createNode('model').setMesh(document.createMesh('model').addPrimitive(primitive));
  document.getRoot().setDefaultScene(document.createScene('model').addChild(node));
  return document;
}
