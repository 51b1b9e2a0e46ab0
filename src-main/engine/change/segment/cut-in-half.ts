import type { FaceGraph } from './face-graph.ts';
import { renumber, type FaceLabels } from './face-labels.ts';

/** Cuts a surface across its longest side, at the middle of its area there. */
export function cutInHalf({ centres, areas }: FaceGraph): FaceLabels {
  const faces = [...areas.keys()];
  const sides = [0, 1, 2].map((k) => {
    const values = faces.map((face) => centres[face * 3 + k]!);
    return values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity);
  });
  const axis = sides.indexOf(Math.max(...sides));
  const total = areas.reduce((sum, area) => sum + area, 0);
  let passed = 0;
  const labels = new Int32Array(areas.length);
  for (const face of faces.sort((a, b) => centres[a * 3 + axis]! - centres[b * 3 + axis]!)) {
    labels[face] = passed < total / 2 ? 0 : 1;
    passed += areas[face]!;
  }
  return renumber(labels);
}
