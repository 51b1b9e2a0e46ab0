import { createSurfacePoint, createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import type { FaceGraph } from './face-graph.ts';
import { measureRegions, renumber, type FaceLabels } from './face-labels.ts';

/**
 * Brings connected components down to at most `most` parts: the largest stay, and of those with at least `share` of
 * the area all that fit; every other one joins the part that is nearest to its first triangle and has the same bond. A
 * bond of which no part stays keeps its largest component.
 */
export function gatherComponents(
  graph: FaceGraph,
  components: FaceLabels,
  bonds: readonly number[],
  { share, most }: { readonly share: number; readonly most: number },
): FaceLabels {
  const areas = measureRegions(graph, components);
  const total = areas.reduce((sum, area) => sum + area, 0);
  const bySize = [...areas.keys()].sort((a, b) => areas[b]! - areas[a]! || a - b);
  const firsts = new Int32Array(components.count).fill(-1);
  components.labels.forEach((label, face) => {
    if (firsts[label] === -1) firsts[label] = face;
  });
  const bondOf = (component: number): number => bonds[graph.owners[firsts[component]!]!]!;

  const kept = new Set(bySize.slice(0, most).filter((component) => areas[component]! >= share * total));
  if (kept.size === 0) kept.add(bySize[0]!);
  const held = new Set([...kept].map(bondOf));
  for (const component of bySize) {
    if (held.has(bondOf(component))) continue;
    held.add(bondOf(component));
    kept.add(component);
  }
  if (kept.size === components.count) return components;

  const joined = Int32Array.from(bySize, (_, component) => component);
  for (const bond of held) {
    const faces = [...graph.owners.keys()].filter(
      (face) => bonds[graph.owners[face]!] === bond && kept.has(components.labels[face]!),
    );
    const indices = Uint32Array.from(faces.flatMap((face) => [...graph.indices.subarray(face * 3, face * 3 + 3)]));
    const tree = createSurfaceTree({ positions: graph.positions, indices });
    const hit = createSurfacePoint();
    for (const component of bySize) {
      if (kept.has(component) || bondOf(component) !== bond) continue;
      const at = firsts[component]! * 3;
      tree.nearest(graph.centres[at]!, graph.centres[at + 1]!, graph.centres[at + 2]!, hit);
      joined[component] = components.labels[faces[Math.max(0, hit.triangle)]!]!;
    }
  }
  return renumber(components.labels.map((label) => joined[label]!));
}
