import type { Document } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { FlatPrimitive } from '../../base/document/flat-mesh.ts';
import { toFlatMeshes } from '../../base/document/flat-meshes.ts';
import { toSrgbByte } from '../../base/color/srgb.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { createPointColorLookup, type PointColorLookup } from '../../base/texture/texture-color-lookup.ts';
import type { RenderTexture } from '../../base/render/render-texture.ts';
import { loadSurfaceMaterials, type SurfaceMaterial } from '../../base/render/surface-material.ts';
import { sampleLinearTexture } from '../../base/render/sample-linear-texture.ts';
import { doubleArea, faceNormal } from '../../base/mesh/triangle-mesh.ts';
import type { SplatCloud } from '../../files/splat/splat-cloud.ts';
import { goldenOrder } from './golden-order.ts';

/** Options for sampling a surface. */
export interface SurfaceSampling {
  /** Number of splats of the whole model, at least 1. */
  readonly count: number;
  /** Shifts all points on the surface; the same seed gives the same splats. */
  readonly seed: number;
}

/**
 * Standard deviation along the surface divided by the distance of neighbours; closes the surface but keeps edges sharp.
 */
const SPREAD = 0.6;
/** Thickness divided by spread: flat, but far enough from zero for renderers that divide by it. */
const FLATNESS = 0.1;
/** Nearly opaque; renderers clip higher values anyway. */
const OPACITY = 0.98;
/** Maximum edge of textures that are read, in pixels. */
const TEXTURE_EDGE = 2048;
/** Steps of the R2 sequence: powers of the inverse plastic number (M. Roberts 2018, quasirandom sequences). */
const STEP_U = 0.7548776662466927;
const STEP_V = 0.5698402909980532;
/** Fractional part of the golden ratio; successive seeds start far apart. */
const SEED_STEP = 0.6180339887498949;

/**
 * Covers the surfaces of a document with flat discs in their base colour plus emission, unlit. The density is the same
 * everywhere, so all discs have the same size, `SPREAD` times the distance of neighbours. Each triangle gets a share of
 * the count by its area (systematic sampling, so the count is exact), at points of a low-discrepancy sequence folded
 * into it.
 *
 * Transparency is ignored. Throws `ModelError` for a document without surface area. O(triangles + splats).
 */
export async function sampleSurface(document: Document, { count, seed }: SurfaceSampling): Promise<SplatCloud> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const surfaces = await loadSurfaceMaterials(primitives, TEXTURE_EDGE);
  const area = primitives.reduce((sum, primitive) => sum + areaOf(primitive), 0);
  if (!(area > 0)) throw new ModelError('unsupported', engineMessage('model-error.no-surface-for-splats'));

  const spread = SPREAD * Math.sqrt(area / count);
  const cloud: SplatCloud = {
    count,
    positions: new Float32Array(3 * count),
    normals: new Float32Array(3 * count),
    scales: new Float32Array(3 * count).map((_, i) => (i % 3 === 2 ? FLATNESS * spread : spread)),
    rotations: new Float32Array(4 * count),
    colors: new Float32Array(3 * count),
    opacity: OPACITY,
  };
  const start = (seed * SEED_STEP) % 1;
  const order = goldenOrder(count);
  let placed = 0;
  let coveredArea = 0;
  primitives.forEach((primitive, i) => {
    const place = createPlacer(primitive, surfaces[i]!, cloud);
    for (let t = 0; t < primitive.indices.length; t += 3) {
      coveredArea += doubleArea(primitive.positions, primitive.indices, t) / 2;
      const isLast = i === primitives.length - 1 && t + 3 >= primitive.indices.length;
      const until = isLast ? count : Math.min(count, Math.floor((coveredArea / area) * count + start));
      for (; placed < until; placed++) {
        place(t, fold((start + placed * STEP_U) % 1, (start + placed * STEP_V) % 1), order(placed));
      }
    }
  });
  return cloud;
}

type Weights = readonly [a: number, b: number, c: number];

/** Maps a point of the unit square uniformly to barycentric coordinates of a triangle. */
function fold(u: number, v: number): Weights {
  return u + v > 1 ? [u + v - 1, 1 - u, 1 - v] : [1 - u - v, u, v];
}

function areaOf({ positions, indices }: FlatPrimitive): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) sum += doubleArea(positions, indices, t) / 2;
  return sum;
}

/** Returns a function that places splat `to` of a cloud on the triangle that begins at `indices[t]`. */
function createPlacer(primitive: FlatPrimitive, surface: SurfaceMaterial, cloud: SplatCloud) {
  const { positions, normals, indices } = primitive;
  const color = createColorLookup(primitive, surface);
  const linear = new Float64Array(3);
  return (t: number, [a, b, c]: Weights, to: number): void => {
    const [i, j, k] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const flat = faceNormal(positions, indices, t);
    const normal: [number, number, number] = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const at = (from: Float32Array): number =>
        a * from[3 * i + axis]! + b * from[3 * j + axis]! + c * from[3 * k + axis]!;
      cloud.positions[3 * to + axis] = at(positions);
      normal[axis] = normals ? at(normals) : flat[axis]!;
    }
    const length = Math.hypot(...normal) || 1;
    for (let axis = 0; axis < 3; axis++) normal[axis]! /= length;
    cloud.normals.set(normal, 3 * to);
    cloud.rotations.set(rotationTo(normal), 4 * to);
    color(t, a, b, c, linear);
    for (let n = 0; n < 3; n++) cloud.colors[3 * to + n] = toSrgbByte(linear[n]!) / 255;
  };
}

/** Returns the shortest rotation from +Z to a direction, wxyz. */
function rotationTo([x, y, z]: readonly [number, number, number]): [number, number, number, number] {
  const length = Math.sqrt(2 * (1 + z));
  return length > 1e-6 ? [length / 2, -y / length, x / length, 0] : [0, 1, 0, 0];
}

/** Returns a lookup of base colour plus emission, linear. */
function createColorLookup(primitive: FlatPrimitive, surface: SurfaceMaterial): PointColorLookup {
  const show = (texture: RenderTexture | null) =>
    texture && ((u: number, v: number, out: Float32Array) => sampleLinearTexture(texture, u, v, out));
  const base = createPointColorLookup(primitive, surface.color, show(surface.texture));
  const glow = createPointColorLookup({ ...primitive, colors: null }, surface.glow, show(surface.glowTexture));
  const emitted = new Float64Array(3);
  return (t, a, b, c, out) => {
    base(t, a, b, c, out);
    glow(t, a, b, c, emitted);
    for (let n = 0; n < 3; n++) out[n]! += emitted[n]!;
  };
}
