import type { Document } from '@gltf-transform/core';
import { listSurfaces } from '../../base/document/list-surfaces.ts';
import { packUv } from '../../base/uv/pack-uv.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { bakeMaterials } from '../bake/bake-materials.ts';
import { chooseTextureSize, MAX_BAKED_SIZE } from '../bake/choose-texture-size.ts';
import { pairSurfaces } from '../bake/pair-surfaces.ts';
import { transferTextures } from '../bake/transfer-textures.ts';
import { dropUvs } from '../decimate/drop-uvs.ts';

/** True if any surface has vertex colours. */
export function hasVertexColors(document: Document): boolean {
  return listSurfaces(document).some(({ primitive }) => primitive.getAttribute('COLOR_0'));
}

/** True if every surface has UVs. */
export function hasUvs(document: Document): boolean {
  return listSurfaces(document).every(({ primitive }) => primitive.getAttribute('TEXCOORD_0'));
}

/**
 * Texels along the edge of a texture that shows a model's colours: as many as its textures have, and at least two for
 * each vertex colour along a line, 512 to `MAX_BAKED_SIZE`.
 */
export function chooseColorSize(document: Document): number {
  const size = chooseTextureSize(document);
  if (!hasVertexColors(document)) return size;
  const count = listSurfaces(document).reduce(
    (sum, { primitive }) => sum + primitive.getAttribute('POSITION')!.getCount(),
    0,
  );
  return Math.min(MAX_BAKED_SIZE, Math.max(size, 2 ** Math.ceil(Math.log2(2 * Math.sqrt(count)))));
}

/**
 * Gives vertex colours without a material a matt one, in place: the default of glTF is a metal, which shows them dark.
 */
export function addMattMaterial(document: Document): void {
  const bare = listSurfaces(document).filter(
    ({ primitive }) => primitive.getAttribute('COLOR_0') && !primitive.getMaterial(),
  );
  if (bare.length === 0) return;
  const matt = document.createMaterial('matt').setMetallicFactor(0).setRoughnessFactor(0.8);
  for (const { primitive } of bare) primitive.setMaterial(matt);
}

/**
 * Unwraps all surfaces of a document into one UV atlas without overlaps, and bakes their textures and vertex colours into
 * it, in place; triangles stay. Nodes must not share meshes.
 */
export async function textureShape(document: Document): Promise<void> {
  const size = chooseColorSize(document);
  // UVs without textures only split vertices.
  if (document.getRoot().listTextures().length === 0) await dropUvs(document);
  await packUv(document, { keepCharts: false, size });
  await bakeMaterials(document, size, true);
}

/**
 * Gives a changed shape the appearance of its original, in place: new UVs, and textures that are baked from the
 * original's textures and vertex colours. Normals are baked only if the original has normal maps: those at the rim of a
 * hole would bend the light on its filling. Both have the same nodes in the same order.
 */
export async function restoreAppearance(document: Document, original: Document, report: ReportProgress): Promise<void> {
  const size = chooseColorSize(original);
  await dropUvs(document);
  await packUv(document, { keepCharts: false, size });
  const pairs = pairSurfaces(document, original);
  await transferTextures(document, pairs, size, report, { vertexColors: true, normals: false });
  for (const { primitive } of listSurfaces(document)) primitive.setAttribute('COLOR_0', null);
}
