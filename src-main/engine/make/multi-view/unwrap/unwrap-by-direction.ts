import type { ProjectedMesh } from '../../one-view/project-front-back.ts';
import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { projectOntoAxis, CHART_DIRECTIONS } from './chart-direction.ts';
import { findFaceNeighbours } from './face-neighbours.ts';
import type { DirectionChart } from './grow-direction-charts.ts';
import { growDirectionCharts } from './grow-direction-charts.ts';
import { assignChartDirections } from './assign-chart-directions.ts';
import { packRectangles } from './pack-rectangles.ts';

/** Empty texels around each chart, enough for bilinear filtering and two mip levels. */
const GAP = 4;
/** Scale of charts that no view shows relative to the others; they contain no detail. */
const UNSEEN_SCALE = 0.5;
/** Index of the first direction that no view shows. */
const FIRST_UNSEEN = 4;

/**
 * Unwraps a closed mesh for a square texture of `size` texels: charts that face one of six directions, projected along
 * it and packed without overlap. Vertices on the border of a chart are duplicated. UVs are 0 to 1 with the origin of
 * glTF (top left). 20 000 triangles: about 100 ms.
 */
export function unwrapByDirection(mesh: TriangleMesh, size: number): ProjectedMesh {
  const neighbours = findFaceNeighbours(mesh);
  const charts = growDirectionCharts(mesh, neighbours, assignChartDirections(mesh, neighbours));
  const boxes = charts.map((chart) => boxOf(mesh, chart));
  const { scale, offsets } = packRectangles(boxes, size, Math.min(GAP, size >> 6));

  const indices = new Uint32Array(mesh.indices.length);
  const sources: number[] = [];
  const uvs: number[] = [];
  charts.forEach((chart, i) => {
    const { left, top, relativeScale } = boxes[i]!;
    const [x, y] = offsets[i]!;
    const { right, up } = CHART_DIRECTIONS[chart.direction]!;
    const duplicates = new Map<number, number>();
    for (const face of chart.faces) {
      for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
        const vertex = mesh.indices[corner]!;
        let duplicate = duplicates.get(vertex);
        if (duplicate === undefined) {
          duplicate = sources.length;
          duplicates.set(vertex, duplicate);
          sources.push(vertex);
          uvs.push((x + (projectOntoAxis(right, mesh.positions, 3 * vertex) - left) * relativeScale * scale) / size);
          uvs.push((y + (top - projectOntoAxis(up, mesh.positions, 3 * vertex)) * relativeScale * scale) / size);
        }
        indices[corner] = duplicate;
      }
    }
  });

  const positions = new Float32Array(3 * sources.length);
  sources.forEach((vertex, i) => positions.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
  return { positions, indices, uvs: Float32Array.from(uvs), sources: Uint32Array.from(sources) };
}

function boxOf({ positions, indices }: TriangleMesh, { direction, faces }: DirectionChart) {
  const { right, up } = CHART_DIRECTIONS[direction]!;
  let [left, maxX, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const face of faces) {
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
      const x = projectOntoAxis(right, positions, 3 * indices[corner]!);
      const y = projectOntoAxis(up, positions, 3 * indices[corner]!);
      left = Math.min(left, x);
      maxX = Math.max(maxX, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
  }
  const relativeScale = direction < FIRST_UNSEEN ? 1 : UNSEEN_SCALE;
  return { left, top, relativeScale, width: relativeScale * (maxX - left), height: relativeScale * (top - bottom) };
}
