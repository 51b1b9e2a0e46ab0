import type { OperationName } from '../../../src-shared/api/operations.ts';
import { runCompleteMesh } from './complete-mesh.ts';
import { runConvertModel } from './convert-model.ts';
import { runDecimateMesh } from './decimate-mesh.ts';
import { runEditMultiview } from './edit-multiview.ts';
import type { EngineJob } from './engine-job.ts';
import { runImageToImage } from './image-to-image.ts';
import { runImageToModel } from './image-to-model.ts';
import { runImageToMultiview } from './image-to-multiview.ts';
import { runImageToSplat } from './image-to-splat.ts';
import { runImportModel } from './import-model.ts';
import { runMultiviewToModel } from './multiview-to-model.ts';
import { runRefineModel } from './refine-model.ts';
import { runRetarget } from './retarget.ts';
import { runRigCheck } from './rig-check.ts';
import { runRig } from './rig.ts';
import { runSegmentMesh } from './segment-mesh.ts';
import { runSmartSegment } from './smart-segment.ts';
import { runStylizeModel } from './stylize-model.ts';
import { runTextToImage } from './text-to-image.ts';
import { runTextToModel } from './text-to-model.ts';
import { runTextureModel } from './texture-model.ts';
import { runUnwrapUv } from './unwrap-uv.ts';

/** The work behind every operation; a forgotten one does not compile. */
export const ENGINE_JOBS: Readonly<Record<OperationName, EngineJob>> = {
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
