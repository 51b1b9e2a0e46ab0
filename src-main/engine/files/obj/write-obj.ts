import type { Document, Material } from '@gltf-transform/core';
import type { FlatMesh } from '../../base/document/flat-mesh.ts';
import { uniqueName } from '../../base/document/unique-name.ts';
import type { TextureFormat } from '../images/encode-texture.ts';
import { getSurfaces } from '../materials/model-surfaces.ts';
import { decimalsFor } from '../text/number-formatter.ts';
import { createObjWriter } from './obj-writer.ts';
import { toSafeFileName, toSafeWord } from '../text/safe-names.ts';
import { writeMtl } from './write-mtl.ts';
import { writeZip } from '../zip/write-zip.ts';

/** How `writeObj` writes. */
export interface WriteObjOptions {
  /** Base name of the files inside; made safe. */
  readonly name?: string;
  /** Write COLOR_0 behind each `v`, as sRGB, the way Blender and MeshLab read it. */
  readonly vertexColors?: boolean;
  /** Write all textures in this format; else each stays in its own. */
  readonly textureFormat?: TextureFormat;
}

/**
 * The model as a zip of `name.obj`, `name.mtl` and the textures beside them: metres, +Y up, counter-clockwise, one `o`
 * per mesh, quads as faces of four corners. Vertices split only by uvs, normals or materials are one `v` again, unless
 * vertex colours are written. Throws `ModelError` for a model without surfaces or a texture that cannot be decoded.
 */
export async function writeObj(document: Document, options: WriteObjOptions = {}): Promise<Uint8Array> {
  const meshes = getSurfaces(document);
  const name = toSafeFileName(options.name ?? 'model', 'model');
  const materials = nameMaterials(meshes);
  const obj = createObjWriter(`${name}.mtl`, decimalsFor(meshes, 1), materials);
  const objects = new Set<string>();
  for (const mesh of meshes) {
    const object = uniqueName(toSafeWord(mesh.name, 'mesh'), objects);
    obj.addMesh(object, mesh, options.vertexColors ?? false);
  }
  const { mtl, textures } = await writeMtl(materials, options.textureFormat ?? null);
  return writeZip(
    new Map<string, Uint8Array>([[`${name}.obj`, obj.toBytes()], [`${name}.mtl`, Buffer.from(mtl)], ...textures]),
  );
}

function nameMaterials(meshes: readonly FlatMesh[]): Map<Material | null, string> {
  const names = new Map<Material | null, string>();
  const taken = new Set<string>();
  for (const { material } of meshes.flatMap((mesh) => mesh.primitives)) {
    if (names.has(material)) continue;
    const name = toSafeWord(material ? material.getName() : 'default', 'material');
    names.set(material, uniqueName(name, taken));
  }
  return names;
}
