import { Document, NodeIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRTextureBasisu } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import sharp from 'sharp';
import { readEncoded } from '../images/encoded-ktx2.ts';
import { buildKtx2 } from '../images/ktx2-image.ts';

const RED = [220, 40, 40] as const;
const GREEN = [40, 200, 60] as const;

/**
 * Bytes of a GLB of a coloured box, 0.4 × 0.8 × 0.2 m, whose clip `slide` takes it 0.6 m along x in one second. Its base
 * colour is an image of two halves, red and green.
 */
export async function buildAnimatedModel(): Promise<Uint8Array> {
  return new NodeIO().writeBinary(await buildDocument());
}

/** The model's image as KTX2, 64 × 64; `cut` ends in the middle of its texels. */
const PICTURES = {
  uastc: () => buildKtx2('uastc', 64, RED, GREEN),
  rgba: () => buildKtx2('rgba', 64, RED, GREEN),
  cut: () => buildKtx2('uastc', 64, RED, GREEN).subarray(0, 2048),
  etc1s: () => readEncoded('flat ETC1S with levels'),
  zstd: () => readEncoded('flat Zstandard with levels'),
} as const;

/** The same model with its geometry packed by an extension, or with its image as KTX2. */
export async function buildCompressedModel(by: 'draco' | 'meshopt' | keyof typeof PICTURES): Promise<Uint8Array> {
  const document = await buildDocument();
  if (by !== 'draco' && by !== 'meshopt') {
    document.createExtension(KHRTextureBasisu).setRequired(true);
    document.getRoot().listTextures()[0]?.setMimeType('image/ktx2').setImage(PICTURES[by]());
    return new NodeIO().registerExtensions([KHRTextureBasisu]).writeBinary(document);
  }
  const extension = by === 'draco' ? KHRDracoMeshCompression : EXTMeshoptCompression;
  document.createExtension<KHRDracoMeshCompression | EXTMeshoptCompression>(extension).setRequired(true);
  await MeshoptEncoder.ready;
  return new NodeIO()
    .registerExtensions([extension])
    .registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule(), 'meshopt.encoder': MeshoptEncoder })
    .writeBinary(document);
}

async function buildDocument(): Promise<Document> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const { positions, normals, uvs, indices } = boxOf([0.2, 0.4, 0.1]);
  const halves = await sharp(Buffer.from([220, 40, 40, 40, 200, 60]), { raw: { width: 2, height: 1, channels: 3 } })
    .resize(64, 64, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const picture = document.createTexture('halves').setMimeType('image/png').setImage(halves);
  const material = document.createMaterial('halves').setBaseColorTexture(picture).setMetallicFactor(0);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(positions)))
    .setAttribute('NORMAL', accessor('VEC3', new Float32Array(normals)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(uvs)))
    .setIndices(accessor('SCALAR', new Uint16Array(indices)))
    .setMaterial(material);
  const node = document.createNode('box').setMesh(document.createMesh('box').addPrimitive(primitive));
  document.createScene().addChild(node);
  const sampler = document
    .createAnimationSampler()
    .setInput(accessor('SCALAR', new Float32Array([0, 1])))
    .setOutput(accessor('VEC3', new Float32Array([0, 0, 0, 0.6, 0, 0])));
  const channel = document
    .createAnimationChannel()
    .setTargetNode(node)
    .setTargetPath('translation')
    .setSampler(sampler);
  document.createAnimation('slide').addSampler(sampler).addChannel(channel);
  return document;
}

/** A box around the origin by its half extents, each side with its own corners and the whole image. */
function boxOf(half: readonly [number, number, number]) {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (const axis of [0, 1, 2])
    for (const sign of [1, -1]) {
      const first = positions.length / 3;
      for (const [a, b] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const corner = [0, 0, 0];
        corner[axis] = sign;
        corner[(axis + 1) % 3] = a * sign;
        corner[(axis + 2) % 3] = b;
        positions.push(...corner.map((value, each) => value * (half[each] ?? 0)));
        normals.push(...[0, 1, 2].map((each) => (each === axis ? sign : 0)));
        uvs.push((a + 1) / 2, (b + 1) / 2);
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  return { positions, normals, uvs, indices };
}
