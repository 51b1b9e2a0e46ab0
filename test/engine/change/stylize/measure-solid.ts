import type { Document } from '@gltf-transform/core';
import { decodeTexture } from '../../../../src-main/engine/files/images/decode-texture.ts';
import { weldPositions } from '../../../../src-main/engine/base/document/weld-positions.ts';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { doubleArea, isClosed, type TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';

/** Measurements of a stylized model. */
export interface Solid {
  readonly isClosed: boolean;
  /** Cubic metres; negative if the winding is inverted. */
  readonly volume: number;
  readonly low: readonly number[];
  readonly size: readonly number[];
  readonly triangles: number;
  /** Share of the area of each colour, by `#rrggbb`. */
  readonly colors: ReadonlyMap<string, number>;
  /** Number of connected components. */
  readonly pieces: number;
}

/** Measures a stylized document, welded by position. */
export async function measureSolid(document: Document): Promise<Solid> {
  const [flat, ...others] = toFlatMeshes(document);
  if (!flat || others.length > 0 || flat.primitives.length !== 1)
    throw new Error('A result must be one mesh with one primitive.');
  const primitive = flat.primitives[0]!;
  const largest = primitive.positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const { places, firsts } = weldPositions(flat, 2 ** 28 / largest);
  const positions = new Float32Array(firsts.length * 3);
  firsts.forEach((first, i) => positions.set(primitive.positions.subarray(first * 3, first * 3 + 3), i * 3));
  const mesh = { positions, indices: primitive.indices.map((vertex) => places[vertex]!) };
  const low = [0, 1, 2].map((k) => signedMin(positions, k, 1));
  return {
    isClosed: isClosed(mesh),
    volume: volumeOf(mesh),
    low,
    size: low.map((from, k) => -signedMin(positions, k, -1) - from),
    triangles: mesh.indices.length / 3,
    colors: await shareColors(document, mesh, primitive.indices, primitive.uvs!),
    pieces: countPieces(mesh),
  };
}

/** Returns the share of the area whose colour matches. */
export function shareOf({ colors }: Solid, matches: (r: number, g: number, b: number) => boolean): number {
  let sum = 0;
  for (const [text, share] of colors) {
    const value = Number.parseInt(text.slice(1), 16);
    if (matches(value >> 16, (value >> 8) & 255, value & 255)) sum += share;
  }
  return sum;
}

function signedMin(positions: Float32Array, k: number, sign: number): number {
  let found = Infinity;
  for (let i = k; i < positions.length; i += 3) found = Math.min(found, sign * positions[i]!);
  return found;
}

function volumeOf({ positions: p, indices }: TriangleMesh): number {
  let six = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
    six +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return six / 6;
}

async function shareColors(
  document: Document,
  { positions, indices }: TriangleMesh,
  corners: Uint32Array,
  uvs: Float32Array,
): Promise<Map<string, number>> {
  const { width, height, data } = await decodeTexture(document.getRoot().listTextures()[0]!);
  const channels = data.length / (width * height);
  const areas = new Map<string, number>();
  let whole = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const area = doubleArea(positions, indices, t);
    const mean = (k: number): number => [0, 1, 2].reduce((sum, i) => sum + uvs[corners[t + i]! * 2 + k]! / 3, 0);
    const at = (Math.floor(mean(1) * height) * width + Math.floor(mean(0) * width)) * channels;
    const text = `#${Buffer.from(data.slice(at, at + 3)).toString('hex')}`;
    areas.set(text, (areas.get(text) ?? 0) + area);
    whole += area;
  }
  return new Map([...areas].map(([text, area]) => [text, area / whole]));
}

function countPieces({ positions, indices }: TriangleMesh): number {
  const parents = Int32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  for (let t = 0; t < indices.length; t += 3) {
    for (const k of [1, 2]) parents[rootOf(indices[t + k]!)] = rootOf(indices[t]!);
  }
  return new Set(Array.from(indices, rootOf)).size;
}
