import type { Operation } from './operation.ts';
import { checkRig } from './operations/check-rig.ts';
import { completeMesh } from './operations/complete-mesh.ts';
import { convertModel } from './operations/convert-model.ts';
import { decimateMesh } from './operations/decimate-mesh.ts';
import { editMultiview } from './operations/edit-multiview.ts';
import { imageToImage } from './operations/image-to-image.ts';
import { imageToModel } from './operations/image-to-model.ts';
import { imageToMultiview } from './operations/image-to-multiview.ts';
import { imageToSplat } from './operations/image-to-splat.ts';
import { importModel } from './operations/import-model.ts';
import { multiviewToModel } from './operations/multiview-to-model.ts';
import { refineModel } from './operations/refine-model.ts';
import { retargetAnimation } from './operations/retarget-animation.ts';
import { rigModel } from './operations/rig-model.ts';
import { segmentMesh } from './operations/segment-mesh.ts';
import { smartSegment } from './operations/smart-segment.ts';
import { stylizeModel } from './operations/stylize-model.ts';
import { textToImage } from './operations/text-to-image.ts';
import { textToModel } from './operations/text-to-model.ts';
import { textureModel } from './operations/texture-model.ts';
import { unwrapUv } from './operations/unwrap-uv.ts';

/** Every operation by the `type` of its tasks, in document order. */
export const OPERATIONS = {
  text_to_model: textToModel,
  image_to_model: imageToModel,
  multiview_to_model: multiviewToModel,
  text_to_image: textToImage,
  image_to_image: imageToImage,
  generate_multiview_image: imageToMultiview,
  edit_multiview_image: editMultiview,
  image_to_splat: imageToSplat,
  texture_model: textureModel,
  refine_model: refineModel,
  stylize_model: stylizeModel,
  convert_model: convertModel,
  import_model: importModel,
  rig_check: checkRig,
  rig_model: rigModel,
  retarget_animation: retargetAnimation,
  segment_mesh: segmentMesh,
  complete_mesh: completeMesh,
  decimate_mesh: decimateMesh,
  unwrap_uv: unwrapUv,
  smart_segment: smartSegment,
} as const satisfies Record<string, Operation>;

/** A known task type. */
export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];
