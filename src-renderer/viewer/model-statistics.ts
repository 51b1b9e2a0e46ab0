import { Box3, Mesh, Texture, Vector3, type Material, type Object3D } from 'three';

/** The part a texture plays in a material. */
export type MapRole = 'base' | 'normal' | 'orm' | 'occlusion' | 'emissive' | 'other';

/** What the viewer found in a model. Sizes are metres along x, y (up) and z. */
export interface ModelStatistics {
  readonly triangles: number;
  readonly vertices: number;
  readonly materials: number;
  readonly textures: readonly { readonly role: MapRole; readonly width: number; readonly height: number }[];
  readonly size: { readonly x: number; readonly y: number; readonly z: number };
}

const SLOT_ROLES: Readonly<Record<string, MapRole>> = {
  map: 'base',
  normalMap: 'normal',
  roughnessMap: 'orm',
  metalnessMap: 'orm',
  aoMap: 'occlusion',
  emissiveMap: 'emissive',
};

/** Counts what a loaded model is made of: each mesh as often as it is drawn, each material and picture once. */
export function measureModel(model: Object3D): ModelStatistics {
  let triangles = 0;
  let vertices = 0;
  const materials = new Set<Material>();
  model.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const mesh = node as Mesh;
    const corners = mesh.geometry.getAttribute('position').count;
    triangles += Math.floor((mesh.geometry.index?.count ?? corners) / 3);
    vertices += corners;
    for (const material of [mesh.material].flat()) materials.add(material);
  });
  const size = new Box3().setFromObject(model, true).getSize(new Vector3());
  return {
    triangles,
    vertices,
    materials: materials.size,
    textures: findTextures(materials),
    size: { x: size.x, y: size.y, z: size.z },
  };
}

/** Pictures by their source: one that fills several slots counts once, under the first slot's role. */
function findTextures(materials: Iterable<Material>): ModelStatistics['textures'] {
  const found = new Map<unknown, ModelStatistics['textures'][number]>();
  for (const material of materials)
    for (const [slot, value] of Object.entries(material)) {
      if (!(value instanceof Texture) || found.has(value.source)) continue;
      const image = value.source.data as { width: number; height: number } | null;
      found.set(value.source, {
        role: SLOT_ROLES[slot] ?? 'other',
        width: image?.width ?? 0,
        height: image?.height ?? 0,
      });
    }
  return [...found.values()];
}
