import { addChart, orientChart, type ChartList } from './chart-list.ts';
import { groupConnectedVertices } from './group-connected-vertices.ts';
import { linkEdgeFaces } from './link-edge-faces.ts';
import { weldUvs } from './weld-uvs.ts';

/**
 * Adds the existing charts of a surface to a list: triangles that share a corner of the plane are in one, so exactly
 * overlapping ones stay together. `places`: x and y of each vertex, in texels. Returns three vertex numbers of the list
 * per triangle. O(n).
 */
export async function reuseCharts(places: Float32Array, indices: Uint32Array, list: ChartList): Promise<Uint32Array> {
  const count = places.length / 2;
  const same = await weldUvs(places);
  const corners = indices.map((vertex) => same[vertex]!);
  const normals = findSides(places, indices);
  const neighbours = linkEdgeFaces(corners, count, normals);
  const groups = groupConnectedVertices(corners, count);
  const charts = new Map<number, { readonly vertices: number[]; readonly edges: number[] }>();
  const seen = new Uint8Array(count);
  indices.forEach((vertex, corner) => {
    const group = groups[corners[corner]!]!;
    const chart = charts.get(group) ?? { vertices: [], edges: [] };
    charts.set(group, chart);
    if (!seen[vertex]) {
      seen[vertex] = 1;
      chart.vertices.push(vertex);
    }
    const next = neighbours[corner]!;
    // Two triangles of different winding are on the same side of their edge.
    const isBorder = next < 0 || normals[next * 3 + 2] !== normals[Math.floor(corner / 3) * 3 + 2];
    if (isBorder) chart.edges.push(vertex, indices[corner % 3 === 2 ? corner - 2 : corner + 1]!);
  });
  const wide = Float64Array.from(places);
  const numbers = new Uint32Array(count);
  for (const chart of charts.values()) addChart(list, wide, chart, orientChart(wide, chart), numbers);
  return indices.map((vertex) => numbers[vertex]!);
}

/** Computes a normal for each triangle of the plane: along z, up or down by its winding. */
function findSides(places: Float32Array, indices: Uint32Array): Float64Array {
  const normals = new Float64Array(indices.length);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]! * 2, indices[at + 1]! * 2, indices[at + 2]! * 2];
    const [ux, uy] = [places[b]! - places[a]!, places[b + 1]! - places[a + 1]!];
    const [vx, vy] = [places[c]! - places[a]!, places[c + 1]! - places[a + 1]!];
    normals[at + 2] = Math.sign(ux * vy - uy * vx);
  }
  return normals;
}
