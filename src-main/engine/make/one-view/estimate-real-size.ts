import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { PixelBox } from '../../base/image/mask.ts';
import type { Image } from '../../base/image/image.ts';
import { readPhotoDiagonal } from '../../base/image/read-photo-scale.ts';
import { findBiped } from '../../base/body/find-biped.ts';
import { toVoxelBody } from '../../base/body/voxel-body.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** Estimated size of a subject. */
export interface RealSize {
  /** Length of its longest side in the image. */
  readonly metres: number;
  /** Note for the user on the source of the estimate. */
  readonly note: Note;
}

/** Height of an adult, metres. */
const PERSON_HEIGHT = 1.7;

/**
 * Estimates the size of the subject of an image: from the lens and distance in the metadata of a photograph; else the
 * height of an adult if the body has two legs and two arms; else 1 m, which stands for unknown. Up to 0.2 s.
 */
export async function estimateRealSize(
  bytes: Uint8Array,
  image: Image,
  box: PixelBox,
  mesh: TriangleMesh,
): Promise<RealSize> {
  const diagonal = await readPhotoDiagonal(bytes);
  if (diagonal !== null) {
    const metres = (diagonal * Math.max(box.width, box.height)) / Math.hypot(image.width, image.height);
    return { metres, note: engineMessage('views.size-from-distance', { metres: metres.toFixed(2) }) };
  }
  const body = toVoxelBody([mesh]);
  if (body && !('reason' in findBiped(body))) {
    // Spread arms can be wider than the person is tall.
    const metres = (PERSON_HEIGHT * Math.max(box.width, box.height)) / box.height;
    return { metres, note: engineMessage('views.size-of-person', { metres: PERSON_HEIGHT }) };
  }
  const note = engineMessage('views.size-unknown');
  return { metres: 1, note };
}
