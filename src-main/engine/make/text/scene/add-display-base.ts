import { boxSize, moveBox, turnBox, unionBox } from './boxes.ts';
import { buildObject } from '../../../catalogue/builder/part-builder.ts';
import type { Scene, SceneObject } from './scene.ts';
import { MATERIALS } from '../../../base/language/material-words.ts';

const SHARE_OF_SIZE = 0.5;
const THICKNESS = 0.1;

/** The scene on a round wooden base, as figures are displayed. */
export function addDisplayBase(scene: Scene): Scene {
  const box = unionBox(scene.objects.map((object) => moveBox(turnBox(object.box, object.turn), object.at)));
  const [w, , d] = boxSize(box);
  const radius = SHARE_OF_SIZE * Math.max(w, d);
  const height = THICKNESS * radius;
  const thing = buildObject(
    (k) => {
      k.cylinder('base', radius * 1.06, height * 0.6, { segments: 56, bevel: height * 0.15 });
      k.cylinder('base', radius, height * 0.5, { at: [0, height * 0.5, 0], segments: 56, bevel: height * 0.12 });
    },
    'base',
    { detail: scene.isFaceted ? 0.5 : 1, shapes: new Set(), isFaceted: scene.isFaceted },
  );
  const base: SceneObject = {
    name: 'display_base',
    parts: thing.parts,
    spots: thing.spots,
    finishes: new Map([['base', { ...MATERIALS.get('walnut')!, pattern: 'wood' }]]),
    named: new Set(),
    box: { min: [-radius * 1.06, 0, -radius * 1.06], max: [radius * 1.06, height, radius * 1.06] },
    at: [0, 0, 0],
    turn: 0,
  };
  const raised = scene.objects.map((object): SceneObject => ({
    ...object,
    at: [object.at[0], object.at[1] + height, object.at[2]],
  }));
  return { ...scene, objects: [base, ...raised] };
}
