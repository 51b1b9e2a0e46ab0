import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import type { ConvertValues } from '../../../../src-shared/api/operations/convert-model.ts';
import { convertModel } from '../../../engine/change/convert/convert-model.ts';
import { defaultConvertOptions, type ConvertOptions } from '../../../engine/change/convert/convert-options.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createPreviewFile } from '../model-files.ts';

/** Share of the total progress for the conversion; the rest is for the preview. */
const CONVERT_SHARE = 0.7;

/** A finished model in another format (spec 4.4), with a preview. Throws ModelError and OperationError. */
export const runConvertModel: EngineJob<typeof OPERATIONS.convert_model> = async (input, report) => {
  const values = input.values;
  const { bytes, extension, document, notes } = await convertModel(
    onlySource(input),
    toOptions(values),
    (share, stage) => report(CONVERT_SHARE * share, stage),
  );
  report(CONVERT_SHARE, 'preview');
  return { files: [{ key: 'model_url', name: `model.${extension}`, bytes }, await createPreviewFile(document)], notes };
};

function toOptions(values: ConvertValues & Pick<ConvertOptions, 'format'>): ConvertOptions {
  const usual = defaultConvertOptions(values.format);
  return {
    format: values.format,
    textureFormat: values.texture_format ?? usual.textureFormat,
    textureSize: values.texture_size ?? usual.textureSize,
    quad: values.quad ?? usual.quad,
    faceLimit: values.face_limit ?? usual.faceLimit,
    flattenBottom: values.flatten_bottom ?? usual.flattenBottom,
    flattenBottomThreshold: values.flatten_bottom_threshold ?? usual.flattenBottomThreshold,
    pivotToCenterBottom: values.pivot_to_center_bottom ?? usual.pivotToCenterBottom,
    scaleFactor: values.scale_factor ?? usual.scaleFactor,
    forceSymmetry: values.force_symmetry ?? usual.forceSymmetry,
    bake: values.bake ?? usual.bake,
    packUv: values.pack_uv ?? usual.packUv,
    partNames: values.part_names ?? usual.partNames,
    animateInPlace: values.animate_in_place ?? usual.animateInPlace,
    assembleAnimation: values.assemble_animation ?? usual.assembleAnimation,
    exportVertexColors: values.export_vertex_colors ?? usual.exportVertexColors,
    exportOrientation: values.export_orientation ?? usual.exportOrientation,
    fbxPreset: values.fbx_preset ?? usual.fbxPreset,
  };
}
