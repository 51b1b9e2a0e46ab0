/**
 * Scales positions so that the longest side of their bounding box is 1 m, places them on y = 0 and centres them in x
 * and z. In place; axes keep their directions (+Y up, +Z front). O(n).
 */
export function normalizePlacement(positions: Float32Array): void {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    min[axis] = Math.min(min[axis]!, positions[i]!);
    max[axis] = Math.max(max[axis]!, positions[i]!);
  }
  const scale = 1 / Math.max(...max.map((value, axis) => value - min[axis]!));
  const origin = [(min[0]! + max[0]!) / 2, min[1]!, (min[2]! + max[2]!) / 2];
  for (let i = 0; i < positions.length; i++) positions[i] = (positions[i]! - origin[i % 3]!) * scale;
}
