import type { Document, Material } from '@gltf-transform/core';
import { ConvertError } from '../convert/convert-error.ts';
import { shrinkTexture } from '../convert/convert-textures.ts';
import { findOwner } from '../find-owner.ts';
import { toFlatMeshes } from '../flat-meshes.ts';
import type { FlatPrimitive } from '../flat-mesh.ts';
import { decodeTexture } from '../formats/images/decode-texture.ts';
import { ModelError } from '../model-error.ts';
import { createSampler, toLinear, type Sampler } from '../sample-texture.ts';
import { doubleArea, type TriangleMesh } from '../triangle-mesh.ts';

/** x, y, z. */
export type Point = readonly [x: number, y: number, z: number];

/** A model to be made into something: all its surfaces as one mesh whose longest side is 1, and its colours. */
export interface Subject {
  /** Around the origin: +Y up, +Z front, counter-clockwise from outside; skinned meshes in rest pose. */
  readonly mesh: TriangleMesh;
  /** Length of the sides of the box around it; the longest is 1. */
  readonly size: Point;
  /** Area of all triangles. */
  readonly area: number;
  /** Metres that 1 stands for. */
  readonly metres: number;
  /** Where the middle of the box lies in the model, metres. */
  readonly centre: Point;
  /** Writes the base colour (texture × factor × vertex colour, linear RGB) at a triangle's point into `out`. */
  colorAt(triangle: number, a: number, b: number, c: number, out: Float64Array): void;
}

/** Textures are read this small: a block covers many texels anyway. */
const TEXTURE_SIZE = 512;
/** Metres between which a model is worked on; beyond, single precision runs out. */
const SIZES = [1e-9, 1e12] as const;

/** Reads what a document shows. Throws `ConvertError` `empty-model` for a point, `ModelError` for an absurd size. */
export async function readSubject(document: Document): Promise<Subject> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const { low, high } = findBox(primitives);
  const metres = Math.max(...[0, 1, 2].map((k) => high[k]! - low[k]!));
  if (!(metres > 0)) throw new ConvertError('empty-model', 'The model has no size: all its points lie on one place.');
  if (metres < SIZES[0] || metres > SIZES[1]) {
    throw new ModelError(
      'unsupported',
      `The model is ${metres.toPrecision(2)} m large; scale it to a usual size first.`,
    );
  }
  const centre = [0, 1, 2].map((k) => (low[k]! + high[k]!) / 2) as unknown as Point;
  const mesh = joinPrimitives(primitives, centre, metres);
  let area = 0;
  for (let t = 0; t < mesh.indices.length; t += 3) area += doubleArea(mesh.positions, mesh.indices, t) / 2;
  return {
    mesh,
    size: [0, 1, 2].map((k) => (high[k]! - low[k]!) / metres) as unknown as Point,
    area,
    metres,
    centre,
    colorAt: await createColors(primitives),
  };
}

function findBox(primitives: readonly FlatPrimitive[]): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of primitives) {
    for (const vertex of indices) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, positions[vertex * 3 + k]!);
        high[k] = Math.max(high[k]!, positions[vertex * 3 + k]!);
      }
    }
  }
  return { low, high };
}

function joinPrimitives(primitives: readonly FlatPrimitive[], centre: Point, metres: number): TriangleMesh {
  const positions = new Float32Array(primitives.reduce((sum, own) => sum + own.positions.length, 0));
  const indices = new Uint32Array(primitives.reduce((sum, own) => sum + own.indices.length, 0));
  let place = 0;
  let corner = 0;
  for (const own of primitives) {
    const first = place / 3;
    for (const [i, value] of own.positions.entries()) positions[place++] = (value - centre[i % 3]!) / metres;
    for (const vertex of own.indices) indices[corner++] = first + vertex;
  }
  return { positions, indices };
}

async function createColors(primitives: readonly FlatPrimitive[]): Promise<Subject['colorAt']> {
  const samplers = new Map<Material, Sampler | null>();
  for (const { material } of primitives) {
    if (material && !samplers.has(material)) samplers.set(material, await loadSampler(material));
  }
  const firsts: number[] = [];
  let count = 0;
  for (const { indices } of primitives) {
    firsts.push(count);
    count += indices.length / 3;
  }
  const texel = [255, 255, 255, 255];
  return (triangle, a, b, c, out) => {
    const owner = findOwner(firsts, triangle);
    const { indices, uvs, colors, material } = primitives[owner]!;
    const at = (triangle - firsts[owner]!) * 3;
    const [i, j, k] = [indices[at]!, indices[at + 1]!, indices[at + 2]!];
    const factor = material?.getBaseColorFactor();
    const sample = material && uvs && samplers.get(material);
    if (sample) {
      const u = a * uvs[i * 2]! + b * uvs[j * 2]! + c * uvs[k * 2]!;
      sample(u, a * uvs[i * 2 + 1]! + b * uvs[j * 2 + 1]! + c * uvs[k * 2 + 1]!, texel);
    }
    for (let n = 0; n < 3; n++) {
      const base = sample ? toLinear(texel[n]! / 255) : 1;
      const own = colors ? a * colors[i * 4 + n]! + b * colors[j * 4 + n]! + c * colors[k * 4 + n]! : 1;
      out[n] = Math.min(1, Math.max(0, base * own * (factor?.[n] ?? 1)));
    }
  };
}

async function loadSampler(material: Material): Promise<Sampler | null> {
  const texture = material.getBaseColorTexture();
  const info = material.getBaseColorTextureInfo();
  if (!texture || !info) return null;
  return createSampler(await shrinkTexture(await decodeTexture(texture), TEXTURE_SIZE), info);
}
