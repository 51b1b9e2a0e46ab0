import type { FaceGraph } from './face-graph.ts';
import { renumber, type FaceLabels } from './face-labels.ts';

/** Cuts a surface into two regions of equal area across the longest side of its bounding box. */
export function cutInHalf({ centres, areas }: FaceGraph): FaceLabels {
  const faces = [...areas.keys()];
  const sides = [0, 1, 2].map((k) => {
    const values = faces.map((face) => centres[face * 3 + k]!);
    return values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity);
  });
  const axis = sides.indexOf(Math.max(...sides));
  const total = areas.reduce((sum, area) => sum + area, 0);
  let areaBefore = 0;
  const labels = new Int32Array(areas.length);
  for (const face of faces.sort((a, b) => centres[a * 3 + axis]! - centres[b * 3 + axis]!)) {
    labels[face] = areaBefore < total / 2 ? 0 : 1;
    areaBefore += areas[face]!;
  }
  return renumber(labels);
}
