import { moveBox } from './boxes.ts';
import type { SceneBox, SceneObject } from './scene.ts';
import type { SolidPoint } from '../../../catalogue/solids/solid.ts';

/** Objects that are placed as a unit, each with everything attached to it, and their bounding box in metres. */
export interface Cluster {
  readonly objects: readonly SceneObject[];
  readonly box: SceneBox;
}

/** Translates a cluster. */
export function moveCluster({ objects, box }: Cluster, by: SolidPoint): Cluster {
  return {
    objects: objects.map((object) => ({
      ...object,
      at: [object.at[0] + by[0], object.at[1] + by[1], object.at[2] + by[2]],
    })),
    box: moveBox(box, by),
  };
}
