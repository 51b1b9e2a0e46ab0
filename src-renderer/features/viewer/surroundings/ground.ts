import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  ShadowMaterial,
  type Box3,
} from 'three';

const CELLS = 20;

interface GroundColours {
  readonly line: Color;
  readonly x: Color;
  readonly z: Color;
}

/** The floor under a model: its shadow, and a grid in decimal metres that fades with the distance. */
export interface Ground {
  readonly object: Group;
  /** Places the floor at the base of a box, with cells of 0.01, 0.1, 1 … m, so that the box spans at most ten. */
  place(box: Box3, colours: GroundColours): void;
  showGrid(on: boolean): void;
  showShadow(on: boolean): void;
  close(): void;
}

/** Creates the floor, empty until placed. */
export function createGround(): Ground {
  const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  const grid = new LineSegments(new BufferGeometry(), material);
  const shadow = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.28 }));
  shadow.receiveShadow = true;
  const object = new Group().add(grid, shadow);
  return {
    object,
    place(box, colours) {
      const span = Math.max(box.max.x - box.min.x, box.max.z - box.min.z, (box.max.y - box.min.y) / 2, 1e-6);
      const cell =
        10 ** Math.floor(Math.log10(span) + 1e-9) / (span / 10 ** Math.floor(Math.log10(span)) < 2.5 ? 4 : 1);
      grid.geometry.dispose();
      grid.geometry = gridGeometry(cell, colours);
      shadow.scale.setScalar(span * 6);
      // Slightly below the base, to avoid flickering with the lowest triangles.
      object.position.set(0, box.min.y - span * 0.0005, 0);
    },
    showGrid(on) {
      grid.visible = on;
    },
    showShadow(on) {
      shadow.visible = on;
    },
    close() {
      grid.geometry.dispose();
      material.dispose();
      shadow.geometry.dispose();
      shadow.material.dispose();
    },
  };
}

/**
 * Creates grid lines split at every crossing, so that each vertex can fade by its own distance. Colours are linear
 * RGBA.
 */
function gridGeometry(cell: number, colours: GroundColours): BufferGeometry {
  const positions: number[] = [];
  const rgba: number[] = [];
  const put = (x: number, z: number, colour: Color, strength: number) => {
    const alpha = strength * Math.max(1 - Math.hypot(x, z) / CELLS, 0) ** 1.5;
    positions.push(x * cell, 0, z * cell);
    rgba.push(colour.r, colour.g, colour.b, alpha);
  };
  for (let across = -CELLS; across <= CELLS; across++)
    for (let along = -CELLS; along < CELLS; along++) {
      const [xColour, zColour, strength] =
        across === 0 ? [colours.x, colours.z, 0.7] : [colours.line, colours.line, 0.35];
      put(along, across, xColour, strength);
      put(along + 1, across, xColour, strength);
      put(across, along, zColour, strength);
      put(across, along + 1, zColour, strength);
    }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('color', new Float32BufferAttribute(rgba, 4));
}
