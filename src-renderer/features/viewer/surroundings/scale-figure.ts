import { CapsuleGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, type Box3, type Color } from 'three';
import { FIGURE_HEIGHT } from './scale-figure-height.ts';

/** Parts of the body in metres: radius and end points in x and y. Those off the centre are drawn on both sides. */
const LIMBS: readonly { readonly radius: number; readonly from: Pair; readonly to: Pair }[] = [
  { radius: 0.075, from: [0.09, 0.075], to: [0.1, 0.84] },
  { radius: 0.048, from: [0.275, 0.84], to: [0.2, 1.38] },
  { radius: 0.135, from: [0.055, 1.0], to: [0.075, 1.3] },
  { radius: 0.05, from: [0, 1.4], to: [0, 1.5] },
];
type Pair = readonly [x: number, y: number];

/** A plain human figure of average height that shows the scale of the model. */
export interface ScaleFigure {
  readonly object: Group;
  /** Places it on the floor at arm's length to the left of a box, or closer for a small one. */
  place(box: Box3): void;
  setColour(colour: Color): void;
  close(): void;
}

/** Creates the figure, initially hidden. */
export function createScaleFigure(): ScaleFigure {
  const material = new MeshStandardMaterial({ roughness: 1 });
  const head = new Mesh(new SphereGeometry(0.115, 24, 16), material);
  head.position.y = FIGURE_HEIGHT - 0.125;
  head.scale.set(0.8, 1.09, 0.9);
  const object = new Group().add(head);
  for (const { radius, from, to } of LIMBS)
    for (const side of from[0] === 0 ? [1] : [1, -1]) object.add(createLimb(radius, from, to, side, material));
  object.visible = false;
  return {
    object,
    place(box) {
      object.position.set(box.min.x - 0.45, box.min.y, (box.min.z + box.max.z) / 2);
    },
    setColour(colour) {
      material.color.copy(colour);
    },
    close() {
      for (const part of object.children) (part as Mesh).geometry.dispose();
      material.dispose();
    },
  };
}

function createLimb(radius: number, from: Pair, to: Pair, side: number, material: MeshStandardMaterial): Mesh {
  const [x, y] = [(to[0] - from[0]) * side, to[1] - from[1]];
  const limb = new Mesh(new CapsuleGeometry(radius, Math.hypot(x, y), 4, 12), material);
  limb.position.set(((from[0] + to[0]) / 2) * side, (from[1] + to[1]) / 2, 0);
  limb.rotation.z = Math.atan2(-x, y);
  return limb;
}
