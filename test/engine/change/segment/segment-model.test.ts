import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { describe, expect, test } from 'vitest';
import { keepParts } from '../../../../src-main/engine/base/document/keep-parts.ts';
import { countTriangles } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { segmentAtPoints } from '../../../../src-main/engine/change/segment/segment-at-points.ts';
import { segmentModel } from '../../../../src-main/engine/change/segment/segment-model.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { worldBox } from '../../../../src-main/engine/base/document/world-box.ts';
import { buildGlb, makeBall, move, silent, turnProfile, writeValid, type Piece } from '../../base/mesh/build-model.ts';

/** Two balls joined at a concave edge. */
const snowman = turnProfile(40, 32, (h) => Math.sqrt(Math.max(0, 0.25 - (Math.abs(h) - 0.5) ** 2)) + 0.02);
/** A thick body that tapers smoothly into a thin neck, without a concave edge. */
const bottle = turnProfile(60, 32, (h) => 0.15 + 0.85 / (1 + Math.exp(12 * (h - 0.1))));

function join(...pieces: Piece[]): Piece {
  let first = 0;
  const indices = pieces.flatMap((piece) => {
    const own = [...piece.indices].map((vertex) => vertex + first);
    first += piece.positions.length / 3;
    return own;
  });
  return {
    positions: Float32Array.from(pieces.flatMap(({ positions }) => [...positions])),
    uvs: Float32Array.from(pieces.flatMap(({ uvs }) => [...uvs])),
    indices: Uint32Array.from(indices),
  };
}

/** Writes the model, checks that it has all `triangles`, and returns the bounding box of each part by name. */
async function partsOf({ document, names }: Awaited<ReturnType<typeof segmentModel>>, triangles: number) {
  const glb = await writeValid(document);
  expect(countTriangles(await readGlb(glb))).toBe(triangles);
  const parts: Record<string, NonNullable<ReturnType<typeof worldBox>>> = {};
  for (const name of names) {
    const alone = await readGlb(glb);
    keepParts(alone, [name]);
    parts[name] = worldBox(alone)!;
  }
  return parts;
}

describe('segmentModel', () => {
  test('separates connected components, names them by position, and merges tiny ones into the nearest', async () => {
    const speck = move({ ...makeBall(3), positions: makeBall(3).positions.map((value) => value / 50) }, [3, 0, 1.05]);
    const piece = join(makeBall(12), move(makeBall(12), [3, 0, 0]), speck);
    const result = await segmentModel(await buildGlb({ pair: piece }, { isTextured: true }), silent);
    expect([...result.names].sort()).toEqual(['left', 'right']);
    const { left, right } = await partsOf(result, piece.indices.length / 3);
    expect([left!.min[0], right!.max[0]]).toEqual([expect.closeTo(2), expect.closeTo(1)]);
    expect(left!.max[2]).toBeGreaterThan(1.04);
    const again = await segmentModel(await buildGlb({ pair: piece }), silent);
    expect(again.names).toEqual(result.names);
  });

  test('cuts a connected body at concave edges', async () => {
    const result = await segmentModel(await buildGlb({ snowman }, { isTextured: true, isSkinned: true }), silent);
    expect([...result.names].sort()).toEqual(['bottom', 'top']);
    const { top, bottom } = await partsOf(result, snowman.indices.length / 3);
    expect([top!.min[1], bottom!.max[1]]).toEqual([expect.closeTo(0, 0), expect.closeTo(0, 0)]);
    expect(result.document.getRoot().listAnimations()).toHaveLength(1);
    for (const name of result.names) {
      const node = result.document
        .getRoot()
        .listNodes()
        .find((each) => each.getName() === name);
      expect(node!.getSkin()).not.toBeNull();
    }
  });

  test('cuts a body without concave edges between thick and thin parts', async () => {
    const result = await segmentModel(await buildGlb({ bottle }), silent);
    expect(result.notes.map(toEngineText)).toEqual([]);
    expect(result.names.length).toBeGreaterThan(1);
    expect(result.names.length).toBeLessThan(6);
    const parts = Object.values(await partsOf(result, bottle.indices.length / 3));
    // The shoulder is at y = 0.1.
    const neck = parts.find(({ max }) => max[1] > 0.95)!;
    expect(neck.min[1]).toBeGreaterThan(-0.3);
    expect(Math.max(...parts.filter((part) => part !== neck).map(({ max }) => max[1]))).toBeLessThan(0.3);
  });

  test('cuts a ball in half and adds a note', async () => {
    const result = await segmentModel(await buildGlb({ ball: makeBall(12) }), silent);
    expect(result.names).toHaveLength(2);
    expect(result.notes.map(toEngineText)).toEqual([expect.stringContaining('cut through the middle')]);
  });

  test('creates at most 32 parts', async () => {
    const balls = Array.from({ length: 50 }, (_, i) => move(makeBall(4), [3 * (i % 10), 3 * Math.floor(i / 10), 0]));
    const result = await segmentModel(await buildGlb({ heap: join(...balls) }), silent);
    expect(result.names).toHaveLength(32);
    expect(new Set(result.names).size).toBe(32);
  });

  test('names a part after its node if it is the whole node', async () => {
    const glb = await buildGlb({ hat: makeBall(8), shoe: move(makeBall(8), [0, -3, 0]) });
    const result = await segmentModel(glb, silent);
    expect([...result.names].sort()).toEqual(['hat', 'shoe']);
    await partsOf(result, 2 * 224);
  });

  test('segments meshes with boundaries, self-intersections and degenerate triangles', async () => {
    const ball = makeBall(12);
    const damaged = {
      ...join(ball, move(ball, [0.5, 0, 0])),
      indices: Uint32Array.from([...ball.indices.subarray(60), 0, 0, 1, 7, 7, 7, ...ball.indices.subarray(90, 120)]),
    };
    const result = await segmentModel(await buildGlb({ damaged }), silent);
    expect(result.names.length).toBeGreaterThan(1);
    await writeValid(result.document);
  });
});

