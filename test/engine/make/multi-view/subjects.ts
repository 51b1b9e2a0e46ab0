import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import sharp from 'sharp';
import { validateBytes } from 'gltf-validator';
import { expect } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import type { ImageToModelOptions } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import { readViews } from '../../../../src-main/engine/base/views/read-views.ts';
import { toVisualHull } from '../../../../src-main/engine/make/multi-view/visual-hull.ts';
import { joinSilhouettes } from '../../../../src-main/engine/make/multi-view/join-silhouettes.ts';
import { multiViewToModel } from '../../../../src-main/engine/make/multi-view/multi-view-to-model.ts';
import { isAcross } from '../../../../src-main/engine/base/views/view-name.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import type { Outline, Rgb } from '../one-view/pictures.ts';
import { cutOut, paint, toPng } from '../one-view/pictures.ts';

export const OPTIONS: ImageToModelOptions = {
  texture: false,
  textureSize: 128,
  faceLimit: 4000,
  compress: '',
  seed: 1,
};
export const RED: Rgb = [210, 40, 30];
export const GREEN: Rgb = [30, 180, 50];
export const BLUE: Rgb = [40, 60, 210];
export const YELLOW: Rgb = [220, 200, 40];

/** Makes a model of the images of the slots. */
export const make = (views: readonly (Uint8Array | null)[], options: Partial<ImageToModelOptions> = {}) =>
  multiViewToModel(views, { ...OPTIONS, ...options }, () => undefined);

/** Returns the shape that the views give, without texture and file; expects it to be closed and within the limit. */
export async function shape(images: readonly (Uint8Array | null)[], faceLimit = 4000): Promise<Shaped> {
  const read = await readViews(images, () => undefined);
  const across = await joinSilhouettes(read.filter(({ name }) => isAcross(name)));
  const along = await joinSilhouettes(read.filter(({ name }) => !isAcross(name)));
  const mesh = await toVisualHull(across!, along!, faceLimit, () => undefined);
  expect(isClosed(mesh)).toBe(true);
  expect(mesh.indices.length / 3).toBeLessThanOrEqual(faceLimit);
  return { ...mesh, ...boundsOf(mesh), volume: volumeOf(mesh) };
}

/** A mesh with its bounding box and volume. */
export interface Shaped extends TriangleMesh {
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly volume: number;
}

function boundsOf({ positions, indices }: TriangleMesh) {
  const min = [9, 9, 9];
  const max = [-9, -9, -9];
  for (const vertex of indices) {
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k]!, positions[3 * vertex + k]!);
      max[k] = Math.max(max[k]!, positions[3 * vertex + k]!);
    }
  }
  return { min, max };
}

/** A rectangle from −`halfWidth` to `halfWidth` and from −`halfHeight` to `halfHeight`. */
export const block =
  (halfWidth: number, halfHeight = halfWidth): Outline =>
  (x, y) =>
    Math.abs(x) < halfWidth && Math.abs(y) < halfHeight;

/** Returns four cut-outs of one size: the front outline, and the side outline as seen from the left of the subject. */
export async function views(front: Outline, side: Outline, size = 64, colors = [RED, GREEN, BLUE, YELLOW]) {
  const mirrored =
    (outline: Outline): Outline =>
    (x, y) =>
      outline(-x, y);
  const outlines = [front, side, mirrored(front), mirrored(side)];
  return Promise.all(outlines.map((outline, slot) => cutOut(size, outline, colors[slot])));
}

/** Returns a cut-out whose colour varies with the position. */
export async function cutOutOf(size: number, outline: Outline, colorAt: (x: number, y: number) => Rgb) {
  const pixels = paint(size, size, outline, RED, null);
  for (let i = 0; i < size * size; i++) {
    pixels.set(colorAt((2 * ((i % size) + 0.5)) / size - 1, (2 * (Math.floor(i / size) + 0.5)) / size - 1), 4 * i);
  }
  return toPng(pixels, size, size);
}

