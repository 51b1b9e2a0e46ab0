import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { PixelBox } from '../../base/image/mask.ts';
import type { Image } from '../../base/image/image.ts';
import { readPhotoDiagonal } from '../../base/image/read-photo-scale.ts';
import { findBiped } from '../../base/body/find-biped.ts';
import { toVoxelBody } from '../../base/body/voxel-body.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** How large a subject is taken to be. */
export interface RealSize {
  /** Of its longest side. */
  readonly metres: number;
  /** Where that comes from, a whole sentence. */
  readonly note: Note;
}

/** Height of a grown person. */
const PERSON = 1.7;

/**
 * The size of a picture's subject in metres: as a photograph's own data have it (lens and distance), else that of a grown
 * person if the body stands on two legs and has two arms; else 1 m, which is no guess at all. Up to 0.2 s.
 */
export async function estimateRealSize(
  bytes: Uint8Array,
  picture: Image,
  box: PixelBox,
  mesh: TriangleMesh,
): Promise<RealSize> {
  const diagonal = await readPhotoDiagonal(bytes);
  if (diagonal !== null) {
    const metres = (diagonal * Math.max(box.width, box.height)) / Math.hypot(picture.width, picture.height);
    return { metres, note: engineMessage('views.size-from-distance', { metres: metres.toFixed(2) }) };
  }
  const body = toVoxelBody([mesh]);
  if (body && !('reason' in findBiped(body))) {
    // Spread arms may reach wider than a person is tall.
    const metres = (PERSON * Math.max(box.width, box.height)) / box.height;
    return { metres, note: engineMessage('views.size-of-person', { metres: PERSON }) };
  }
  const note = engineMessage('views.size-unknown');
  return { metres: 1, note };
}
