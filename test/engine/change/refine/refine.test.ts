import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { countTriangles, listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { refineModel } from '../../../../src-main/engine/change/refine/refine-model.ts';
import { refineShape } from '../../../../src-main/engine/change/refine/refine-shape.ts';
import { textToModel } from '../../../../src-main/engine/make/text/text-to-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { isClosed, type TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { worldBox } from '../../../../src-main/engine/base/document/world-box.ts';
import { buildModel, joinAll, makeBall, silent, writeValid, type Piece } from '../../base/mesh/build-model.ts';

const REFINEMENT = { rounds: 2, tolerance: 0.0004, limit: 100_000 };

/** Builds a document of one textured mesh with the given vertex normals. */
async function withNormals(piece: Piece, normals: Float32Array<ArrayBuffer>): Promise<Document> {
  const document = await buildModel({ piece }, { isTextured: true });
  const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives();
  const [buffer] = document.getRoot().listBuffers();
  primitive!.setAttribute('NORMAL', document.createAccessor().setBuffer(buffer!).setType('VEC3').setArray(normals));
  return document;
}

/** Joins all surfaces of a document and welds them by position. */
function weld(document: Document): TriangleMesh {
  const { positions, indices } = joinAll(document);
  const places = new Map<string, number>();
  const joined: number[] = [];
  const numbers = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const at = [...positions.subarray(3 * vertex, 3 * vertex + 3)];
    const key = at.map((value) => Math.round(value * 1e5)).join(' ');
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, joined.length / 3);
    joined.push(...at);
    return places.size - 1;
  });
  return { positions: Float32Array.from(joined), indices: indices.map((vertex) => numbers[vertex]!) };
}

function volumeOf({ positions: p, indices }: TriangleMesh): number {
  let volume = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!];
    volume +=
      p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!) +
      p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!) +
      p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return volume / 6;
}

/** Returns the root mean square distance of the triangles' centroids from the unit sphere. */
function sphereError({ positions, indices }: TriangleMesh): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const middle = [0, 1, 2].map(
      (k) => [0, 1, 2].reduce((total, i) => total + positions[3 * indices[t + i]! + k]!, 0) / 3,
    );
    sum += (Math.hypot(...middle) - 1) ** 2;
  }
  return Math.sqrt(sum / (indices.length / 3));
}

describe('a coarse ball', () => {
  const ball = makeBall(10);
  let coarse: TriangleMesh;
  let document: Document;
  beforeAll(async () => {
    document = await withNormals(ball, Float32Array.from(ball.positions));
    coarse = weld(document);
    refineShape(document, REFINEMENT);
  });

  test('becomes rounder and stays closed, with a small maximum error', async () => {
    const fine = weld(document);
    expect(fine.indices.length).toBeGreaterThan(10 * coarse.indices.length);
    expect(isClosed(coarse) && isClosed(fine)).toBe(true);
    expect(sphereError(fine)).toBeLessThan(sphereError(coarse) / 8);
    const distances = Array.from({ length: fine.positions.length / 3 }, (_, v) =>
      Math.abs(Math.hypot(...fine.positions.subarray(3 * v, 3 * v + 3)) - 1),
    );
    // The diagonal is 3.46.
    expect(Math.max(...distances)).toBeLessThan(0.003 * 3.46);
    expect(Math.abs(volumeOf(fine) / ((4 / 3) * Math.PI) - 1)).toBeLessThan(0.01);
    expect(volumeOf(coarse) / ((4 / 3) * Math.PI)).toBeLessThan(0.97);
    await writeValid(document);
  });

  test('has outward normals and UVs that keep their latitude', () => {
    const [{ primitive }] = listSurfaces(document) as [ReturnType<typeof listSurfaces>[number]];
    const [at, normals, uvs] = [
      readFloats(primitive, 'POSITION')!,
      readFloats(primitive, 'NORMAL')!,
      readFloats(primitive, 'TEXCOORD_0')!,
    ];
    for (let v = 0; v < at.length / 3; v++) {
      const cosine = [0, 1, 2].reduce((sum, k) => sum + at[3 * v + k]! * normals[3 * v + k]!, 0);
      expect(cosine / Math.hypot(...at.subarray(3 * v, 3 * v + 3))).toBeGreaterThan(0.99);
      expect(Math.abs(Math.cos(Math.PI * uvs[2 * v + 1]!) - at[3 * v + 1]!)).toBeLessThan(0.03);
    }
  });
});

test('the limit of triangles is met and the mesh stays closed', async () => {
  const ball = makeBall(10);
  const document = await withNormals(ball, Float32Array.from(ball.positions));
  refineShape(document, { ...REFINEMENT, limit: 900 });
  expect(countTriangles(document)).toBeLessThanOrEqual(900);
  expect(countTriangles(document)).toBeGreaterThan(ball.indices.length / 3);
  expect(isClosed(weld(document))).toBe(true);
});

test('a body with flat faces is unchanged', async () => {
  // Each corner has three vertices, one for each adjacent face.
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const [axis, side] of [0, 1, 2].flatMap((k) => [[k, 1] as const, [k, -1] as const])) {
    const first = positions.length / 3;
    for (const [u, v] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const at = [0, 0, 0];
      [at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]] = [side, side * u, v];
      positions.push(...at);
      normals.push(...[0, 1, 2].map((k) => (k === axis ? side : 0)));
    }
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  const piece = {
    positions: Float32Array.from(positions),
    uvs: new Float32Array(48),
    indices: Uint32Array.from(indices),
  };
  const document = await withNormals(piece, Float32Array.from(normals));
  const before = joinAll(document);
  expect(isClosed(weld(document))).toBe(true);
  refineShape(document, REFINEMENT);
  expect(joinAll(document)).toEqual(before);
});

