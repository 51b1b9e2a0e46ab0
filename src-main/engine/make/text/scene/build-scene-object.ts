import { dressThing } from './assign-finishes.ts';
import { buildThing, type Part, type Spot, type SpotName } from '../build/part-builder.ts';
import type { Look } from '../../../base/language/shape-words.ts';
import type { SceneBox, SceneObject } from './scene.ts';
import { placeSolid, type Point } from '../solids/solid.ts';
import type { Group } from '../prompt/parsed-prompt.ts';

/** What decides how things are made. */
export interface MakeOptions {
  /** Proportions. */
  readonly modelSeed: number;
  /** Colours the prompt leaves open. */
  readonly imageSeed: number;
  readonly detail: number;
  readonly isFaceted: boolean;
}

/** One thing of a group at the origin; the copies of living things differ, others are alike. */
export function makeObject(group: Group, copy: number, options: MakeOptions): SceneObject {
  const look: Look = { detail: options.detail, isFaceted: options.isFaceted, shapes: new Set(group.looks) };
  const own = group.noun.isVaried ? copy : 0;
  const thing = buildThing(group.noun.build, `${options.modelSeed} ${group.noun.names[0]} ${own}`, look);
  const scale = group.scale.map((factor) => factor * group.size) as unknown as Point;
  const isScaled = scale.some((factor) => factor !== 1);
  const parts = isScaled
    ? thing.parts.map((part) => ({ ...part, solid: placeSolid(part.solid, { scale }) }))
    : thing.parts;
  return {
    name: group.noun.names[0]!.replaceAll(' ', '_'),
    parts,
    spots: scaleSpots(thing.spots, scale),
    ...dressThing(group, `${options.imageSeed} ${own}`),
    box: boxOf(parts),
    at: [0, 0, 0],
    turn: 0,
  };
}

function scaleSpots(spots: ReadonlyMap<SpotName, Spot>, [sx, sy, sz]: Point): Map<SpotName, Spot> {
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
  return { min: min as unknown as Point, max: max as unknown as Point };
}