test('specks around a body are no parts: it is cut as without them', async () => {
  const speck = makeBall(3);
  const small = { ...speck, positions: speck.positions.map((value) => value * 0.004) };
  const specks = Array.from({ length: 40 }, (_, i) => move(small, [0.2 * Math.cos(i), 1.2, 0.2 * Math.sin(i)]));
  const alone = await segmentModel(await buildGlb({ snowman }), silent);
  const among = await segmentModel(await buildGlb({ snowman: join(snowman, ...specks) }), silent);
  expect(among.names).toEqual(alone.names);
  expect(countTriangles(among.document)).toBe(countTriangles(alone.document) + 40 * (speck.indices.length / 3));
});

describe('segmentAtPoints', () => {
  test('ends a part at a concave edge and makes the rest one part', async () => {
    const result = await segmentAtPoints(await buildGlb({ snowman }), [[0, 1, 0]], silent);
    const { top, bottom } = await partsOf(result, snowman.indices.length / 3);
    expect([top!.min[1], bottom!.max[1]]).toEqual([expect.closeTo(0, 0), expect.closeTo(0, 0)]);
  });

  test('ends a part at a change of colour', async () => {
    const glb = await buildGlb({ ball: makeBall(16) }, { isTextured: true });
    const result = await segmentAtPoints(glb, [[0, 0, 1]], silent);
    const { front } = await partsOf(result, 16 * 64 - 64);
    expect(front!.min[2]).toBeGreaterThan(-0.25);
  });

  test('ends with uvs that are not numbers, which are replaced in every operation', async () => {
    const ball = makeBall(12);
    const uvs = ball.uvs.map((value, i) => (i % 7 === 0 ? NaN : i % 11 === 0 ? Infinity : value));
    const glb = await buildGlb({ ball: { ...ball, uvs } }, { isTextured: true });
    const document = await readGlb(glb);
    const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives();
    expect([...primitive!.getAttribute('TEXCOORD_0')!.getArray()!].every(Number.isFinite)).toBe(true);
    const { names } = await segmentAtPoints(
      glb,
      [
        [0, 1, 0],
        [0, -1, 0],
      ],
      silent,
    );
    expect(names.length).toBeGreaterThan(0);
  });

  test('divides a smooth body between two points', async () => {
    const result = await segmentAtPoints(
      await buildGlb({ ball: makeBall(16) }),
      [
        [0, 1, 0],
        [0, -1, 0],
      ],
      silent,
    );
    expect([...result.names].sort()).toEqual(['bottom', 'top']);
  });
});
