import type { Document } from '@gltf-transform/core';
import { toModelDocument } from '../../../../src-main/engine/files/gltf/model-document.ts';
import { textToModel } from '../../../../src-main/engine/make/text/text-to-model.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';

type Point = readonly [number, number, number];
/** Minimum and maximum corner. */
export type Block = readonly [low: Point, high: Point];

/** Generates a body with `textToModel`, as GLB. */
export async function describeBody(prompt: string): Promise<Uint8Array> {
  const { model } = await textToModel(
    prompt,
    {
      modelSeed: 1,
      imageSeed: 0,
      textureSeed: 0,
      negativePrompt: '',
      detail: 0.4,
      isTextured: true,
      isPbr: true,
      hasUvs: true,
      isInParts: false,
      patternSize: 16,
      faceLimit: null,
      isForQuads: false,
      compress: '',
      previewSize: 8,
      isPrintCheckWanted: false,
    },
    () => undefined,
  );
  return model;
}

/** Joins meshes into one model, as GLB. */
export function toBody(...pieces: readonly Mesh[]): Promise<Uint8Array> {
  return toGlb(toBodyDocument(...pieces));
}

/** Joins meshes into one model. */
function toBodyDocument(...pieces: readonly Mesh[]): Document {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const piece of pieces) {
    indices.push(...piece.indices.map((index) => index + positions.length / 3));
    positions.push(...piece.positions);
  }
  return toModelDocument({
    positions: Float32Array.from(positions),
    normals: Float32Array.from(positions, (_, i) => (i % 3 === 1 ? 1 : 0)),
    indices: Uint32Array.from(indices),
    texture: null,
    color: [0.5, 0.5, 0.5],
  });
}

interface Mesh {
  readonly positions: readonly number[];
  readonly indices: readonly number[];
}

/** Creates a closed box. */
export function box([low, high]: Block): Mesh {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
    [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? high : low)[axis]!),
  );
  const indices = [
    ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6],
    ...[0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7],
    ...[0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
  ];
  return { positions, indices };
}

/** Creates a closed cylinder. */
function rod(from: Point, to: Point, radius: number, rings = 12): Mesh {
  const sides = 12;
  const way = to.map((value, k) => value - from[k]!);
  const length = Math.hypot(...way);
  const along = way.map((value) => value / length);
  const helper = Math.abs(along[1]!) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const cross = (a: readonly number[], b: readonly number[]) => [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ];
  const raw = cross(along, helper);
  const u = raw.map((value) => value / Math.hypot(...raw));
  const v = cross(along, u);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const angle = (side / sides) * 2 * Math.PI;
      for (let k = 0; k < 3; k++) {
        const out = u[k]! * Math.cos(angle) + v[k]! * Math.sin(angle);
        positions.push(from[k]! + (way[k]! * ring) / rings + out * radius);
      }
      const [a, b] = [ring * sides + side, ring * sides + ((side + 1) % sides)];
      if (ring < rings) indices.push(a, b, a + sides, b, b + sides, a + sides);
    }
  }
  const end = positions.length / 3;
  positions.push(...from, ...to);
  for (let side = 0; side < sides; side++) {
    const next = (side + 1) % sides;
    indices.push(end, next, side, end + 1, rings * sides + side, rings * sides + next);
  }
  return { positions, indices };
}

/** Creates a mesh for each side, −1 and 1. */
export function pair(make: (side: number) => Mesh): Mesh[] {
  return [make(-1), make(1)];
}

/** Creates a person of rods, 1.7 m tall; the hands are `drop` metres below the shoulders. */
export function rodFigure(drop: number): Mesh[] {
  const reach = Math.sqrt(0.62 ** 2 - drop ** 2);
  return [
    rod([0, 0.82, 0], [0, 1.42, 0], 0.15),
    rod([0, 1.4, 0], [0, 1.56, 0], 0.05),
    rod([0, 1.5, 0], [0, 1.72, 0], 0.09),
    ...pair((s) => rod([s * 0.12, 0.9, 0], [s * 0.13, 0.04, 0], 0.07)),
    ...pair((s) =>
      box([
        [s * 0.13 - 0.05, 0, -0.06],
        [s * 0.13 + 0.05, 0.06, 0.2],
      ]),
    ),
    ...pair((s) => rod([s * 0.13, 1.36, 0], [s * (0.13 + reach), 1.36 - drop, 0], 0.045)),
  ];
}

/** Creates a knight of few, large blocks, with legs a fifth of its height and a head as wide as its trunk. */
export function chunkyFigure(): Mesh[] {
  return [
    box([
      [-0.3, 0.2, -0.2],
      [0.3, 0.62, 0.2],
    ]),
    box([
      [-0.28, 0.6, -0.24],
      [0.28, 1, 0.24],
    ]),
    ...pair((s) =>
      box([
        [s > 0 ? 0.05 : -0.27, 0, -0.15],
        [s > 0 ? 0.27 : -0.05, 0.22, 0.2],
      ]),
    ),
    ...pair((s) =>
      box([
        [s > 0 ? 0.28 : -0.62, 0.42, -0.1],
        [s > 0 ? 0.62 : -0.28, 0.6, 0.1],
      ]),
    ),
  ];
}

/** Creates an animal of rods that faces +Z, 1.2 m long, with or without a tail. */
export function rodAnimal(hasTail = true): Mesh[] {
  return [
    rod([0, 0.62, -0.46], [0, 0.62, 0.4], 0.14),
    rod([0, 0.66, 0.34], [0, 0.88, 0.52], 0.07),
    rod([0, 0.88, 0.46], [0, 0.84, 0.78], 0.085),
    ...[-0.36, 0.3].flatMap((z) => pair((s) => rod([s * 0.1, 0.6, z], [s * 0.1, 0, z], 0.05))),
    ...[-0.36, 0.3].flatMap((z) =>
      pair((s) =>
        box([
          [s * 0.1 - 0.045, 0, z - 0.04],
          [s * 0.1 + 0.045, 0.06, z + 0.11],
        ]),
      ),
    ),
    ...(hasTail ? [rod([0, 0.68, -0.42], [0, 0.55, -0.85], 0.03)] : []),
  ];
}

/** Rotates meshes about +Y by quarter turns, counter-clockwise seen from above: one turns +Z to +X. */
export function turned(pieces: readonly Mesh[], quarters: number): Mesh[] {
  const [sine, cosine] = [Math.sin((quarters * Math.PI) / 2), Math.cos((quarters * Math.PI) / 2)];
  return pieces.map(({ positions, indices }) => ({
    indices,
    positions: positions.map((value, i) => {
      if (i % 3 === 1) return value;
      const [x, z] = i % 3 === 0 ? [value, positions[i + 2]!] : [positions[i - 2]!, value];
      return i % 3 === 0 ? x * cosine + z * sine : z * cosine - x * sine;
    }),
  }));
}
