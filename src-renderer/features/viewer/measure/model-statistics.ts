import { Bone, Mesh, Vector3, type AnimationClip, type Material, type Object3D } from 'three';
import { restPoseBox } from '../scene/bounds.ts';
import { hasMapImage } from '../shading/map-material.ts';
import { listTextures } from '../shading/material-textures.ts';
import { MAPS, type MapName } from '../shading/shading-modes.ts';

/** The part a texture plays in a material. */
type MapRole = 'base' | 'normal' | 'orm' | 'occlusion' | 'emissive' | 'other';

/** What the viewer found in a model. Sizes are metres along x, y (up) and z. */
export interface ModelStatistics {
  readonly triangles: number;
  /** How many of them are drawn; absent: all. */
  readonly shownTriangles?: number;
  readonly vertices: number;
  readonly materials: number;
  readonly textures: readonly { readonly role: MapRole; readonly width: number; readonly height: number }[];
  readonly size: { readonly x: number; readonly y: number; readonly z: number };
  /** The most sets of UV any mesh has. */
  readonly uvSets: number;
  /** Whether any mesh has colours at its vertices. */
  readonly hasColours: boolean;
  /** The parts of materials that have an image. */
  readonly maps: readonly MapName[];
  readonly bones: number;
  readonly clips: number;
  /** Images the file names and does not bring. */
  readonly missingPictures: number;
  /** Meshes with an image and no UV for it. */
  readonly withoutUv: number;
  /** Of Gaussian splats, and the bytes of their file; absent: it is made of meshes. */
  readonly splats?: { readonly count: number; readonly bytes: number };
}

const SLOT_ROLES: Readonly<Record<string, MapRole>> = {
  map: 'base',
  normalMap: 'normal',
  roughnessMap: 'orm',
  metalnessMap: 'orm',
  aoMap: 'occlusion',
  emissiveMap: 'emissive',
};

/** Counts what a loaded model is made of: each mesh as often as it is drawn, each material and image once; `box` is around it as it rests. */
export function measureModel(
  model: Object3D,
  clips: readonly AnimationClip[],
  missingPictures: number,
  box = restPoseBox(model),
): ModelStatistics {
  const materials = new Set<Material>();
  let [triangles, vertices, uvSets, bones, withoutUv, hasColours] = [0, 0, 0, 0, 0, false];
  model.traverse((node) => {
    if (node instanceof Bone) bones++;
    if (!(node instanceof Mesh)) return;
    const { geometry, material } = node as Mesh;
    const corners = geometry.getAttribute('position').count;
    const own = [material].flat();
    const sets = ['uv', 'uv1', 'uv2', 'uv3'].filter((name) => geometry.hasAttribute(name)).length;
    triangles += Math.floor((geometry.index?.count ?? corners) / 3);
    vertices += corners;
    uvSets = Math.max(uvSets, sets);
    hasColours ||= geometry.hasAttribute('color');
    if (sets === 0 && findTextures(own).length > 0) withoutUv++;
    for (const one of own) materials.add(one);
  });
  const { x, y, z } = box.getSize(new Vector3());
  return {
    triangles,
    vertices,
    materials: materials.size,
    textures: findTextures(materials),
    size: { x, y, z },
    uvSets,
    hasColours,
    maps: MAPS.filter((map) => [...materials].some((material) => hasMapImage(material, map))),
    bones,
    clips: clips.length,
    missingPictures,
    withoutUv,
  };
}

/** Images by their source: one that fills several slots counts once, under the first slot's role. */
function findTextures(materials: Iterable<Material>): ModelStatistics['textures'] {
  const found = new Map<unknown, ModelStatistics['textures'][number]>();
  for (const material of materials)
    for (const [slot, { source }] of listTextures(material)) {
      const image = source.data as { width: number; height: number } | null;
      if (!image || found.has(source)) continue;
      found.set(source, { role: SLOT_ROLES[slot] ?? 'other', width: image.width, height: image.height });
    }
  return [...found.values()];
}
