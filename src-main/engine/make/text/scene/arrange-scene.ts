import type { Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { boxesOverlap, boxSize, rotateBox, unionBox } from './boxes.ts';
import { moveCluster, type Cluster } from './cluster.ts';
import { attachClusters } from './attach-clusters.ts';
import type { Relation } from './relate-groups.ts';
import type { SceneBox, SceneObject } from './scene.ts';
import type { SolidPoint } from '../../../catalogue/solids/solid.ts';

/** Groups of up to this many objects stand in one row; larger groups form a grid. */
const MAX_ROW = 6;

/**
 * Places every group by its relation; groups without one stand in a row from left to right. Clusters do not overlap.
 * Returns the objects centred on x = z = 0. O(clusters²).
 */
export function arrangeScene(
  groups: readonly (readonly SceneObject[])[],
  relations: readonly Relation[],
  addNote: (note: Note) => void,
): SceneObject[] {
  const clusters = new Map<number, Cluster>();
  const rootOf = (group: number): number => {
    const parent = relations[group]!.attachment?.parent;
    return parent === undefined ? group : rootOf(parent);
  };
  const childrenOf = (group: number) =>
    groups.flatMap((_, k) => (relations[k]!.attachment?.parent === group ? [k] : []));
  const buildClusters = (group: number): Cluster[] => {
    const children = childrenOf(group).map((k) => ({
      kind: relations[k]!.attachment!.kind,
      clusters: buildClusters(k),
    }));
    return groups[group]!.map((object, i) => {
      const own = children.map(({ kind, clusters: all }) => ({
        kind,
        clusters: all.filter((_, k) => k % groups[group]!.length === i),
      }));
      return attachClusters(object, own, addNote);
    });
  };

  const placed: number[] = [];
  const placeGroup = (group: number) => {
    if (placed.includes(group)) return;
    const side = relations[group]!.side;
    const of = side ? rootOf(side.of) : -1;
    placed.push(group);
    if (of >= 0 && of !== group) placeGroup(of);
    const members = buildClusters(group);
    const around = [...clusters.values()];
    const anchor = of === group ? undefined : clusters.get(of);
    if (side && anchor && side.direction === 'around') {
      clusters.set(group, encircle(members, anchor));
      return;
    }
    const row = arrangeInRows(members);
    const beside = [...placed].filter(
      (k) => clusters.has(k) && relations[k]!.side && rootOf(relations[k]!.side.of) === of,
    ).length;
    clusters.set(group, placeBeside(row, anchor ?? null, side?.direction ?? null, beside, around));
  };
  groups.forEach((_, group) => {
    if (relations[group]!.attachment === undefined) placeGroup(group);
  });

  const all = [...clusters.values()];
  if (all.length === 0) return [];
  const { min, max } = unionBox(all.map(({ box }) => box));
  const by: SolidPoint = [-(min[0] + max[0]) / 2, 0, -(min[2] + max[2]) / 2];
  return all.flatMap((cluster) => moveCluster(cluster, by).objects);
}

/** Rotates a cluster about the y axis through the origin; the angle is in degrees. */
function rotateCluster({ objects, box }: Cluster, angle: number): Cluster {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return {
    objects: objects.map((object) => {
      const [x, y, z] = object.at;
      return { ...object, at: [x * cos + z * sin, y, -x * sin + z * cos], rotationY: object.rotationY + angle };
    }),
    box: rotateBox(box, angle),
  };
}

/**
 * Arranges clusters in evenly spaced rows of at most six, centred in x, the first row at z = 0 and the others behind
 * it.
 */
function arrangeInRows(members: readonly Cluster[]): Cluster {
  const widest = Math.max(...members.map(({ box }) => boxSize(box)[0]));
  const deepest = Math.max(...members.map(({ box }) => boxSize(box)[2]));
  const columns = members.length > MAX_ROW ? Math.ceil(Math.sqrt(members.length)) : members.length;
  const moved = members.map((member, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const x = (column - (Math.min(columns, members.length - row * columns) - 1) / 2) * (widest + gapOf(widest, widest));
    const z = -row * (deepest + gapOf(deepest, deepest));
    const { min, max } = member.box;
    return moveCluster(member, [x - (min[0] + max[0]) / 2, 0, z - (min[2] + max[2]) / 2]);
  });
  return { objects: moved.flatMap(({ objects }) => objects), box: unionBox(moved.map(({ box }) => box)) };
}

/** Returns the gap between two neighbours of these widths, metres. */
function gapOf(a: number, b: number): number {
  return Math.min(1.2, Math.max(0.01, 0.22 * Math.min(a, b)));
}

/**
 * Places a cluster beside its anchor, or to the right of everything, and moves it on until it overlaps nothing. `index`
 * counts the clusters that are already beside the anchor; “beside” alternates between right and left.
 */
function placeBeside(
  cluster: Cluster,
  anchor: Cluster | null,
  direction: string | null,
  index: number,
  others: readonly Cluster[],
): Cluster {
  if (others.length === 0) return cluster;
  const base = anchor?.box ?? unionBox(others.map(({ box }) => box));
  const step2d =
    direction === 'front'
      ? [0, 1]
      : direction === 'behind'
        ? [0, -1]
        : direction === 'left' || (direction === 'beside' && index % 2 === 1)
          ? [-1, 0]
          : [1, 0];
  const [dx, dz] = step2d as [number, number];
  const [size, own] = [boxSize(base), boxSize(cluster.box)];
  const axis = dx !== 0 ? 0 : 2;
  const reach = (size[axis] + own[axis]) / 2 + gapOf(size[axis], own[axis]);
  const middle = (box: SceneBox, k: 0 | 2) => (box.min[k] + box.max[k]) / 2;
  const z = anchor ? middle(base, 2) : 0;
  let moved = moveCluster(cluster, [
    middle(base, 0) + dx * reach - middle(cluster.box, 0),
    0,
    z + dz * reach - middle(cluster.box, 2),
  ]);
  for (let tries = 0; tries < others.length + 1; tries++) {
    const hit = others.find(({ box }) => boxesOverlap(box, moved.box));
    if (!hit) break;
    const gap = gapOf(boxSize(hit.box)[axis], own[axis]);
    const step =
      dx + dz > 0 ? hit.box.max[axis] - moved.box.min[axis] + gap : moved.box.max[axis] - hit.box.min[axis] + gap;
    moved = moveCluster(moved, [dx * step, 0, dz * step]);
  }
  return moved;
}

/** Arranges clusters in a ring around an anchor, facing it, as close as they fit. */
function encircle(members: readonly Cluster[], anchor: Cluster): Cluster {
  const [w, , d] = boxSize(anchor.box);
  const [cx, cz] = [(anchor.box.min[0] + anchor.box.max[0]) / 2, (anchor.box.min[2] + anchor.box.max[2]) / 2];
  const done: Cluster[] = [];
  members.forEach((member, i) => {
    const degrees = (i * 360) / members.length;
    const angle = (degrees * Math.PI) / 180;
    const [mw, , md] = boxSize(member.box);
    const turned = rotateCluster(member, degrees + 180);
    let moved = turned;
    for (let step = 0; step < 400; step++) {
      const out = md / 2 + 0.02 + step * 0.1 * Math.max(mw, md);
      moved = moveCluster(turned, [cx + Math.sin(angle) * (w / 2 + out), 0, cz + Math.cos(angle) * (d / 2 + out)]);
      if (![anchor, ...done].some(({ box }) => boxesOverlap(box, moved.box))) break;
    }
    done.push(moved);
  });
  return { objects: done.flatMap(({ objects }) => objects), box: unionBox(done.map(({ box }) => box)) };
}
