import { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeTexture } from '../../../../src-main/engine/files/images/decode-texture.ts';
import { LINEAR_OF_BYTE, toSrgbByte } from '../../../../src-main/engine/base/color/srgb.ts';
import { imageToDocument } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { make, openValid } from '../../make/multi-view/subjects.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { makeBall, silent } from '../mesh/build-model.ts';
import { toPng } from '../../make/one-view/pictures.ts';
import { readBase, retexture } from '../../change/texture/looks.ts';

type Color = readonly [number, number, number];
type Paint = (u: number, v: number) => Color;

const SIZE = 128;
const COLORS: readonly Color[] = [
  [200, 60, 50],
  [60, 160, 70],
  [60, 90, 200],
  [210, 190, 60],
  [190, 190, 190],
];
const PAINTS: Readonly<Record<string, Paint>> = {
  'one colour': () => [180, 150, 120],
  'patches of five colours': (u, v) => COLORS[(7 * Math.floor(6 * u) + 3 * Math.floor(4 * v)) % 5]!,
  'a pale top and a red bottom': (_, v) => (v < 0.5 ? [230, 230, 230] : [180, 40, 30]),
  'black and white stripes': (u) => (Math.floor(16 * u) % 2 ? [230, 225, 220] : [60, 58, 55]),
};

/** The light of a lamp above, to the left and in front, and of a bright room, on a surface that looks this way. */
const LAMP = [0.5, 0.7, 0.5].map((value) => value / Math.hypot(0.5, 0.7, 0.5));
const light = (x: number, y: number, z: number): number =>
  0.3 + 0.9 * Math.max(0, x * LAMP[0]! + y * LAMP[1]! + z * LAMP[2]!);

const lit = (color: Color, share: number): number[] =>
  color.map((byte) => toSrgbByte(Math.min(1, share * LINEAR_OF_BYTE[byte]!)));

