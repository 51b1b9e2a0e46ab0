import { createSurfacePoint, createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import type { FaceGraph } from './face-graph.ts';
import { measureRegions, renumber, type FaceLabels } from './face-labels.ts';

/**
 * Reduces connected components to at most `maxParts` parts. Keeps the largest components with at least `minShare` of
 * the total area; any other component joins the part of its group nearest to its first triangle. `groups` has a number
 * per surface. At least one component of each group is kept, even beyond `maxParts`.
 */
export function gatherComponents(
  graph: FaceGraph,
  components: FaceLabels,
  groups: readonly number[],
  { minShare, maxParts }: { readonly minShare: number; readonly maxParts: number },
): FaceLabels {
  const areas = measureRegions(graph, components);
  const total = areas.reduce((sum, area) => sum + area, 0);
  const bySize = [...areas.keys()].sort((a, b) => areas[b]! - areas[a]! || a - b);
  const firsts = new Int32Array(components.count).fill(-1);
  components.labels.forEach((label, face) => {
    if (firsts[label] === -1) firsts[label] = face;
  });
  const groupOf = (component: number): number => groups[graph.owners[firsts[component]!]!]!;

  const kept = new Set(bySize.slice(0, maxParts).filter((component) => areas[component]! >= minShare * total));
  if (kept.size === 0) kept.add(bySize[0]!);
  const keptGroups = new Set([...kept].map(groupOf));
  for (const component of bySize) {
    if (keptGroups.has(groupOf(component))) continue;
    keptGroups.add(groupOf(component));
    kept.add(component);
  }
  if (kept.size === components.count) return components;

  const joined = Int32Array.from(bySize, (_, component) => component);
  for (const group of keptGroups) {
    const faces = [...graph.owners.keys()].filter(
      (face) => groups[graph.owners[face]!] === group && kept.has(components.labels[face]!),
    );
    const indices = Uint32Array.from(faces.flatMap((face) => [...graph.indices.subarray(face * 3, face * 3 + 3)]));
    const tree = createSurfaceTree({ positions: graph.positions, indices });
    const hit = createSurfacePoint();
    for (const component of bySize) {
      if (kept.has(component) || groupOf(component) !== group) continue;
      const at = firsts[component]! * 3;
      tree.nearest(graph.centres[at]!, graph.centres[at + 1]!, graph.centres[at + 2]!, hit);
      joined[component] = components.labels[faces[Math.max(0, hit.triangle)]!]!;
    }
  }
  return renumber(components.labels.map((label) => joined[label]!));
}
