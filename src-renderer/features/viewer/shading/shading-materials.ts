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

/** Draws models with their own or with substitute materials. */
export interface ShadingMaterials {
  /** Changes the shading of a model; `lit` restores its own materials, which is required before it is freed. */
  apply(model: Object3D, shading: Shading): void;
  close(): void;
}

const PLAIN = 0x8c8c8c;
const WIRED = { surface: 0xc4c4c4, line: 0x1c1c1c };

/** Shadings with a substitute material for any mesh. */
type LentShading = Exclude<Shading, 'lit' | MapName>;

/** Creates the substitute materials on first use, because two of them are drawn pixel by pixel. */
const LENT: Readonly<Record<LentShading, () => Material>> = {
  matcap: () => new MeshMatcapMaterial({ matcap: createMatcap(), side: DoubleSide }),
  normals: createNormalsMaterial,
  // Offset in depth, so that the lines on top stay visible.
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

/** Creates the shading materials; `close` frees the shared ones, returning to `lit` those made for one model. */
export function createShadingMaterials(): ShadingMaterials {
  const own = new WeakMap<Mesh, Material | Material[]>();
  const lines = new MeshBasicMaterial({ color: WIRED.line, wireframe: true, transparent: true, opacity: 0.5 });
  const plain = new MeshStandardMaterial({ color: PLAIN, roughness: 0.9, side: DoubleSide });
  const lent = new Map<LentShading, Material>();
  /** Single-channel materials by their original material. */
  let alone: { readonly map: MapName; readonly made: Map<Material, Material> } | null = null;
  /** Wireframe lines of each mesh. */
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

/** Returns a second mesh with the same geometry, pose and morphs. */
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

/** Back faces are red: the surface is inverted or open there. */
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