/** A model read from its file. */
export interface Opened extends Shaped {
  readonly normals: Float32Array;
  readonly uvs: Float32Array | null;
  /** Returns the sRGB base colour of the texture at a vertex. */
  colorAt(vertex: number): [number, number, number];
  readonly textureSize: number;
  readonly extensions: readonly string[];
}

/** Opens a GLB and expects what every model must be: closed, wound outwards, 1 m, on the ground. */
export async function openValid(glb: Uint8Array, faceLimit = OPTIONS.faceLimit!): Promise<Opened> {
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
  io.registerDependencies({ 'draco3d.decoder': await draco3d.createDecoderModule() });
  const document = await io.readBinary(glb);
  const [piece] = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const { positions, indices, uvs } = piece!;
  const normals = piece!.normals!;
  expect(indices.length / 3).toBeLessThanOrEqual(faceLimit);
  expect(isClosed(weld(piece!))).toBe(true);
  const volume = volumeOf(piece!);
  expect(volume).toBeGreaterThan(0);
  const lengths = Array.from({ length: normals.length / 3 }, (_, v) =>
    Math.hypot(...normals.subarray(3 * v, 3 * v + 3)),
  );
  expect(lengths.every((length) => Math.abs(length - 1) < 1e-3)).toBe(true);

  const { min, max } = boundsOf(piece!);
  expect(Math.max(...max.map((value, k) => value - min[k]!))).toBeCloseTo(1, 4);
  expect([min[1]!, min[0]! + max[0]!, min[2]! + max[2]!].every((value) => Math.abs(value) < 1e-4)).toBe(true);

  const image = document.getRoot().listTextures()[0]?.getImage();
  const texture = image ? await sharp(image).raw().toBuffer({ resolveWithObject: true }) : null;
  return {
    ...{ positions, indices, normals, uvs, min, max, volume },
    extensions: document
      .getRoot()
      .listExtensionsUsed()
      .map((used) => used.extensionName),
    textureSize: texture?.info.width ?? 0,
    colorAt(vertex) {
      const { data, info } = texture!;
      const [x, y] = [0, 1].map((k) => Math.min(info.width - 1, Math.floor(uvs![2 * vertex + k]! * info.width)));
      const at = (y! * info.width + x!) * info.channels;
      return [data[at]!, data[at + 1]!, data[at + 2]!];
    },
  };
}

/** Expects no errors or warnings from the glTF validator. */
export async function expectValid(glb: Uint8Array): Promise<void> {
  const { issues } = await validateBytes(glb);
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
}

/** Merges vertices at the same position. */
function weld({ positions, indices }: TriangleMesh): TriangleMesh {
  const indexOf = new Map<string, number>();
  const to = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = positions.subarray(3 * vertex, 3 * vertex + 3).join();
    if (!indexOf.has(key)) indexOf.set(key, indexOf.size);
    return indexOf.get(key)!;
  });
  const welded = new Float32Array(3 * indexOf.size);
  to.forEach((index, vertex) => welded.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * index));
  return { positions: welded, indices: indices.map((vertex) => to[vertex]!) };
}

/** Returns the volume of a closed mesh; negative if it is wound inwards. */
export function volumeOf({ positions, indices }: TriangleMesh): number {
  let volume = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k]!, 3 * indices[t + k]! + 3));
    volume +=
      (a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
        a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
        a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!)) /
      6;
  }
  return volume;
}

/** Counts the separate pieces of a mesh. */
export function countPieces(mesh: TriangleMesh): number {
  const { positions, indices } = weld(mesh);
  const parents = Int32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  for (let i = 0; i < indices.length; i++) {
    parents[rootOf(indices[i]!)] = rootOf(indices[i % 3 === 2 ? i - 2 : i + 1]!);
  }
  return parents.filter((parent, vertex) => parent === vertex).length;
}
