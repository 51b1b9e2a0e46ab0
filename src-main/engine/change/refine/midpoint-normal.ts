/**
 * Computes the unit normal at the midpoint of a curved edge between vertices `v` and `w` with the quadratic of Vlachos
 * and others ("Curved PN triangles", 2001), which captures an inflection between two equal normals.
 */
export function midpointNormal(
  positions: Float32Array,
  normals: Float32Array,
  v: number,
  w: number,
): [x: number, y: number, z: number] {
  const along = [0, 1, 2].map((k) => positions[3 * w + k]! - positions[3 * v + k]!);
  const sum = [0, 1, 2].map((k) => normals[3 * v + k]! + normals[3 * w + k]!);
  const squared = along.reduce((total, value) => total + value * value, 0);
  const lean = squared > 0 ? (2 * along.reduce((total, value, k) => total + value * sum[k]!, 0)) / squared : 0;
  const turned = unit(sum.map((value, k) => value - lean * along[k]!));
  return unit(sum.map((value, k) => value / 4 + turned[k]! / 2));
}

function unit(vector: readonly number[]): [number, number, number] {
  const [x, y, z] = vector as [number, number, number];
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 1, 0];
}
