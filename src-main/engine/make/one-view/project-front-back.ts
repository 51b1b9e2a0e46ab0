import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import { atlasGutter } from './front-back-atlas.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** A mesh with UVs, its vertices duplicated along the seams. */
export interface ProjectedMesh extends TriangleMesh {
  /** UV per vertex, 0 to 1, glTF's origin (top left). */
  readonly uvs: Float32Array;
  /** Vertex of the original mesh for each vertex. */
  readonly sources: Uint32Array;
}

/**
 * Assigns the texture coordinates of a `FrontBackAtlas` to the surface of a relief (in cells, z from back to front):
 * triangles whose centre is at z ≥ 0 use the front half, the others the back half. O(triangles).
 */
export function projectFrontBack(
  { positions, indices }: TriangleMesh,
  grid: CoverageGrid,
  atlas: { readonly size: number; readonly isStacked: boolean },
): ProjectedMesh {
  const duplicateOf = new Map<number, number>();
  const sources: number[] = [];
  const uvs: number[] = [];
  const cut = new Uint32Array(indices.length);

  for (let t = 0; t < indices.length; t += 3) {
    const depth =
      positions[3 * indices[t]! + 2]! + positions[3 * indices[t + 1]! + 2]! + positions[3 * indices[t + 2]! + 2]!;
    const isBack = depth < 0;
    for (let k = 0; k < 3; k++) {
      const vertex = indices[t + k]!;
      const key = 2 * vertex + Number(isBack);
      let duplicate = duplicateOf.get(key);
      if (duplicate === undefined) {
        duplicate = sources.length;
        duplicateOf.set(key, duplicate);
        sources.push(vertex);
        uvs.push(...toUv(positions[3 * vertex]!, positions[3 * vertex + 1]!, isBack, grid, atlas));
      }
      cut[t + k] = duplicate;
    }
  }

  const cutPositions = new Float32Array(sources.length * 3);
  sources.forEach((vertex, i) => cutPositions.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
  return { positions: cutPositions, indices: cut, uvs: Float32Array.from(uvs), sources: Uint32Array.from(sources) };
}

/**
 * Returns the position of each vertex of a surface in cells within the bounding box of the subject: shares from the top
 * left, 0 to 1.
 */
export function toFrontUvs({ positions }: TriangleMesh, { width, height, padding }: CoverageGrid): Float32Array {
  const uvs = new Float32Array((2 * positions.length) / 3);
  for (let v = 0; v < uvs.length / 2; v++) {
    uvs[2 * v] = (positions[3 * v]! - padding + 0.5) / (width - 2 * padding);
    uvs[2 * v + 1] = 1 - (positions[3 * v + 1]! - padding + 0.5) / (height - 2 * padding);
  }
  return uvs;
}

function toUv(
  x: number,
  y: number,
  isBack: boolean,
  { width, height, padding }: CoverageGrid,
  { size, isStacked }: { readonly size: number; readonly isStacked: boolean },
): [number, number] {
  const clamp = (value: number, reach: number): number => Math.min(1 + reach, Math.max(-reach, value));
  const gutter = atlasGutter(size);
  const innerWidth = (isStacked ? size : size / 2) - 2 * gutter;
  const innerHeight = (isStacked ? size / 2 : size) - 2 * gutter;
  // Smoothing may move a vertex slightly outside the bounding box; it may then use half of the gutter.
  const across = clamp((x - padding + 0.5) / (width - 2 * padding), gutter / 2 / innerWidth);
  const down = clamp(1 - (y - padding + 0.5) / (height - 2 * padding), gutter / 2 / innerHeight);

  const u = gutter + (isBack ? 1 - across : across) * innerWidth + (isBack && !isStacked ? size / 2 : 0);
  const v = gutter + down * innerHeight + (isBack && isStacked ? size / 2 : 0);
  return [u / size, v / size];
}
