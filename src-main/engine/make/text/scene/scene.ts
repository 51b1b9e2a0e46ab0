import type { Finish } from '../../../base/material/finish.ts';
import type { Part, Anchor, AnchorName } from '../../../catalogue/builder/part-builder.ts';
import type { SolidPoint } from '../../../catalogue/solids/solid.ts';

/** An axis-aligned bounding box, metres. */
export interface SceneBox {
  readonly min: SolidPoint;
  readonly max: SolidPoint;
}

/** A built object and its placement. Its parts are in its local space: metres, standing on y = 0, front to +Z. */
export interface SceneObject {
  /** Unique within a scene. */
  readonly name: string;
  readonly parts: readonly Part[];
  readonly anchors: ReadonlyMap<AnchorName, Anchor>;
  readonly finishes: ReadonlyMap<string, Finish>;
  /** Slots whose colour the prompt names. */
  readonly named: ReadonlySet<string>;
  /** In local space. */
  readonly box: SceneBox;
  /** Position of the origin in the scene, and rotation about the y axis in degrees. */
  readonly at: SolidPoint;
  readonly rotationY: number;
}

/** The objects of a prompt: metres, +Y up, front to +Z, standing on y = 0, centred in x and z. */
export interface Scene {
  readonly objects: readonly SceneObject[];
  /** True for flat shading: edges are not smoothed. */
  readonly isFaceted: boolean;
}
