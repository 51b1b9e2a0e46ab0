import { faceNormal, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { toVertexNormals } from '../../../base/mesh/vertex-normals.ts';
import { drawPalette } from '../colors/draw-palette.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { createMeshBuilder } from '../mesh/mesh-builder.ts';
import { quantizeColors } from '../colors/quantize-colors.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

const MAX_COLORS = 64;
/** Cosine of the angle between a face and the mean of its corner's faces from which the corner is sharp. */
const SHARP = Math.cos((28 * Math.PI) / 180);

/** Writes the linear RGB that the surface shows at a place, to whoever looks against `facing`, into `out`. */
export type SurfaceColorAt = (x: number, y: number, z: number, out: Float64Array, facing?: GridPoint) => void;

/** A closed mesh in at most 64 colours, one for each triangle, smooth but for its edges. */
export async function colorMeshFaces(
  { positions, indices }: TriangleMesh,
  showAt: SurfaceColorAt,
): Promise<StylizedMesh> {
  const shown = new Float32Array(indices.length);
  const color = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const middle = (k: number): number =>
      (positions[indices[t]! * 3 + k]! + positions[indices[t + 1]! * 3 + k]! + positions[indices[t + 2]! * 3 + k]!) / 3;
    showAt(middle(0), middle(1), middle(2), color, faceNormal(positions, indices, t));
    shown.set(color, t);
  }
  const { colors, labels } = quantizeColors(shown, MAX_COLORS);
  const { image, uvOf } = await drawPalette(colors);

  const smooth = toVertexNormals({ positions, indices });
  const mesh = createMeshBuilder();
  const known = new Map<number, number>();
  const count = positions.length / 3;
  for (let t = 0; t < indices.length; t += 3) {
    const label = labels[t / 3]!;
    const face = faceNormal(positions, indices, t);
    const length = Math.hypot(...face);
    for (let k = 0; k < 3; k++) {
      const vertex = indices[t + k]!;
      const normal = smooth.subarray(vertex * 3, vertex * 3 + 3);
      const likeness = (normal[0]! * face[0] + normal[1]! * face[1] + normal[2]! * face[2]) / length;
      const isSharp = likeness < SHARP;
      const key = label * count + vertex;
      const vertexThere = isSharp ? undefined : known.get(key);
      if (vertexThere !== undefined) {
        mesh.indices.push(vertexThere);
        continue;
      }
      const made = mesh.positions.length / 3;
      if (!isSharp) known.set(key, made);
      mesh.positions.push(positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!);
      if (isSharp) mesh.normals.push(face[0] / length, face[1] / length, face[2] / length);
      else mesh.normals.push(normal[0]!, normal[1]!, normal[2]!);
      mesh.uvs.push(...uvOf(label));
      mesh.indices.push(made);
    }
  }
  return { mesh, image };
}
