import {
  DataTexture,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshMatcapMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  type Material,
  type Object3D,
} from 'three';
import { createMatcap, createUvChecker } from './shading-textures.ts';
import { createMapMaterial } from './map-material.ts';
import { isMapShading, type MapName, type Shading } from './shading-modes.ts';

/** Draws models with their own materials or lent ones. */
export interface ShadingMaterials {
  /** Changes how a model is drawn; its own materials come back with `lit`, which is due before it is freed. */
  apply(model: Object3D, shading: Shading): void;
  close(): void;
}

const PLAIN = 0x8c8c8c;
const WIRED = { surface: 0xc4c4c4, line: 0x1c1c1c };

/** Shadings by a material that any mesh can be lent. */
type LentShading = Exclude<Shading, 'lit' | MapName>;

/** Makes those materials; each with its first use, because two of them are drawn pixel by pixel. */
const LENT: Readonly<Record<LentShading, () => Material>> = {
  matcap: () => new MeshMatcapMaterial({ matcap: createMatcap(), side: DoubleSide }),
  normals: createNormalsMaterial,
  // Pushed back by a step of depth, so that the lines on it are not swallowed.
  wireframe: () =>
    new MeshStandardMaterial({
      color: WIRED.surface,
      roughness: 0.9,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    }),
  uv: () => new MeshBasicMaterial({ map: createUvChecker(), side: DoubleSide, toneMapped: false }),
  colours: () => new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, toneMapped: false }),
};

/** Makes a shader; the materials it lends are freed by `close`, those made for one model with its return to `lit`. */
export function createShadingMaterials(): ShadingMaterials {
  const own = new WeakMap<Mesh, Material | Material[]>();
  const lines = new MeshBasicMaterial({ color: WIRED.line, wireframe: true, transparent: true, opacity: 0.5 });
  const plain = new MeshStandardMaterial({ color: PLAIN, roughness: 0.9, side: DoubleSide });
  const lent = new Map<LentShading, Material>();
  /** Maps shown alone, by the material they are taken from. */
  let alone: { readonly map: MapName; readonly made: Map<Material, Material> } | null = null;
  /** The lines over each mesh of the model that is shown as a wireframe. */
  let overlays: Mesh[] = [];

  function takeBack(): void {
    for (const material of alone?.made.values() ?? []) material.dispose();
    alone = null;
    for (const overlay of overlays) overlay.removeFromParent();
    overlays = [];
  }

  function aloneOf(material: Material, map: MapName): Material {
    if (alone?.map !== map) alone = { map, made: new Map() };
    const made = alone.made.get(material) ?? createMapMaterial(material, map);
    alone.made.set(material, made);
    return made;
  }

  function lend(shading: LentShading): Material {
    const material = lent.get(shading) ?? LENT[shading]();
    lent.set(shading, material);
    return material;
  }

  function choose(mesh: Mesh, originals: Material | Material[], shading: Shading): Material | Material[] {
    if (shading === 'lit') return originals;
    if (isMapShading(shading))
      return Array.isArray(originals)
        ? originals.map((material) => aloneOf(material, shading))
        : aloneOf(originals, shading);
    if (shading === 'uv' && !mesh.geometry.hasAttribute('uv')) return plain;
    if (shading === 'colours' && !mesh.geometry.hasAttribute('color')) return plain;
    return lend(shading);
  }

  return {
    apply(model, shading) {
      takeBack();
      const meshes: Mesh[] = [];
      model.traverse((node) => {
        if (node instanceof Mesh) meshes.push(node as Mesh);
      });
      for (const mesh of meshes) {
        const originals = own.get(mesh) ?? mesh.material;
        own.set(mesh, originals);
        mesh.material = choose(mesh, originals, shading);
        if (shading === 'wireframe') overlays.push(layLines(mesh, lines));
      }
    },
    close() {
      takeBack();
      for (const material of [...lent.values(), plain, lines]) {
        for (const value of Object.values(material)) if (value instanceof DataTexture) value.dispose();
        material.dispose();
      }
    },
  };
}

/** A second mesh over the first with the same geometry, pose and morphs. */
function layLines(mesh: Mesh, material: Material): Mesh {
  const overlay = mesh.clone(false);
  overlay.material = material;
  overlay.position.set(0, 0, 0);
  overlay.quaternion.identity();
  overlay.scale.set(1, 1, 1);
  overlay.castShadow = false;
  if (mesh.morphTargetInfluences) overlay.morphTargetInfluences = mesh.morphTargetInfluences;
  mesh.add(overlay);
  return overlay;
}

/** Faces seen from behind are red: there the surface is turned the wrong way, or open. */
function createNormalsMaterial(): MeshNormalMaterial {
  const material = new MeshNormalMaterial({ side: DoubleSide });
  material.onBeforeCompile = (shader) => {
    const end = shader.fragmentShader.lastIndexOf('}');
    shader.fragmentShader = `${shader.fragmentShader.slice(0, end)}
      if ( ! gl_FrontFacing ) gl_FragColor.rgb = vec3( 0.85, 0.1, 0.12 );
    }`;
  };
  return material;
}
