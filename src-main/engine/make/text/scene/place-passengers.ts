import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { moveCluster, type Cluster } from './cluster.ts';
import { boxSize, unionBox } from './boxes.ts';
import type { Anchor } from '../../../catalogue/builder/part-builder.ts';
import type { Seat } from './relate-groups.ts';
import type { SceneObject } from './scene.ts';
import { placeSolid, type SolidPoint } from '../../../catalogue/solids/solid.ts';

/** Clusters that go to one seat of a thing. */
export interface Passengers {
  readonly seat: Seat;
  readonly clusters: readonly Cluster[];
}

/** A thing at the origin with everything that is on, in, under and above it, in its hands and on its head. */
export function placePassengers(
  object: SceneObject,
  passengers: readonly Passengers[],
  note: (sentence: Note) => void,
): Cluster {
  const done: Cluster[] = [{ objects: [object], box: object.box }];
  const seated = (wanted: readonly Seat[]) =>
    passengers.filter(({ seat }) => wanted.includes(seat)).flatMap(({ clusters }) => clusters);

  done.push(...spread(seated(['on']), topOf(object), object));
  const inside = object.spots.get('inside');
  done.push(...(inside ? heap(seated(['in']), inside, object) : spread(seated(['in']), topOf(object), object)));
  done.push(...shelter(object, seated(['under']), note));
  const highest = unionBox(done.map(({ box }) => box)).max[1];
  const over: Anchor = { ...topOf(object), at: [0, highest + 0.2 * boxSize(object.box)[1], 0] };
  done.push(...spread(seated(['over']), over, object, true));
  seated(['hand']).forEach((cluster, i) => done.push(hold(object, cluster, i)));
  for (const cluster of seated(['head'])) done.push(wear(object, cluster));
  return { objects: done.flatMap(({ objects }) => objects), box: unionBox(done.map(({ box }) => box)) };
}

function topOf({ spots, box }: SceneObject): Anchor {
  const [w, , d] = boxSize(box);
  const middle: SolidPoint = [(box.min[0] + box.max[0]) / 2, box.max[1], (box.min[2] + box.max[2]) / 2];
  return spots.get('top') ?? { at: middle, w: 0.8 * w, d: 0.8 * d, h: Infinity };
}

/** Share of its height that each layer of a heap adds. */
const SINKING = 0.72;

/** How many times as wide as its spot a thing alone may be. */
const MAX_OVERHANG = 3.6;

/** Rows within a spot; what is too large for it stands on the thing's highest place. */
function spread(clusters: readonly Cluster[], spot: Anchor, object: SceneObject, isFixed = false): Cluster[] {
  if (clusters.length === 0) return [];
  const gap = 0.12 * Math.min(...clusters.map(({ box }) => Math.min(boxSize(box)[0], boxSize(box)[2])));
  const rows: Cluster[][] = [[]];
  let width = 0;
  for (const cluster of clusters) {
    const own = boxSize(cluster.box)[0] + gap;
    if (rows.at(-1)!.length > 0 && width + own > spot.w + gap) {
      rows.push([]);
      width = 0;
    }
    rows.at(-1)!.push(cluster);
    width += own;
  }
  const depths = rows.map((row) => Math.max(...row.map(({ box }) => boxSize(box)[2])) + gap);
  const depth = depths.reduce((sum, own) => sum + own, 0);
  const isTooLarge =
    clusters.length === 1
      ? isOverhanging(clusters[0]!, spot)
      : depth - gap > spot.d * 1.001 || clusters.some(({ box }) => boxSize(box)[0] > spot.w * 1.001);
  const y = isTooLarge && !isFixed ? object.box.max[1] : spot.at[1];

  const done: Cluster[] = [];
  let z = spot.at[2] + (depth - gap) / 2;
  rows.forEach((row, r) => {
    let x = spot.at[0] - (row.reduce((sum, { box }) => sum + boxSize(box)[0] + gap, 0) - gap) / 2;
    const middle = z - (depths[r]! - gap) / 2;
    for (const cluster of row) {
      const { min, max } = cluster.box;
      done.push(moveCluster(cluster, [x - min[0], y, middle - (min[2] + max[2]) / 2]));
      x += max[0] - min[0] + gap;
    }
    z -= depths[r]!;
  });
  return done;
}

