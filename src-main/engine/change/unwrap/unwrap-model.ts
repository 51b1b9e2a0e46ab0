import type { Document } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { bakeMaterials } from '../bake/bake-materials.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { packUv } from '../../base/uv/pack-uv.ts';
import type { Image } from '../../base/image/image.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { chooseTextureSize } from '../bake/choose-texture-size.ts';
import { openModel } from '../../files/model/open-model.ts';
import { drawUvAtlas } from './draw-uv-atlas.ts';

/** A model with new UVs. */
export interface UnwrapResult {
  readonly document: Document;
  /** Image of the UV charts, 1024². */
  readonly atlas: Image;
  readonly notes: readonly Note[];
}

const ATLAS_IMAGE_SIZE = 1024;

/**
 * Unwraps a GLB into one new UV atlas without overlaps and bakes its textures (base colour, normal, occlusion,
 * roughness, metalness, emission) into it. Triangles, skin, morph targets and clips are kept (service interface, 4.4,
 * `/v3/mesh/uv`).
 *
 * Throws `ModelError` for a file that cannot be read or has more than `maxTriangles` triangles, `OperationError` for
 * one without triangles. 15 000 triangles with five 2048² textures: about 10 s.
 */
export async function unwrapModel(
  glb: Uint8Array,
  maxTriangles: number,
  report: ReportProgress,
): Promise<UnwrapResult> {
  const document = await openModel(glb, 'bake');
  const triangles = countTriangles(document);
  if (triangles > maxTriangles) {
    throw new ModelError('too_large', engineMessage('model-limit.unwrap', { count: triangles, limit: maxTriangles }));
  }
  const size = chooseTextureSize(document);
  report(0.05, 'unwrap');
  await packUv(document, { keepCharts: false, size });
  report(0.5, 'bake');
  const materials = document.getRoot().listMaterials();
  const dropsExtensions = materials.some((material) => material.listExtensions().length > 0);
  await bakeMaterials(document, size);
  report(0.85, 'draw');
  const atlas = await drawUvAtlas(document, ATLAS_IMAGE_SIZE);
  return {
    document,
    atlas,
    notes: dropsExtensions ? [engineMessage('mesh.unwrap-effects')] : [],
  };
}
