import { boxSize, moveBox, rotateBox, unionBox } from './boxes.ts';
import { buildObject } from '../../../catalogue/builder/part-builder.ts';
import type { Scene, SceneObject } from './scene.ts';
import { MATERIALS } from '../../../base/language/material-words.ts';

/** Radius of the base as a share of the longer horizontal side of the scene. */
const RADIUS_SHARE = 0.5;
/** Height of the base as a share of its radius. */
const HEIGHT_SHARE = 0.1;

/** Places a scene on a round wooden base, like a display figurine. */
export function addDisplayBase(scene: Scene): Scene {
  const box = unionBox(scene.objects.map((object) => moveBox(rotateBox(object.box, object.rotationY), object.at)));
  const [w, , d] = boxSize(box);
  const radius = RADIUS_SHARE * Math.max(w, d);
  const height = HEIGHT_SHARE * radius;
  const built = buildObject(
    (k) => {
      k.cylinder('base', radius * 1.06, height * 0.6, { segments: 56, bevel: height * 0.15 });
      k.cylinder('base', radius, height * 0.5, { at: [0, height * 0.5, 0], segments: 56, bevel: height * 0.12 });
    },
    'base',
    { detail: scene.isFaceted ? 0.5 : 1, shapes: new Set(), isFaceted: scene.isFaceted },
  );
  const base: SceneObject = {
    name: 'display_base',
    parts: built.parts,
    anchors: built.spots,
    finishes: new Map([['base', { ...MATERIALS.get('walnut')!, pattern: 'wood' }]]),
    named: new Set(),
    box: { min: [-radius * 1.06, 0, -radius * 1.06], max: [radius * 1.06, height, radius * 1.06] },
    at: [0, 0, 0],
    rotationY: 0,
  };
  const raised = scene.objects.map((object): SceneObject => ({
    ...object,
    at: [object.at[0], object.at[1] + height, object.at[2]],
  }));
  return { ...scene, objects: [base, ...raised] };
}
