import { Document, type Material, type Texture } from '@gltf-transform/core';
import sharp from 'sharp';

/** One triangle or more of a test model. */
export interface TestPrimitive {
  readonly positions: readonly number[];
  readonly indices: readonly number[];
  readonly normals?: readonly number[];
  readonly uvs?: readonly number[];
  readonly colors?: readonly number[];
  readonly material?: Material;
}

/** A triangle no axis, sign or order of which can be mistaken for another. */
export const TRIANGLE: TestPrimitive = { positions: [1, 2, 3, 4, 2, 3, 1, 7, 3], indices: [0, 1, 2] };

/** A document with a scene and a buffer. */
export function createModel(): Document {
  const document = new Document();
  document.createBuffer();
  document.getRoot().setDefaultScene(document.createScene());
  return document;
}

/** Adds a mesh to the scene; with `quads` its triangles are pairs by FB_ngon_encoding. */
export function addMesh(document: Document, name: string, primitives: readonly TestPrimitive[], quads = false): void {
  const buffer = document.getRoot().listBuffers()[0]!;
  const floats = (type: 'VEC2' | 'VEC3' | 'VEC4', values: readonly number[]) => {
    return document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer);
  };
  const mesh = document.createMesh(name).setExtras(quads ? { ngonEncoding: true } : {});
  for (const { positions, indices, normals, uvs, colors, material } of primitives) {
    const list = document.createAccessor().setType('SCALAR').setArray(new Uint32Array(indices)).setBuffer(buffer);
    const primitive = document.createPrimitive().setIndices(list).setAttribute('POSITION', floats('VEC3', positions));
    if (normals) primitive.setAttribute('NORMAL', floats('VEC3', normals));
    if (uvs) primitive.setAttribute('TEXCOORD_0', floats('VEC2', uvs));
    if (colors) primitive.setAttribute('COLOR_0', floats('VEC4', colors));
    mesh.addPrimitive(primitive.setMaterial(material ?? null));
  }
  document.getRoot().getDefaultScene()!.addChild(document.createNode(name).setMesh(mesh));
}

/** Adds a texture of one colour, 3 or 4 bytes. */
export async function addTexture(
  document: Document,
  color: readonly number[],
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Texture> {
  const channels = color.length === 4 ? 4 : 3;
  const pixels = Buffer.concat(Array.from({ length: 16 }, () => Buffer.from(color)));
  const bytes = await sharp(pixels, { raw: { width: 4, height: 4, channels } })
    .toFormat(format)
    .toBuffer();
  return document.createTexture().setMimeType(`image/${format}`).setImage(new Uint8Array(bytes));
}
