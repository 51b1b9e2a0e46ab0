import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';

/** GLB of a sphere of about `triangles` triangles with the five PBR textures of `edge`² pixels, noisy as photographs are. */
export async function makeTexturedSphere(triangles: number, edge: number): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const rings = Math.round(Math.sqrt(triangles / 4));
  const { positions, normals, uvs, indices } = makeSphere(rings, rings * 2);
  const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const texture = async (name: string, seed: number) =>
    document
      .createTexture(name)
      .setMimeType('image/jpeg')
      .setImage(await drawNoise(edge, seed));
  const material = document
    .createMaterial('skin')
    .setBaseColorTexture(await texture('base', 1))
    .setNormalTexture(await texture('normal', 2))
    .setMetallicRoughnessTexture(await texture('orm', 3))
    .setEmissiveTexture(await texture('emissive', 4))
    .setOcclusionTexture(await texture('occlusion', 5));
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setIndices(accessor('SCALAR', indices))
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('NORMAL', accessor('VEC3', normals))
    .setAttribute('TEXCOORD_0', accessor('VEC2', uvs));
  const node = document.createNode('sphere').setMesh(document.createMesh('sphere').addPrimitive(primitive));
  document.createScene().addChild(node);
  return new NodeIO().writeBinary(document);
}

function makeSphere(rings: number, segments: number) {
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let segment = 0; segment <= segments; segment++) {
      const [v, u] = [ring / rings, segment / segments];
      const [polar, around] = [v * Math.PI, u * 2 * Math.PI];
      positions.push(Math.sin(polar) * Math.cos(around), Math.cos(polar), -Math.sin(polar) * Math.sin(around));
      uvs.push(u, v);
      if (ring === rings || segment === segments) continue;
      const at = ring * (segments + 1) + segment;
      indices.push(at, at + segments + 1, at + 1, at + 1, at + segments + 1, at + segments + 2);
    }
  }
  const points = new Float32Array(positions);
  return { positions: points, normals: points.slice(), uvs: new Float32Array(uvs), indices: new Uint32Array(indices) };
}

function drawNoise(edge: number, seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(edge * edge * 3);
  let state = seed;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    pixels[at] = 96 + (state >>> 27) + ((at / 64) & 63);
  }
  return sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
}
