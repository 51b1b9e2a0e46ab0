import type { OperationName, OPERATIONS } from '../../../src-shared/api/operations.ts';
import { runCompleteMesh } from './mesh/complete-mesh.ts';
import { runConvertModel } from './processing/convert-model.ts';
import { runDecimateMesh } from './mesh/decimate-mesh.ts';
import { runEditMultiview } from './images/edit-multiview.ts';
import type { EngineJob } from './engine-job.ts';
import { runImageToImage } from './images/image-to-image.ts';
import { runImageToModel } from './generate/image-to-model.ts';
import { runImageToMultiview } from './images/image-to-multiview.ts';
import { runImageToSplat } from './generate/image-to-splat.ts';
import { runImportModel } from './processing/import-model.ts';
import { runMultiviewToModel } from './generate/multiview-to-model.ts';
import { runRefineModel } from './processing/refine-model.ts';
import { runRetarget } from './animation/retarget.ts';
import { runRigCheck } from './animation/rig-check.ts';
import { runRig } from './animation/rig.ts';
import { runSegmentMesh } from './mesh/segment-mesh.ts';
import { runSmartSegment } from './mesh/smart-segment.ts';
import { runStylizeModel } from './processing/stylize-model.ts';
import { runTextToImage } from './images/text-to-image.ts';
import { runTextToModel } from './generate/text-to-model.ts';
import { runTextureModel } from './processing/texture-model.ts';
import { runUnwrapUv } from './mesh/unwrap-uv.ts';

/** The implementations of all operations; a missing one is a compile error. */
export const ENGINE_JOBS: { readonly [N in OperationName]: EngineJob<(typeof OPERATIONS)[N]> } = {
  text_to_model: runTextToModel,
  text_to_image: runTextToImage,
  image_to_model: runImageToModel,
  multiview_to_model: runMultiviewToModel,
  image_to_image: runImageToImage,
  generate_multiview_image: runImageToMultiview,
  edit_multiview_image: runEditMultiview,
  image_to_splat: runImageToSplat,
  stylize_model: runStylizeModel,
  texture_model: runTextureModel,
  refine_model: runRefineModel,
  convert_model: runConvertModel,
  import_model: runImportModel,
  rig_check: runRigCheck,
  rig_model: runRig,
  retarget_animation: runRetarget,
  segment_mesh: runSegmentMesh,
  smart_segment: runSmartSegment,
  complete_mesh: runCompleteMesh,
  decimate_mesh: runDecimateMesh,
  unwrap_uv: runUnwrapUv,
};
