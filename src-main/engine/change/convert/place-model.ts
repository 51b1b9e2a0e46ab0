import type { Document, mat4 } from '@gltf-transform/core';
import { transformMesh } from '@gltf-transform/functions';
import type { ExportOrientation } from './convert-options.ts';
import { bakeTransforms } from '../../base/document/bake-transforms.ts';
import { isAnimated } from '../../base/document/is-animated.ts';
import { worldBox } from '../../base/document/world-box.ts';

/** Rotation, scale and translation that `placeModel` applies. */
export interface Placement {
  readonly exportOrientation: ExportOrientation;
  readonly scaleFactor: number;
  readonly pivotToCenterBottom: boolean;
}

/**
 * Rotation of +Z, the front of a glTF model, about +Y for each orientation, as cosine and sine.
 *
 * The interface does not define the frame of its axes; here: right-handed with z up, the model's front at +x and its
 * left at +y, so that the default changes nothing.
 *
 * | orientation | rotation about +Y | front in glTF's axes |
 * |---|---|---|
 * | `+x` | 0° | +Z |
 * | `+y` | +90° | +X |
 * | `-x` | 180° | −Z |
 * | `-y` | −90° | −X |
 */
const TURNS: Readonly<Record<ExportOrientation, readonly [cos: number, sin: number]>> = {
  '+x': [1, 0],
  '+y': [0, 1],
  '-x': [-1, 0],
  '-y': [0, -1],
};

/**
 * Rotates the model about the up axis, scales it (both about the origin), and then moves the centre of its bounding
 * box's bottom to the origin, in place; default values leave the model unchanged, bit by bit.
 *
 * The vertices of a still model are changed directly, so that its nodes stay free of transforms. A model with a
 * skeleton, morph targets or animations gets a new root node with the transform instead.
 */
export function placeModel(
  document: Document,
  { exportOrientation, scaleFactor, pivotToCenterBottom }: Placement,
): void {
  const [cos, sin] = TURNS[exportOrientation];
  if (exportOrientation !== '+x' || scaleFactor !== 1) {
    const s = scaleFactor;
    applyMatrix(document, [cos * s, 0, -sin * s, 0, 0, s, 0, 0, sin * s, 0, cos * s, 0, 0, 0, 0, 1]);
  }
  const box = pivotToCenterBottom && worldBox(document);
  if (!box) return;
  const move = [-(box.min[0] + box.max[0]) / 2, -box.min[1], -(box.min[2] + box.max[2]) / 2] as const;
  if (move.some((distance) => distance !== 0)) applyMatrix(document, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...move, 1]);
}

function applyMatrix(document: Document, matrix: mat4): void {
  const root = document.getRoot();
  if (!isAnimated(document)) {
    bakeTransforms(document);
    for (const mesh of root.listMeshes()) transformMesh(mesh, matrix);
    return;
  }
  for (const scene of root.listScenes()) {
    const top = document.createNode('placement').setMatrix(matrix);
    for (const child of scene.listChildren()) top.addChild(child);
    scene.addChild(top);
  }
}
