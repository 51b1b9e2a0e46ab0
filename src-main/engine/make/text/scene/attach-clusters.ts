import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { moveCluster, type Cluster } from './cluster.ts';
import { boxSize, unionBox } from './boxes.ts';
import type { Anchor } from '../../../catalogue/builder/part-builder.ts';
import type { AttachmentKind } from './relate-groups.ts';
import type { SceneObject } from './scene.ts';
import { placeSolid, type SolidPoint } from '../../../catalogue/solids/solid.ts';

/** Clusters that are attached to an object in the same way. */
export interface Attachments {
  readonly kind: AttachmentKind;
  readonly clusters: readonly Cluster[];
}

/**
 * Returns an object at the origin with all clusters that are on, in, under and above it, in its hands and on its head.
 */
export function attachClusters(
  object: SceneObject,
  attachments: readonly Attachments[],
  addNote: (note: Note) => void,
): Cluster {
  const placed: Cluster[] = [{ objects: [object], box: object.box }];
  const listAttached = (kind: AttachmentKind) =>
    attachments.filter((attachment) => attachment.kind === kind).flatMap(({ clusters }) => clusters);

  placed.push(...arrangeInRows(listAttached('on'), topOf(object), object));
  const inside = object.anchors.get('inside');
  placed.push(
    ...(inside ? pile(listAttached('in'), inside, object) : arrangeInRows(listAttached('in'), topOf(object), object)),
  );
  placed.push(...placeUnder(object, listAttached('under'), addNote));
  const highest = unionBox(placed.map(({ box }) => box)).max[1];
  const over: Anchor = { ...topOf(object), at: [0, highest + 0.2 * boxSize(object.box)[1], 0] };
  placed.push(...arrangeInRows(listAttached('over'), over, object, true));
  listAttached('hand').forEach((cluster, i) => placed.push(placeInHand(object, cluster, i)));
  for (const cluster of listAttached('head')) placed.push(placeOnHead(object, cluster));
  return { objects: placed.flatMap(({ objects }) => objects), box: unionBox(placed.map(({ box }) => box)) };
}

function topOf({ anchors, box }: SceneObject): Anchor {
  const [w, , d] = boxSize(box);
  const middle: SolidPoint = [(box.min[0] + box.max[0]) / 2, box.max[1], (box.min[2] + box.max[2]) / 2];
  return anchors.get('top') ?? { at: middle, w: 0.8 * w, d: 0.8 * d, h: Infinity };
}

/** Height that each layer of a pile adds, as a share of the height of its tallest cluster. */
const LAYER_HEIGHT = 0.72;

/** Maximum size of a single cluster as a multiple of the width and depth of the anchor it stands on. */
const MAX_OVERHANG = 3.6;

/**
 * Arranges clusters in rows on an anchor. If they are too large for it, they stand on the highest point of the object,
 * unless `isFixed`.
 */
function arrangeInRows(clusters: readonly Cluster[], anchor: Anchor, object: SceneObject, isFixed = false): Cluster[] {
  if (clusters.length === 0) return [];
  const gap = 0.12 * Math.min(...clusters.map(({ box }) => Math.min(boxSize(box)[0], boxSize(box)[2])));
  const rows: Cluster[][] = [[]];
  let width = 0;
  for (const cluster of clusters) {
    const own = boxSize(cluster.box)[0] + gap;
    if (rows.at(-1)!.length > 0 && width + own > anchor.w + gap) {
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
      ? exceedsOverhang(clusters[0]!, anchor)
      : depth - gap > anchor.d * 1.001 || clusters.some(({ box }) => boxSize(box)[0] > anchor.w * 1.001);
  const y = isTooLarge && !isFixed ? object.box.max[1] : anchor.at[1];

  const placed: Cluster[] = [];
  let z = anchor.at[2] + (depth - gap) / 2;
  rows.forEach((row, r) => {
    let x = anchor.at[0] - (row.reduce((sum, { box }) => sum + boxSize(box)[0] + gap, 0) - gap) / 2;
    const middle = z - (depths[r]! - gap) / 2;
    for (const cluster of row) {
      const { min, max } = cluster.box;
      placed.push(moveCluster(cluster, [x - min[0], y, middle - (min[2] + max[2]) / 2]));
      x += max[0] - min[0] + gap;
    }
    z -= depths[r]!;
  });
  return placed;
}

/** Stacks layers of clusters that fit side by side, each sunk slightly into the one below. */
function pile(clusters: readonly Cluster[], anchor: Anchor, object: SceneObject): Cluster[] {
  const [w, h, d] = [0, 1, 2].map((axis) => Math.max(0, ...clusters.map(({ box }) => boxSize(box)[axis]!))) as [
    number,
    number,
    number,
  ];
  const size = Math.max(1, Math.floor(anchor.w / w) * Math.floor(anchor.d / d));
  const layers = Array.from({ length: Math.ceil(clusters.length / size) }, (_, k) =>
    clusters.slice(k * size, (k + 1) * size),
  );
  return layers.flatMap((layer, k) => {
    const at: SolidPoint = [anchor.at[0], anchor.at[1] + k * LAYER_HEIGHT * h, anchor.at[2]];
    return arrangeInRows(layer, { ...anchor, at }, object, true);
  });
}

/** True if a single cluster is too large even to hang over, as a rider's arms or a plank on a stool do. */
function exceedsOverhang({ box }: Cluster, anchor: Anchor): boolean {
  const [w, , d] = boxSize(box);
  return w > MAX_OVERHANG * anchor.w || d > MAX_OVERHANG * anchor.d;
}

function placeUnder(object: SceneObject, clusters: readonly Cluster[], addNote: (note: Note) => void): Cluster[] {
  const anchor = object.anchors.get('under');
  const fits = anchor && clusters.every(({ box }) => boxSize(box)[1] <= anchor.h);
  if (fits || clusters.length === 0)
    return anchor ? arrangeInRows(clusters, { ...anchor, at: [anchor.at[0], 0, anchor.at[2]] }, object, true) : [];
  const name = object.name.replaceAll('_', ' ');
  addNote(engineMessage('prompt.no-room-under', { name }));
  const depth = Math.max(...clusters.map(({ box }) => boxSize(box)[2]));
  const front: Anchor = { at: [0, 0, object.box.max[2] + depth * 0.6], w: Infinity, d: Infinity, h: Infinity };
  return arrangeInRows(clusters, front, object, true);
}

/** Maximum distance from the bottom of a held object up to the hand, metres. */
const GRIP = 0.11;

/** Places an object in a hand, the figure's right hand first; long objects stand on the ground. */
function placeInHand(object: SceneObject, cluster: Cluster, index: number): Cluster {
  const { at } = object.anchors.get('hand')!;
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

/** Places a hat on the head, scaled to fit it. */
function placeOnHead(object: SceneObject, cluster: Cluster): Cluster {
  const head = object.anchors.get('head')!;
  const hat = cluster.objects[0]!;
  const inner = hat.anchors.get('inside')?.w ?? 0.86 * boxSize(hat.box)[0];
  const scale = (1.14 * head.w) / inner;
  const parts = hat.parts.map((part) => ({ ...part, solid: placeSolid(part.solid, { scale }) }));
  const box = {
    min: hat.box.min.map((v) => v * scale) as unknown as SolidPoint,
    max: hat.box.max.map((v) => v * scale) as unknown as SolidPoint,
  };
  return moveCluster({ objects: [{ ...hat, parts, box }], box }, head.at);
}
