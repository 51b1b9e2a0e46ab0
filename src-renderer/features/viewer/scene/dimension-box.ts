import {
  Box3Helper,
  BufferGeometry,
  LineDashedMaterial,
  LineSegments,
  Vector3,
  type Box3,
  type Camera,
  type Color,
} from 'three';

/** A length at an edge of the box. `x` and `y` are CSS pixels from the canvas's upper left corner. */
export interface DimensionLabel {
  readonly axis: 'x' | 'y' | 'z';
  readonly metres: number;
  readonly x: number;
  readonly y: number;
}

/** Dashed lines around a model. */
export interface DimensionBox {
  readonly object: LineSegments;
  place(box: Box3): void;
  setColour(colour: Color): void;
  close(): void;
}

/** Creates the box, empty until placed. */
export function createDimensionBox(): DimensionBox {
  const material = new LineDashedMaterial({ transparent: true, opacity: 0.75 });
  const object = new LineSegments(new BufferGeometry(), material);
  return {
    object,
    place(box) {
      object.geometry.dispose();
      const helper = new Box3Helper(box);
      // The helper draws a unit box and scales itself when drawn; here its corners are moved once.
      helper.updateMatrixWorld(true);
      object.geometry = helper.geometry.toNonIndexed().applyMatrix4(helper.matrixWorld);
      helper.dispose();
      object.computeLineDistances();
      const longest = Math.max(...box.getSize(new Vector3()).toArray());
      material.dashSize = longest / 60;
      material.gapSize = longest / 90;
    },
    setColour(colour) {
      material.color.copy(colour);
    },
    close() {
      object.geometry.dispose();
      material.dispose();
    },
  };
}

/**
 * Returns the screen positions of the three lengths: on the near edges of the base and on the rightmost vertical edge.
 */
export function placeDimensionLabels(
  box: Box3,
  camera: Camera,
  screen: { readonly width: number; readonly height: number },
): DimensionLabel[] {
  const middle = box.getCenter(new Vector3());
  const size = box.getSize(new Vector3());
  const nearX = camera.position.x > middle.x ? box.max.x : box.min.x;
  const nearZ = camera.position.z > middle.z ? box.max.z : box.min.z;
  const toScreen = (point: Vector3) => {
    const { x, y } = point.project(camera);
    return { x: ((x + 1) / 2) * screen.width, y: ((1 - y) / 2) * screen.height };
  };
  const uprights = [box.min.x, box.max.x].flatMap((x) =>
    [box.min.z, box.max.z].map((z) => toScreen(new Vector3(x, middle.y, z))),
  );
  const right = uprights.reduce((best, next) => (next.x > best.x ? next : best));
  return [
    { axis: 'x', metres: size.x, ...toScreen(new Vector3(middle.x, box.min.y, nearZ)) },
    { axis: 'y', metres: size.y, ...right },
    { axis: 'z', metres: size.z, ...toScreen(new Vector3(nearX, box.min.y, middle.z)) },
  ];
}