/** Layer upon layer of what fits side by side, a little sunk into each other. */
function heap(clusters: readonly Cluster[], spot: Anchor, object: SceneObject): Cluster[] {
  const [w, h, d] = [0, 1, 2].map((axis) => Math.max(0, ...clusters.map(({ box }) => boxSize(box)[axis]!))) as [
    number,
    number,
    number,
  ];
  const size = Math.max(1, Math.floor(spot.w / w) * Math.floor(spot.d / d));
  const layers = Array.from({ length: Math.ceil(clusters.length / size) }, (_, k) =>
    clusters.slice(k * size, (k + 1) * size),
  );
  return layers.flatMap((layer, k) => {
    const at: SolidPoint = [spot.at[0], spot.at[1] + k * SINKING * h, spot.at[2]];
    return spread(layer, { ...spot, at }, object, true);
  });
}

/** One thing alone may hang over: a rider's arms, a plank on a stool. */
function isOverhanging({ box }: Cluster, spot: Anchor): boolean {
  const [w, , d] = boxSize(box);
  return w > MAX_OVERHANG * spot.w || d > MAX_OVERHANG * spot.d;
}

function shelter(object: SceneObject, clusters: readonly Cluster[], note: (sentence: Note) => void): Cluster[] {
  const spot = object.spots.get('under');
  const fits = spot && clusters.every(({ box }) => boxSize(box)[1] <= spot.h);
  if (fits || clusters.length === 0)
    return spot ? spread(clusters, { ...spot, at: [spot.at[0], 0, spot.at[2]] }, object, true) : [];
  const name = object.name.replaceAll('_', ' ');
  note(engineMessage('prompt.no-room-under', { name }));
  const depth = Math.max(...clusters.map(({ box }) => boxSize(box)[2]));
  const front: Anchor = { at: [0, 0, object.box.max[2] + depth * 0.6], w: Infinity, d: Infinity, h: Infinity };
  return spread(clusters, front, object, true);
}

/** How far below its grip an upright thing begins, at most. */
const GRIP = 0.11;

/** In the right hand first, seen from the figure; long things stand on the ground. */
function hold(object: SceneObject, cluster: Cluster, index: number): Cluster {
  const { at } = object.spots.get('hand')!;
  const side = index % 2 === 0 ? 1 : -1;
  const [w, h, d] = boxSize(cluster.box);
  const isLong = h > at[1] * 1.3;
  const y = isLong ? 0 : at[1] - Math.min(GRIP, h * 0.4);
  const x = side * (at[0] - (w > 0.3 ? 0.06 : 0) - Math.floor(index / 2) * 1.05 * w);
  const { min, max } = cluster.box;
  return moveCluster(cluster, [
    x - (min[0] + max[0]) / 2,
    y,
    at[2] + 0.03 + (d > 0.1 ? d * 0.3 : 0) - (min[2] + max[2]) / 2,
  ]);
}

/** On the head, made to fit it. */
function wear(object: SceneObject, cluster: Cluster): Cluster {
  const head = object.spots.get('head')!;
  const hat = cluster.objects[0]!;
  const inner = hat.spots.get('inside')?.w ?? 0.86 * boxSize(hat.box)[0];
  const scale = (1.14 * head.w) / inner;
  const parts = hat.parts.map((part) => ({ ...part, solid: placeSolid(part.solid, { scale }) }));
  const box = {
    min: hat.box.min.map((v) => v * scale) as unknown as SolidPoint,
    max: hat.box.max.map((v) => v * scale) as unknown as SolidPoint,
  };
  return moveCluster({ objects: [{ ...hat, parts, box }], box }, head.at);
}
