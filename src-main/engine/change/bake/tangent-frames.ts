/**
 * Computes per triangle the direction in which u increases (x, y, z) and the handedness of its tangent frame (glTF 2.0,
 * 3.7.2.1: the bitangent is cross(normal, tangent) × w and points against v). Triangles without area in space or uv get
 * +X, w 1.
 */
export function tangentFrames(positions: Float32Array, triangles: Uint32Array, uvs: Float32Array): Float32Array {
  const frames = new Float32Array((triangles.length / 3) * 4);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    const [u1, v1] = [uvs[b * 2]! - uvs[a * 2]!, uvs[b * 2 + 1]! - uvs[a * 2 + 1]!];
    const [u2, v2] = [uvs[c * 2]! - uvs[a * 2]!, uvs[c * 2 + 1]! - uvs[a * 2 + 1]!];
    const area = u1 * v2 - u2 * v1;
    const side = area < 0 ? -1 : 1;
    const tangent = [0, 1, 2].map((k) => {
      const ab = positions[b * 3 + k]! - positions[a * 3 + k]!;
      const ac = positions[c * 3 + k]! - positions[a * 3 + k]!;
      return side * (v2 * ab - v1 * ac);
    });
    const length = Math.hypot(...tangent);
    // v points down: uvs with the same winding as the corners make a left-handed frame.
    frames.set(length > 0 ? [...tangent.map((value) => value / length), -side] : [1, 0, 0, 1], (at / 3) * 4);
  }
  return frames;
}
