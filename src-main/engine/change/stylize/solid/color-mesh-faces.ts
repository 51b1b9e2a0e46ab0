import { faceNormal, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { toVertexNormals } from '../../../base/mesh/vertex-normals.ts';
import { drawPalette } from '../colors/draw-palette.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { createMeshBuilder } from '../mesh/mesh-builder.ts';
import { quantizeColors } from '../colors/quantize-colors.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

const MAX_COLORS = 64;
/** Cosine of the angle between a face normal and the vertex normal from which a corner is shaded flat (28°). */
const SHARP = Math.cos((28 * Math.PI) / 180);

/** Writes the linear RGB of the nearest surface point to `out`, preferably one that faces the same side as `facing`. */
export type SurfaceColorAt = (x: number, y: number, z: number, out: Float64Array, facing?: GridPoint) => void;

/**
 * Colours a closed mesh with at most 64 colours, one per triangle, and adds normals that are smooth except at edges.
 */
export async function colorMeshFaces(
  { positions, indices }: TriangleMesh,
  rgbAt: SurfaceColorAt,
): Promise<StylizedMesh> {
  const faceColors = new Float32Array(indices.length);
  const color = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const middle = (k: number): number =>
      (positions[indices[t]! * 3 + k]! + positions[indices[t + 1]! * 3 + k]! + positions[indices[t + 2]! * 3 + k]!) / 3;
    rgbAt(middle(0), middle(1), middle(2), color, faceNormal(positions, indices, t));
    faceColors.set(color, t);
  }
  const { colors, labels } = quantizeColors(faceColors, MAX_COLORS);
  const { image, uvOf } = await drawPalette(colors);

  const smooth = toVertexNormals({ positions, indices });
  const mesh = createMeshBuilder();
  const vertexByKey = new Map<number, number>();
  const count = positions.length / 3;
  for (let t = 0; t < indices.length; t += 3) {
    const label = labels[t / 3]!;
    const face = faceNormal(positions, indices, t);
    const length = Math.hypot(...face);
    for (let k = 0; k < 3; k++) {
      const vertex = indices[t + k]!;
      const normal = smooth.subarray(vertex * 3, vertex * 3 + 3);
      const cosine = (normal[0]! * face[0] + normal[1]! * face[1] + normal[2]! * face[2]) / length;
      const isSharp = cosine < SHARP;
      const key = label * count + vertex;
      const existing = isSharp ? undefined : vertexByKey.get(key);
      if (existing !== undefined) {
        mesh.indices.push(existing);
        continue;
      }
      const created = mesh.positions.length / 3;
      if (!isSharp) vertexByKey.set(key, created);
      mesh.positions.push(positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!);
      if (isSharp) mesh.normals.push(face[0] / length, face[1] / length, face[2] / length);
      else mesh.normals.push(normal[0]!, normal[1]!, normal[2]!);
      mesh.uvs.push(...uvOf(label));
      mesh.indices.push(created);
    }
  }
  return { mesh, image };
}
