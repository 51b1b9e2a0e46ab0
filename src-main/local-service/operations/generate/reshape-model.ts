import type { Document } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { LOW_POLY_LIMIT } from '../../../../src-shared/api/models/generation-models.ts';
import { MAX_BAKED_SIZE } from '../../../engine/change/bake/choose-texture-size.ts';
import { decimateModel } from '../../../engine/change/decimate/decimate-model.ts';
import { segmentModel } from '../../../engine/change/segment/segment-model.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';

/** Fields of spec 4.3 that request another mesh of the same shape. */
export interface ReshapeOptions {
  readonly quad?: boolean;
  readonly smart_low_poly?: boolean;
  readonly generate_parts?: boolean;
  readonly face_limit?: number;
}

/** A remeshed model. */
export interface ReshapedModel {
  readonly document: Document;
  readonly notes: readonly Note[];
}

/** True if a request needs `reshapeModel`. */
export function needsReshaping({
  quad,
  smart_low_poly: isLowPoly,
  generate_parts: isInParts,
}: ReshapeOptions): boolean {
  return [quad, isLowPoly, isInParts].includes(true);
}

/**
 * A finished model, as requested cut into parts, with a reduced number of faces, or with quads only (marked by `ngonEncoding`);
 * `face_limit` applies, and without it quads are `usualQuads` at most. A texture of `textureSize` texels
 * (0: there is none) is baked onto new uvs where faces change, with the vertex colors if `vertexColors` is set. Throws ModelError and OperationError.
 */
export async function reshapeModel(
  glb: Uint8Array,
  { quad = false, smart_low_poly: isLowPoly = false, generate_parts: isInParts = false, face_limit }: ReshapeOptions,
  {
    textureSize,
    usualQuads,
    vertexColors = false,
  }: { readonly textureSize: number; readonly usualQuads: number; readonly vertexColors?: boolean },
): Promise<ReshapedModel> {
  const silent = (): void => undefined;
  const parts = isInParts ? await segmentModel(glb, silent) : null;
  const partNotes: Note[] = parts
    ? [...parts.notes, engineMessage('mesh.parts', { names: parts.names.join(', ') })]
    : [];
  if (parts && !quad && !isLowPoly) return { document: parts.document, notes: partNotes };
  const { document, notes } = await decimateModel(
    parts ? await toGlb(parts.document) : glb,
    {
      faceLimit: face_limit ?? (isLowPoly ? null : usualQuads),
      window: quad ? LOW_POLY_LIMIT.quads : LOW_POLY_LIMIT.triangles,
      quad,
      partNames: [],
      bake: textureSize > 0,
      vertexColors,
      largestTexture: Math.max(MAX_BAKED_SIZE, textureSize),
    },
    silent,
  );
  return { document, notes: [...partNotes, ...notes] };
}
