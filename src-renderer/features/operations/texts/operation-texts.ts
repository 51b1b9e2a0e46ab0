import type { OperationName } from '../../../../src-shared/api/operations.ts';

/** Label of each operation while it runs, and name of its result. */
export const OPERATION_TEXTS = {
  text_to_model: ['Building model', 'Model'],
  image_to_model: ['Building model', 'Model'],
  multiview_to_model: ['Building model', 'Model'],
  text_to_image: ['Drawing image', 'Image'],
  image_to_image: ['Drawing image', 'Image'],
  generate_multiview_image: ['Drawing views', 'Views'],
  edit_multiview_image: ['Editing views', 'Views'],
  image_to_splat: ['Building splat', 'Splat'],
  texture_model: ['Texturing', 'Texture'],
  refine_model: ['Refining', 'Refine'],
  stylize_model: ['Stylizing', 'Stylize'],
  convert_model: ['Converting', 'Convert'],
  import_model: ['Importing', 'Import'],
  rig_check: ['Checking rig', 'Rig check'],
  rig_model: ['Rigging', 'Rig'],
  retarget_animation: ['Animating', 'Animation'],
  segment_mesh: ['Segmenting', 'Segment'],
  complete_mesh: ['Completing', 'Complete'],
  decimate_mesh: ['Decimating', 'Decimate'],
  unwrap_uv: ['Unwrapping', 'Unwrap'],
  smart_segment: ['Segmenting', 'Segment'],
} as const satisfies Record<OperationName, readonly [verb: string, title: string]>;