test('the rim of a cylinder becomes round and stays sharp and planar', async () => {
  const segments = 16;
  const sides: number[] = [];
  const normals: number[] = [];
  const lids: number[] = [];
  const corners: number[] = [];
  for (const [y, turn] of [
    [1, 1],
    [-1, -1],
  ] as const) {
    for (let i = 0; i <= segments; i++) {
      const angle = (2 * Math.PI * (i % segments)) / segments;
      sides.push(Math.cos(angle), y, -Math.sin(angle));
      normals.push(Math.cos(angle), 0, -Math.sin(angle));
    }
    for (let i = 1; i < segments - 1; i++)
      lids.push(...(turn > 0 ? [0, i, i + 1] : [0, i + 1, i]).map((v) => v + (turn > 0 ? 0 : segments + 1)));
  }
  for (let i = 0; i < segments; i++) {
    const below = i + segments + 1;
    corners.push(i, below, i + 1, i + 1, below, below + 1);
  }
  const count = sides.length / 3;
  const piece = {
    positions: Float32Array.from([...sides, ...sides]),
    uvs: new Float32Array(4 * count),
    indices: Uint32Array.from([...corners, ...lids.map((v) => v + count)]),
  };
  const flat = Array.from({ length: count }, (_, v) => [0, sides[3 * v + 1]!, 0]).flat();
  const document = await withNormals(piece, Float32Array.from([...normals, ...flat]));
  expect(isClosed(weld(document))).toBe(true);
  refineShape(document, REFINEMENT);
  const fine = weld(document);
  expect(isClosed(fine)).toBe(true);
  for (let v = 0; v < fine.positions.length; v += 3) {
    const [x, y, z] = fine.positions.subarray(v, v + 3) as unknown as [number, number, number];
    expect(Math.abs(y)).toBeLessThan(1 + 1e-6);
    expect(Math.abs(Math.hypot(x, z) - 1)).toBeLessThan(0.004);
  }
  expect(volumeOf(fine) / (2 * Math.PI)).toBeGreaterThan(0.99);
  const caps = listSurfaces(document).flatMap(({ primitive }) => {
    const [at, own] = [readFloats(primitive, 'POSITION')!, readFloats(primitive, 'NORMAL')!];
    return [...at.keys()].filter((i) => i % 3 === 1 && Math.abs(own[i]!) > 0.5).map((i) => Math.abs(at[i]!));
  });
  expect(caps.length).toBeGreaterThan(4 * segments);
  expect(Math.min(...caps)).toBeGreaterThan(1 - 1e-6);
});

describe('a text-to-model draft', () => {
  let draft: Uint8Array;
  let notes: readonly string[];
  let before: Document;
  let after: Document;
  beforeAll(async () => {
    const made = await textToModel(
      'a wooden barrel beside a striped vase',
      {
        modelSeed: 0,
        imageSeed: 0,
        textureSeed: 7,
        negativePrompt: '',
        detail: 0.5,
        isTextured: true,
        isPbr: true,
        hasUvs: true,
        isInParts: true,
        patternSize: 128,
        faceLimit: null,
        isForQuads: false,
        compress: '',
        isPrintCheckWanted: false,
        previewSize: 64,
      },
      silent,
    );
    draft = made.model;
    before = await readGlb(draft);
    const refined = await refineModel(draft, silent);
    after = await readGlb(await writeValid(refined.document));
    notes = refined.notes.map(toEngineText);
  });

  test('keeps its size, parts and materials and has more faces', () => {
    const [boxBefore, boxAfter] = [worldBox(before)!, worldBox(after)!];
    const diagonal = Math.hypot(...boxBefore.max.map((high, k) => high - boxBefore.min[k]!));
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(boxAfter.min[k]! - boxBefore.min[k]!)).toBeLessThan(0.01 * diagonal);
      expect(Math.abs(boxAfter.max[k]! - boxBefore.max[k]!)).toBeLessThan(0.01 * diagonal);
    }
    const names = (document: Document) => ({
      nodes: document
        .getRoot()
        .listNodes()
        .map((node) => node.getName()),
      materials: document
        .getRoot()
        .listMaterials()
        .map((material) => material.getName()),
    });
    expect(names(after)).toEqual(names(before));
    expect(countTriangles(after)).toBeGreaterThan(1.3 * countTriangles(before));
    expect(notes[0]).toBe(
      `The draft’s ${countTriangles(before).toLocaleString('en')} triangles became ${countTriangles(after).toLocaleString('en')}. Flat faces and sharp edges are unchanged.`,
    );
  });

  test('has the same patterns with more texels', async () => {
    const [texturesBefore, texturesAfter] = [before, after].map((document) => document.getRoot().listTextures());
    expect(texturesBefore!.length).toBeGreaterThan(1);
    for (const [i, texture] of texturesAfter!.entries()) {
      expect(texture.getSize()).toEqual([1024, 1024]);
      const small = await sharp(texture.getImage()!).resize(128).removeAlpha().raw().toBuffer();
      const old = await sharp(texturesBefore![i]!.getImage()!).removeAlpha().raw().toBuffer();
      const error = small.reduce((sum, value, at) => sum + Math.abs(value - old[at]!), 0) / small.length;
      expect(error).toBeLessThan(12);
    }
  });

  test('is refined deterministically', async () => {
    expect(await toGlb((await refineModel(draft, silent)).document)).toEqual(await toGlb(after));
  });
});

test('a file that is not a model is rejected', async () => {
  await expect(refineModel(new Uint8Array([1, 2, 3]), silent)).rejects.toThrow(/not a model that Dropforge can read/);
});
