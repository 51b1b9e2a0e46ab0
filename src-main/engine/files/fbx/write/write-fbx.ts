import type { Document, Material } from '@gltf-transform/core';
import type { FlatMesh } from '../../../base/document/flat-mesh.ts';
import { isAnimated } from '../../../base/document/is-animated.ts';
import type { TextureFormat } from '../../images/encode-texture.ts';
import { encodeFbx } from './encode-fbx.ts';
import { toFbxGeometry } from './to-fbx-geometry.ts';
import { toFbxMaterial, toFbxTexture, toFbxVideo } from './fbx-materials.ts';
import { toFbxModel } from './to-fbx-model.ts';
import type { FbxPoints } from './fbx-points.ts';
import { FBX_PRESETS, type FbxPreset, type FbxPresetName } from './fbx-presets.ts';
import { FBX_ROOT, FbxScene } from './fbx-scene.ts';
import { type FbxImage, type FbxTextureLink } from './fbx-texture.ts';
import { linkFbxTextures } from './link-fbx-textures.ts';
import { getSurfaces, listUsedMaterials } from '../../materials/model-surfaces.ts';
import type { Rig } from '../../animation/rig.ts';

/** Options of `writeFbx`. */
export interface WriteFbxOptions {
  /** The target program. */
  readonly preset: FbxPresetName;
  /** Title of the scene. */
  readonly name?: string;
  /** Format of all textures. Default: PNG and JPEG are kept, everything else is converted to PNG. */
  readonly textureFormat?: TextureFormat;
}

/** Ids of the materials in a scene, by their source material; null is the plain one. */
type MaterialIds = ReadonlyMap<Material | null, bigint>;

/**
 * Writes the model as one binary FBX 7.4 file with its textures embedded: quads as quads, normals, UVs, vertex colours,
 * a material per face. The document is not changed; equal documents give equal bytes.
 *
 * A static model becomes one FBX model per mesh in world space. A model with a skeleton, morph targets or animations
 * keeps these and its node hierarchy: every clip is a stack, sampled where linear interpolation between keys would
 * deviate.
 *
 * Throws `ModelError`: `unsupported` without surfaces or with an image that cannot be read, `too_large` past 4 GB.
 */
export async function writeFbx(document: Document, options: WriteFbxOptions): Promise<Uint8Array> {
  const preset = FBX_PRESETS[options.preset];
  const rig = isAnimated(document) ? (await import('../../animation/to-rig.ts')).toRig(document, 'kept') : null;
  const meshes = rig ? rig.bodies.map(({ mesh }) => mesh) : getSurfaces(document);

  const scene = new FbxScene();
  // Images are read and written on other threads while this one builds the geometry.
  const [links, shown] = await Promise.all([
    linkFbxTextures(listUsedMaterials(meshes), options.textureFormat),
    rig ? addRig(scene, rig, preset) : addStill(scene, meshes, preset),
  ]);
  const materialIds = addMaterials(scene, meshes, links);
  for (const { mesh, model } of shown) {
    // In the order of the faces' material indices.
    for (const material of listMaterials(mesh)) scene.connect(materialIds.get(material)!, model);
  }
  const clips = rig?.clips ?? [];
  const takes = clips[0] && { first: clips[0].name, seconds: Math.max(...clips.map(({ seconds }) => seconds)) };
  return encodeFbx(scene.toNodes(preset, options.name ?? 'Scene', takes));
}

/** A mesh and the id of its model. */
interface ShownMesh {
  readonly mesh: FlatMesh;
  readonly model: bigint;
}

async function addRig(scene: FbxScene, rig: Rig, preset: FbxPreset): Promise<ShownMesh[]> {
  const { addFbxRig } = await import('./add-fbx-rig.ts');
  const shown: ShownMesh[] = [];
  addFbxRig(scene, rig, preset, ({ mesh }, model, points) => {
    shown.push({ mesh, model });
    return addGeometry(scene, { mesh, model }, preset, points);
  });
  return shown;
}

async function addStill(scene: FbxScene, meshes: readonly FlatMesh[], preset: FbxPreset): Promise<ShownMesh[]> {
  return meshes.map((mesh) => {
    const model = scene.add('Model', mesh.name, 'Mesh', toFbxModel());
    scene.connect(model, FBX_ROOT);
    addGeometry(scene, { mesh, model }, preset);
    return { mesh, model };
  });
}

function addMaterials(
  scene: FbxScene,
  meshes: readonly FlatMesh[],
  links: ReadonlyMap<Material, readonly FbxTextureLink[]>,
): MaterialIds {
  const ids = new Map<Material | null, bigint>();
  const videos = new Map<FbxImage, bigint>();
  for (const material of meshes.flatMap(listMaterials)) {
    if (ids.has(material)) continue;
    const own = (material && links.get(material)) ?? [];
    const name = material?.getName() || 'Material';
    const id = scene.add('Material', name, '', toFbxMaterial(material, own));
    ids.set(material, id);

    for (const link of own) {
      const { image, slot, isOpacity } = link;
      const video = videos.get(image) ?? scene.add('Video', image.fileName, 'Clip', toFbxVideo(image));
      videos.set(image, video);
      const texture = scene.add('Texture', image.fileName, '', toFbxTexture(link));
      scene.connect(video, texture);
      scene.connect(texture, id, slot);
      if (isOpacity) scene.connect(texture, id, 'TransparencyFactor');
    }
  }
  return ids;
}

/** Adds the geometry of a model and returns its id. */
function addGeometry(scene: FbxScene, { mesh, model }: ShownMesh, preset: FbxPreset, points?: FbxPoints): bigint {
  const geometry = scene.add('Geometry', mesh.name, 'Mesh', toFbxGeometry(mesh, preset, listMaterials(mesh), points));
  scene.connect(geometry, model);
  return geometry;
}

/** Returns the materials of a mesh, each once, in order of use. */
function listMaterials(mesh: FlatMesh): (Material | null)[] {
  return [...new Set(mesh.primitives.map((primitive) => primitive.material))];
}
