import { assignFinishes } from './assign-finishes.ts';
import { buildObject, type Part, type Anchor, type AnchorName } from '../../../catalogue/builder/part-builder.ts';
import type { ObjectStyle } from '../../../base/language/shape-words.ts';
import type { SceneBox, SceneObject } from './scene.ts';
import { placeSolid, type SolidPoint } from '../../../catalogue/solids/solid.ts';
import type { Group } from '../prompt/parsed-prompt.ts';

/** Options for building objects. */
export interface BuildOptions {
  /** Varies the proportions. */
  readonly modelSeed: number;
  /** Chooses the colours that the prompt leaves open. */
  readonly imageSeed: number;
  /** Factor for the number of segments of curves. */
  readonly detail: number;
  /** True for hard edges without bevels. */
  readonly isFaceted: boolean;
}

/** Builds an object of a group at the origin. Copies of living things vary; other copies are identical. */
export function buildSceneObject(group: Group, copy: number, options: BuildOptions): SceneObject {
  const style: ObjectStyle = { detail: options.detail, isFaceted: options.isFaceted, shapes: new Set(group.looks) };
  const variant = group.noun.isVaried ? copy : 0;
  const built = buildObject(group.noun.build, `${options.modelSeed} ${group.noun.names[0]} ${variant}`, style);
  const scale = group.scale.map((factor) => factor * group.size) as unknown as SolidPoint;
  const isScaled = scale.some((factor) => factor !== 1);
  const parts = isScaled
    ? built.parts.map((part) => ({ ...part, solid: placeSolid(part.solid, { scale }) }))
    : built.parts;
  return {
    name: group.noun.names[0]!.replaceAll(' ', '_'),
    parts,
    anchors: scaleAnchors(built.spots, scale),
    ...assignFinishes(group, `${options.imageSeed} ${variant}`),
    box: boxOf(parts),
    at: [0, 0, 0],
    rotationY: 0,
  };
}

function scaleAnchors(anchors: ReadonlyMap<AnchorName, Anchor>, [sx, sy, sz]: SolidPoint): Map<AnchorName, Anchor> {
  return new Map(
    [...anchors].map(([name, { at, w, d, h }]) => [
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
