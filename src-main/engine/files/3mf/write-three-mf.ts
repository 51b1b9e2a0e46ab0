import type { Document, Material } from '@gltf-transform/core';
import type { FlatMesh } from '../../base/document/flat-mesh.ts';
import { getSurfaces, listUsedMaterials } from '../materials/model-surfaces.ts';
import { dropImageAlpha } from '../materials/image-alpha.ts';
import { nameTextures, toPortableImage } from '../materials/portable-images.ts';
import { writeThreeMfModel, type ThreeMfTexture } from './write-three-mf-model.ts';
import { writeZip, type ZipPieces } from '../zip/write-zip.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = 'http://schemas.microsoft.com/3dmanufacturing/2013/01';

const CONTENT_TYPES =
  `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>` +
  `<Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/></Types>`;

/**
 * Writes the model as 3MF (core specification 1.3 with base colours, materials extension 1.2 for textures):
 * millimetres, +Z up, front to −Y, one object per mesh. Vertices are welded, which slicers require of a closed solid;
 * faces that become degenerate are left out. Images other than PNG and JPEG are converted to PNG. Throws `ModelError`.
 */
export async function writeThreeMf(document: Document): Promise<Uint8Array> {
  const meshes = getSurfaces(document);
  const materials = listUsedMaterials(meshes);
  const textures = await listTextureFiles(meshes, materials);
  const model = writeThreeMfModel(meshes, materials, textures);

  const files = new Map<string, Uint8Array | ZipPieces>([
    ['[Content_Types].xml', Buffer.from(CONTENT_TYPES)],
    ['_rels/.rels', relationships([['/3D/3dmodel.model', `${RELATION}/3dmodel`]])],
    ['3D/3dmodel.model', model],
  ]);
  if (textures.size > 0) {
    const targets = [...textures.values()].map(({ path }): [string, string] => [`/${path}`, `${RELATION}/3dtexture`]);
    files.set('3D/_rels/3dmodel.model.rels', relationships(targets));
    for (const { path, bytes } of textures.values()) files.set(path, bytes);
  }
  return writeZip(files);
}

function relationships(targets: readonly [path: string, type: string][]): Uint8Array {
  const lines = targets.map(([path, type], i) => `<Relationship Target="${path}" Id="rel${i}" Type="${type}"/>`);
  const body = lines.join('');
  return Buffer.from(`${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${body}</Relationships>`);
}

/**
 * Returns one image per textured material: its base colour texture multiplied by its factor, which 3MF lacks, and
 * without alpha if the material is opaque.
 */
async function listTextureFiles(
  meshes: readonly FlatMesh[],
  materials: readonly Material[],
): Promise<Map<Material, ThreeMfTexture>> {
  const shown = materials.filter((material) =>
    meshes.some((mesh) => mesh.primitives.some((primitive) => primitive.material === material && primitive.uvs)),
  );
  const names = nameTextures(shown.map((material) => material.getBaseColorTexture()).filter((t) => t !== null));
  const files = new Map<Material, ThreeMfTexture>();
  for (const material of shown) {
    const texture = material.getBaseColorTexture();
    const name = texture && names.get(texture);
    if (!name) continue;
    const isOpaque = material.getAlphaMode() === 'OPAQUE';
    const tinted = await toPortableImage(texture, material.getBaseColorFactor().slice(0, isOpaque ? 3 : 4));
    const { bytes, extension } = isOpaque ? await dropImageAlpha(tinted) : tinted;
    const id = files.size + 2;
    files.set(material, { id, path: `3D/Textures/${id}_${name.replace(/\.\w+$/, '')}.${extension}`, bytes });
  }
  return files;
}