function luminance(data: ArrayLike<number>, at: number): number {
  const [r, g, b] = [LINEAR_OF_BYTE[data[at]!]!, LINEAR_OF_BYTE[data[at + 1]!]!, LINEAR_OF_BYTE[data[at + 2]!]!];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Standard deviation of the logarithm of what colours are brighter than they should be. */
function spreadOf(errors: readonly number[]): number {
  const mean = errors.reduce((sum, value) => sum + value, 0) / errors.length;
  return Math.sqrt(errors.reduce((sum, value) => sum + (value - mean) ** 2, 0) / errors.length);
}

/** A ball whose texture was baked with the light in it. */
async function bakeLitBall(paint: Paint): Promise<Uint8Array> {
  const data = new Uint8Array(3 * SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [u, v] = [((i % SIZE) + 0.5) / SIZE, (Math.floor(i / SIZE) + 0.5) / SIZE];
    const [ring, turn] = [Math.sin(Math.PI * v), 2 * Math.PI * u];
    data.set(lit(paint(u, v), light(ring * Math.cos(turn), Math.cos(Math.PI * v), -ring * Math.sin(turn))), 3 * i);
  }
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array | Uint32Array) =>
    document.createAccessor().setType(type).setArray(array.slice()).setBuffer(buffer);
  const png = await sharp(data, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .png()
    .toBuffer();
  const texture = document.createTexture('baked').setImage(new Uint8Array(png)).setMimeType('image/png');
  const { positions, indices, uvs } = makeBall(24);
  const primitive = document
    .createPrimitive()
    .setMaterial(document.createMaterial().setBaseColorTexture(texture))
    .setIndices(accessor('SCALAR', indices))
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('NORMAL', accessor('VEC3', positions))
    .setAttribute('TEXCOORD_0', accessor('VEC2', uvs));
  document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  return toGlb(document);
}

/** How unevenly a texture of that ball is lit, against its paint. */
async function measureLight(document: Document, paint: Paint): Promise<number> {
  const { data, size } = await readBase(document);
  const errors: number[] = [];
  for (let y = Math.round(0.04 * size); y < 0.96 * size; y++) {
    for (let x = 0; x < size; x++) {
      const [u, v] = [(x + 0.5) / size, (y + 0.5) / size];
      errors.push(Math.log(luminance(data, 3 * (y * size + x)) / luminance(paint(u, v), 0)));
    }
  }
  return spreadOf(errors);
}

describe.each(Object.entries(PAINTS))('the light baked into a ball of %s', (_, paint) => {
  test('falls to less than two fifths where it is to be taken away, and else stays', async () => {
    const glb = await bakeLitBall(paint);
    const measure = async (isDelighted: boolean) =>
      measureLight((await retexture(glb, { kind: 'keep' }, { size: SIZE, isDelighted })).document, paint);
    const [before, after] = [await measure(false), await measure(true)];
    expect(before).toBeGreaterThan(0.4);
    expect(after).toBeLessThan(0.4 * before);
  });
});

test('a ball without baked light keeps its colours', async () => {
  const paint = PAINTS['patches of five colours']!;
  const { document } = await retexture(await bakeLitBall(paint), { kind: 'keep' }, { size: SIZE, isDelighted: true });
  const again = await retexture(await toGlb(document), { kind: 'keep' }, { size: SIZE, isDelighted: true });
  const [once, twice] = [await readBase(document), await readBase(again.document)];
  const changed = once.data.reduce((sum, byte, i) => sum + Math.abs(byte - twice.data[i]!), 0) / once.data.length;
  expect(changed).toBeLessThan(3);
});

/** A image of a ball in that light, or of its paint alone, cut out. */
async function drawBall(paint: Paint, isLit: boolean): Promise<Uint8Array> {
  const edge = 160;
  const pixels = Buffer.alloc(4 * edge * edge);
  for (let i = 0; i < edge * edge; i++) {
    const [x, y] = [(2 * ((i % edge) + 0.5)) / edge - 1, 1 - (2 * (Math.floor(i / edge) + 0.5)) / edge];
    const left = 0.81 - x * x - y * y;
    if (left <= 0) continue;
    const [nx, ny, nz] = [x / 0.9, y / 0.9, Math.sqrt(left) / 0.9];
    const color = paint((x + 1) / 2, (1 - y) / 2);
    pixels.set([...(isLit ? lit(color, light(nx, ny, nz)) : color), 255], 4 * i);
  }
  return toPng(pixels, edge, edge);
}

describe('the light of pictures', () => {
  const paint = PAINTS['patches of five colours']!;

  test('falls to less than half on a model of one picture', async () => {
    const front = async (source: Uint8Array, isDelighted: boolean) => {
      const options = { texture: true, textureSize: 256, faceLimit: 3000, isDelighted };
      const { document } = await imageToDocument(source, options, silent);
      return decodeTexture(document.getRoot().listMaterials()[0]!.getBaseColorTexture()!);
    };
    const bare = await front(await drawBall(paint, false), false);
    const source = await drawBall(paint, true);
    const measure = async (isDelighted: boolean) => {
      const { data, width } = await front(source, isDelighted);
      const errors: number[] = [];
      // The front is the upper half of the atlas; its very rim is left out.
      for (let y = 0; y < width / 2; y++) {
        for (let x = 0; x < width; x++) {
          if (Math.hypot(x / (width / 2) - 1, y / (width / 4) - 1) > 0.85) continue;
          const at = 3 * (y * width + x);
          errors.push(Math.log((luminance(data, at) + 1e-3) / (luminance(bare.data, at) + 1e-3)));
        }
      }
      return spreadOf(errors);
    };
    const [before, after] = [await measure(false), await measure(true)];
    expect(before).toBeGreaterThan(0.25);
    expect(after).toBeLessThan(0.5 * before);
  });

  test('falls to less than half on a model of views', async () => {
    const plain = PAINTS['one colour']!;
    const image = await drawBall(plain, true);
    const measure = async (isDelighted: boolean) => {
      const options = { texture: true, textureSize: 256, isDelighted } as const;
      const { glb } = await make([image, image, image, image], options);
      const model = await openValid(glb);
      const errors: number[] = [];
      for (let v = 0; v < model.positions.length / 3; v++) {
        if (Math.abs(model.normals[3 * v + 1]!) > 0.8) continue;
        errors.push(Math.log(luminance(model.colorAt(v), 0)));
      }
      return spreadOf(errors);
    };
    const [before, after] = [await measure(false), await measure(true)];
    expect(before).toBeGreaterThan(0.2);
    expect(after).toBeLessThan(0.5 * before);
    await readGlb((await make([image, image, null, null], { texture: true, textureSize: 64 })).glb);
  });
});
