/** The triangles of a material; null: all of the mesh. */
export interface MaterialGroup {
  readonly material: number;
  readonly triangles: Uint32Array | null;
}

/**
 * Sorts triangles by the material of their `faces`, of `count` materials. A face with a missing material uses the first,
 * as programs display it; materials without triangles are left out.
 */
export function groupByMaterial(faces: Uint32Array, faceMaterials: Uint32Array | null, count: number): MaterialGroup[] {
  if (!faceMaterials) return [{ material: 0, triangles: null }];
  const materialOf = (face: number): number => (faceMaterials[face]! < count ? faceMaterials[face]! : 0);
  const ends = new Uint32Array(Math.max(1, count));
  for (const face of faces) ends[materialOf(face)]!++;
  const used = [...ends.keys()].filter((material) => ends[material]! > 0);
  if (used.length === 1) return [{ material: used[0]!, triangles: null }];

  // Counting sort: each material's triangles follow those of the materials before it.
  const sizes = ends.slice();
  for (let material = 1; material < ends.length; material++) ends[material]! += ends[material - 1]!;
  const next = ends.map((end, material) => end - sizes[material]!);
  const sorted = new Uint32Array(faces.length);
  for (let triangle = 0; triangle < faces.length; triangle++) sorted[next[materialOf(faces[triangle]!)]!++] = triangle;
  return used.map((material) => ({
    material,
    triangles: sorted.subarray(ends[material]! - sizes[material]!, ends[material]),
  }));
}
