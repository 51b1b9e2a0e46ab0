import type { Finish } from '../../../base/material/finish.ts';
import type { Part, Anchor, AnchorName } from '../../../catalogue/builder/part-builder.ts';
import type { SolidPoint } from '../../../catalogue/solids/solid.ts';

/** An axis-parallel box, metres. */
export interface SceneBox {
  readonly min: SolidPoint;
  readonly max: SolidPoint;
}

/** A made thing with its place: its parts are in its own space, standing on y = 0, front to +Z. */
export interface SceneObject {
  /** Unique in a scene. */
  readonly name: string;
  readonly parts: readonly Part[];
  readonly spots: ReadonlyMap<AnchorName, Anchor>;
  readonly finishes: ReadonlyMap<string, Finish>;
  /** Slots whose colour the prompt names. */
  readonly named: ReadonlySet<string>;
  /** In its own space. */
  readonly box: SceneBox;
  /** Where its origin stands, and its turn about the y axis in degrees. */
  readonly at: SolidPoint;
  readonly turn: number;
}

/** Everything a prompt gave: metres, +Y up, front to +Z, on y = 0, centred in x and z. */
export interface Scene {
  readonly objects: readonly SceneObject[];
  /** Faces keep their edges. */
  readonly isFaceted: boolean;
}
