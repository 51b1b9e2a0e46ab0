import type { Document, Material } from '@gltf-transform/core';
import type { FlatMesh } from '../../base/document/flat-mesh.ts';
import { uniqueName } from '../../base/document/unique-name.ts';
import type { TextureFormat } from '../images/encode-texture.ts';
import { getSurfaces } from '../materials/model-surfaces.ts';
import { decimalsFor } from '../text/number-formatter.ts';
import { createObjWriter } from './obj-writer.ts';
import { toSafeFileName, toSafeWord } from '../text/safe-names.ts';
import { writeMtl } from './write-mtl.ts';
import { writeZip, type ZipPieces } from '../zip/write-zip.ts';

/** Options of `writeObj`. */
export interface WriteObjOptions {
  /** Base name of the files inside; sanitized. */
  readonly name?: string;
  /** True to write COLOR_0 after each `v`, as sRGB, the way Blender and MeshLab read it. */
  readonly vertexColors?: boolean;
  /** Format of all textures. Default: each keeps its own. */
  readonly textureFormat?: TextureFormat;
}

/**
 * Writes the model as a zip of `name.obj`, `name.mtl` and the textures beside them: metres, +Y up, counter-clockwise,
 * one `o` per mesh, quads as faces of four corners. Vertices split only by UVs, normals or materials are welded to one
 * `v`, unless vertex colours are written. Throws `ModelError` for a model without surfaces or a texture that cannot be
 * decoded.
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
    new Map<string, Uint8Array | ZipPieces>([
      [`${name}.obj`, obj.toPieces()],
      [`${name}.mtl`, Buffer.from(mtl)],
      ...textures,
    ]),
  );
}

function nameMaterials(meshes: readonly FlatMesh[]): Map<Material | null, string> {
  const names = new Map<Material | null, string>();
  const usedNames = new Set<string>();
  for (const { material } of meshes.flatMap((mesh) => mesh.primitives)) {
    if (names.has(material)) continue;
    const name = toSafeWord(material ? material.getName() : 'default', 'material');
    names.set(material, uniqueName(name, usedNames));
  }
  return names;
}
