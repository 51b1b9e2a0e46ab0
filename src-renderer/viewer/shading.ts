import {
  Color,
  Material,
  Mesh,
  MeshBasicMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import type { Shading } from './shadings.ts';

/** Draws models with their own materials or one for all. */
export interface Shader {
  /** Changes how a model is drawn; its own materials come back with `lit`. */
  apply(model: Object3D, shading: Shading): void;
  setLineColour(colour: Color): void;
  close(): void;
}

/** Makes a shader; the materials it lends are freed by `close`. */
export function createShader(): Shader {
  const own = new WeakMap<Mesh, Material | Material[]>();
  const wireframe = new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.4 });
  const lent: Readonly<Record<Exclude<Shading, 'lit'>, Material>> = {
    clay: new MeshStandardMaterial({ color: 0xb8b8b8, roughness: 0.75 }),
    normals: new MeshNormalMaterial(),
    wireframe,
  };
  return {
    apply(model, shading) {
      model.traverse((node) => {
        if (!(node instanceof Mesh)) return;
        const mesh = node as Mesh;
        if (!own.has(mesh)) own.set(mesh, mesh.material);
        mesh.material = shading === 'lit' ? (own.get(mesh) ?? mesh.material) : lent[shading];
      });
    },
    setLineColour(colour) {
      wireframe.color.copy(colour);
    },
    close() {
      for (const material of Object.values(lent)) material.dispose();
    },
  };
}
