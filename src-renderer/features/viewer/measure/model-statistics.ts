import { Bone, InstancedMesh, Mesh, Vector3, type AnimationClip, type Material, type Object3D } from 'three';
import { restPoseBox } from '../scene/bounds.ts';
import { hasMapImage } from '../shading/map-material.ts';
import { listTextures } from '../shading/material-textures.ts';
import { MAPS, type MapName } from '../shading/shading-modes.ts';

/** The role of a texture in a material. */
type MapRole = 'base' | 'normal' | 'orm' | 'occlusion' | 'emissive' | 'other';

/** Statistics of a model. Sizes are metres along x, y (up) and z. */
export interface ModelStatistics {
  readonly triangles: number;
  /** Number of displayed triangles; absent: all. */
  readonly shownTriangles?: number;
  readonly vertices: number;
  readonly materials: number;
  readonly textures: readonly { readonly role: MapRole; readonly width: number; readonly height: number }[];
  readonly size: { readonly x: number; readonly y: number; readonly z: number };
  /** Maximum number of UV sets of any mesh. */
  readonly uvSets: number;
  /** True if any mesh has vertex colours. */
  readonly hasColours: boolean;
  /** Material channels that have an image. */
  readonly maps: readonly MapName[];
  readonly bones: number;
  readonly clips: number;
  /** Number of images that the file refers to but that are missing. */
  readonly missingPictures: number;
  /** Number of meshes with an image but without UVs. */
  readonly withoutUv: number;
  /** Number of Gaussian splats and their file size; absent: the model consists of meshes. */
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

/**
 * Counts the contents of a loaded model: each mesh as often as it is drawn, each material and image once; `box` is its
 * bounding box in the rest pose.
 */
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
    const copies = node instanceof InstancedMesh ? node.count : 1;
    triangles += Math.floor((geometry.index?.count ?? corners) / 3) * copies;
    vertices += corners * copies;
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

/** Lists images by source: an image in several slots counts once, with the role of the first slot. */
function findTextures(materials: Iterable<Material>): ModelStatistics['textures'] {
  const textures = new Map<unknown, ModelStatistics['textures'][number]>();
  for (const material of materials)
    for (const [slot, { source }] of listTextures(material)) {
      const image = source.data as { width: number; height: number } | null;
      if (!image || textures.has(source)) continue;
      textures.set(source, { role: SLOT_ROLES[slot] ?? 'other', width: image.width, height: image.height });
    }
  return [...textures.values()];
}
