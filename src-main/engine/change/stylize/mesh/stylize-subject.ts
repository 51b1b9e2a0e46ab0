import type { Document, Material } from '@gltf-transform/core';
import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { OperationError } from '../../../base/errors/operation-error.ts';
import { findRangeIndex } from '../../../base/maths/find-range-index.ts';
import { toFlatMeshes } from '../../../base/document/flat-meshes.ts';
import type { FlatPrimitive } from '../../../base/document/flat-mesh.ts';
import { joinPrimitives } from '../../../base/document/join-primitives.ts';
import { decodeTexture } from '../../../files/images/decode-texture.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { createPointColorLookup, type TextureLookup } from '../../../base/texture/texture-color-lookup.ts';
import { createTextureSampler, toLinear } from '../../bake/texture-sampler.ts';
import { doubleArea, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';

/** x, y, z. */
export type GridPoint = readonly [x: number, y: number, z: number];

/** Input of all styles: a model's surfaces as one mesh, scaled to a longest side of 1, and its colours. */
export interface StylizeSubject {
  /** Centred at the origin: +Y up, +Z front, counter-clockwise from outside; skinned meshes in rest pose. */
  readonly mesh: TriangleMesh;
  /** Sides of the bounding box; the longest is 1. */
  readonly size: GridPoint;
  /** Area of all triangles. */
  readonly area: number;
  /** Metres per unit. */
  readonly metres: number;
  /** Centre of the model's bounding box, metres. */
  readonly centre: GridPoint;
  /**
   * Writes the base colour (texture × factor × vertex colour, linear RGB) at the barycentric weights `a`, `b`, `c` of a
   * triangle to `out`.
   */
  colorAt(triangle: number, a: number, b: number, c: number, out: Float64Array): void;
}

/** Edge in pixels to which textures are scaled down; a block covers many texels anyway. */
const TEXTURE_SIZE = 512;
/** Base colour without a material. */
const WHITE = [1, 1, 1] as const;
/** Minimum and maximum size of a model in metres; single precision does not suffice beyond. */
const SIZE_LIMITS = [1e-9, 1e12] as const;

/**
 * Reads all surfaces and base colours of a document. Throws `OperationError` (`empty-model`) for a model without
 * extent, `ModelError` (`unsupported`) for a size outside `SIZE_LIMITS`.
 */
export async function readStylizeSubject(document: Document): Promise<StylizeSubject> {
  const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  const { low, high } = findBox(primitives);
  const metres = Math.max(...[0, 1, 2].map((k) => high[k]! - low[k]!));
  if (!(metres > 0)) throw new OperationError('empty-model', engineMessage('model-error.no-size'));
  if (metres < SIZE_LIMITS[0] || metres > SIZE_LIMITS[1]) {
    throw new ModelError('unsupported', engineMessage('model-error.unusual-size', { metres: metres.toPrecision(2) }));
  }
  const centre = [0, 1, 2].map((k) => (low[k]! + high[k]!) / 2) as unknown as GridPoint;
  const mesh = joinPrimitives(primitives);
  const { positions } = mesh;
  for (let i = 0; i < positions.length; i++) positions[i] = (positions[i]! - centre[i % 3]!) / metres;
  let area = 0;
  for (let t = 0; t < mesh.indices.length; t += 3) area += doubleArea(mesh.positions, mesh.indices, t) / 2;
  return {
    mesh,
    size: [0, 1, 2].map((k) => (high[k]! - low[k]!) / metres) as unknown as GridPoint,
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

async function createColors(primitives: readonly FlatPrimitive[]): Promise<StylizeSubject['colorAt']> {
  const textures = new Map<Material, TextureLookup | null>();
  for (const { material } of primitives) {
    if (material && !textures.has(material)) textures.set(material, await loadTexture(material));
  }
  const colors = primitives.map((primitive) => {
    const { material } = primitive;
    const lookup = material && (textures.get(material) ?? null);
    return createPointColorLookup(primitive, material?.getBaseColorFactor() ?? WHITE, lookup);
  });
  const firsts: number[] = [];
  let count = 0;
  for (const { indices } of primitives) {
    firsts.push(count);
    count += indices.length / 3;
  }
  return (triangle, a, b, c, out) => {
    const owner = findRangeIndex(firsts, triangle);
    colors[owner]!((triangle - firsts[owner]!) * 3, a, b, c, out);
    for (let n = 0; n < 3; n++) out[n] = Math.min(1, Math.max(0, out[n]!));
  };
}

async function loadTexture(material: Material): Promise<TextureLookup | null> {
  const texture = material.getBaseColorTexture();
  const info = material.getBaseColorTextureInfo();
  if (!texture || !info) return null;
  const sample = createTextureSampler(await decodeTexture(texture, TEXTURE_SIZE), info);
  const texel = [255, 255, 255, 255];
  return (u, v, out) => {
    sample(u, v, texel);
    for (let n = 0; n < 3; n++) out[n] = toLinear(texel[n]! / 255);
  };
}
