import type { Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { boxesOverlap, boxSize, turnBox, unionBox } from './boxes.ts';
import { moveCluster, type Cluster } from './cluster.ts';
import { placePassengers } from './place-passengers.ts';
import type { Relation } from './relate-groups.ts';
import type { SceneBox, SceneObject } from './scene.ts';
import type { SolidPoint } from '../../../catalogue/solids/solid.ts';

/** Most things in one row. */
const ROW = 6;

/**
 * Puts every thing where its relation says; what has none stands in a row from left to right. Clusters do not overlap.
 * Answers the objects centred on x = z = 0. O(clusters²).
 */
export function arrangeScene(
  groups: readonly (readonly SceneObject[])[],
  relations: readonly Relation[],
  note: (sentence: Note) => void,
): SceneObject[] {
  const clusters = new Map<number, Cluster>();
  const rootOf = (group: number): number => {
    const parent = relations[group]!.seat?.parent;
    return parent === undefined ? group : rootOf(parent);
  };
  const childrenOf = (group: number) => groups.flatMap((_, k) => (relations[k]!.seat?.parent === group ? [k] : []));
  const furnish = (group: number): Cluster[] => {
    const children = childrenOf(group).map((k) => ({ seat: relations[k]!.seat!.seat, clusters: furnish(k) }));
    return groups[group]!.map((object, i) => {
      const own = children.map(({ seat, clusters: all }) => ({
        seat,
        clusters: all.filter((_, k) => k % groups[group]!.length === i),
      }));
      return placePassengers(object, own, note);
    });
  };

  const placed: number[] = [];
  const put = (group: number) => {
    if (placed.includes(group)) return;
    const side = relations[group]!.side;
    const of = side ? rootOf(side.of) : -1;
    placed.push(group);
    if (of >= 0 && of !== group) put(of);
    const members = furnish(group);
    const around = [...clusters.values()];
    const anchor = of === group ? undefined : clusters.get(of);
    if (side && anchor && side.direction === 'around') {
      clusters.set(group, encircle(members, anchor));
      return;
    }
    const row = standInRow(members);
    const beside = [...placed].filter(
      (k) => clusters.has(k) && relations[k]!.side && rootOf(relations[k]!.side.of) === of,
    ).length;
    clusters.set(group, settle(row, anchor ?? null, side?.direction ?? null, beside, around));
  };
  groups.forEach((_, group) => {
    if (relations[group]!.seat === undefined) put(group);
  });

  const all = [...clusters.values()];
  if (all.length === 0) return [];
  const { min, max } = unionBox(all.map(({ box }) => box));
  const by: SolidPoint = [-(min[0] + max[0]) / 2, 0, -(min[2] + max[2]) / 2];
  return all.flatMap((cluster) => moveCluster(cluster, by).objects);
}

/** The cluster turned about the y axis through the origin. */
function turnCluster({ objects, box }: Cluster, turn: number): Cluster {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return {
    objects: objects.map((object) => {
      const [x, y, z] = object.at;
      return { ...object, at: [x * cos + z * sin, y, -x * sin + z * cos], turn: object.turn + turn };
    }),
    box: turnBox(box, turn),
  };
}

/** Rows of at most six, evenly spaced, centred on the origin, the first row in front. */
function standInRow(members: readonly Cluster[]): Cluster {
  const widest = Math.max(...members.map(({ box }) => boxSize(box)[0]));
  const deepest = Math.max(...members.map(({ box }) => boxSize(box)[2]));
  const columns = members.length > ROW ? Math.ceil(Math.sqrt(members.length)) : members.length;
  const moved = members.map((member, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const x = (column - (Math.min(columns, members.length - row * columns) - 1) / 2) * (widest + gapOf(widest, widest));
    const z = -row * (deepest + gapOf(deepest, deepest));
    const { min, max } = member.box;
    return moveCluster(member, [x - (min[0] + max[0]) / 2, 0, z - (min[2] + max[2]) / 2]);
  });
  return { objects: moved.flatMap(({ objects }) => objects), box: unionBox(moved.map(({ box }) => box)) };
}

function gapOf(a: number, b: number): number {
  return Math.min(1.2, Math.max(0.01, 0.22 * Math.min(a, b)));
}

/** The cluster at its place beside its anchor, or right of everything, moved on until it touches nothing. */
function settle(
  cluster: Cluster,
  anchor: Cluster | null,
  direction: string | null,
  turn: number,
  others: readonly Cluster[],
): Cluster {
  if (others.length === 0) return cluster;
  const base = anchor?.box ?? unionBox(others.map(({ box }) => box));
  const way =
    direction === 'front'
      ? [0, 1]
      : direction === 'behind'
        ? [0, -1]
        : direction === 'left' || (direction === 'beside' && turn % 2 === 1)
          ? [-1, 0]
          : [1, 0];
  const [dx, dz] = way as [number, number];
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

/** Members in a ring about an anchor, looking at it, as near as they fit. */
function encircle(members: readonly Cluster[], anchor: Cluster): Cluster {
  const [w, , d] = boxSize(anchor.box);
  const [cx, cz] = [(anchor.box.min[0] + anchor.box.max[0]) / 2, (anchor.box.min[2] + anchor.box.max[2]) / 2];
  const done: Cluster[] = [];
  members.forEach((member, i) => {
    const degrees = (i * 360) / members.length;
    const angle = (degrees * Math.PI) / 180;
    const [mw, , md] = boxSize(member.box);
    const turned = turnCluster(member, degrees + 180);
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
