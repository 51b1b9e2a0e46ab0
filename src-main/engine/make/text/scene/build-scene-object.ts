import { assignFinishes } from './assign-finishes.ts';
import { buildObject, type Part, type Anchor, type AnchorName } from '../../../catalogue/builder/part-builder.ts';
import type { ObjectStyle } from '../../../base/language/shape-words.ts';
import type { SceneBox, SceneObject } from './scene.ts';
import { placeSolid, type SolidPoint } from '../../../catalogue/solids/solid.ts';
import type { Group } from '../prompt/parsed-prompt.ts';

/** What decides how things are made. */
export interface BuildOptions {
  /** Proportions. */
  readonly modelSeed: number;
  /** Colours the prompt leaves open. */
  readonly imageSeed: number;
  readonly detail: number;
  readonly isFaceted: boolean;
}

/** One thing of a group at the origin; the copies of living things differ, others are alike. */
export function buildSceneObject(group: Group, copy: number, options: BuildOptions): SceneObject {
  const look: ObjectStyle = { detail: options.detail, isFaceted: options.isFaceted, shapes: new Set(group.looks) };
  const own = group.noun.isVaried ? copy : 0;
  const thing = buildObject(group.noun.build, `${options.modelSeed} ${group.noun.names[0]} ${own}`, look);
  const scale = group.scale.map((factor) => factor * group.size) as unknown as SolidPoint;
  const isScaled = scale.some((factor) => factor !== 1);
  const parts = isScaled
    ? thing.parts.map((part) => ({ ...part, solid: placeSolid(part.solid, { scale }) }))
    : thing.parts;
  return {
    name: group.noun.names[0]!.replaceAll(' ', '_'),
    parts,
    spots: scaleSpots(thing.spots, scale),
    ...assignFinishes(group, `${options.imageSeed} ${own}`),
    box: boxOf(parts),
    at: [0, 0, 0],
    turn: 0,
  };
}

function scaleSpots(spots: ReadonlyMap<AnchorName, Anchor>, [sx, sy, sz]: SolidPoint): Map<AnchorName, Anchor> {
  return new Map(
    [...spots].map(([name, { at, w, d, h }]) => [
      name,
      { at: [at[0] * sx, at[1] * sy, at[2] * sz], w: w * sx, d: d * sz, h: h * sy },
    ]),
  );
}

function boxOf(parts: readonly Part[]): SceneBox {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { solid } of parts) {
    solid.positions.forEach((value, i) => {
      const axis = i % 3;
      if (value < min[axis]!) min[axis] = value;
      if (value > max[axis]!) max[axis] = value;
    });
  }
  return { min: min as unknown as SolidPoint, max: max as unknown as SolidPoint };
}
