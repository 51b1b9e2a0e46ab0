import type { ConvertValues } from '../../../src-shared/api/operations/convert-model.ts';
import { convertModel } from '../../geometry/convert/convert-model.ts';
import { defaultConvertOptions, type ConvertOptions } from '../../geometry/convert/convert-options.ts';
import { onlySource, type EngineJob } from './engine-job.ts';

/** Fields about clips that change nothing here: skeleton and clips always go along as they are. */
const WITHOUT_EFFECT = ['assemble_animation', 'animate_in_place'] as const satisfies readonly (keyof ConvertValues)[];

/** A finished GLB in another format (spec 4.4). Throws ModelError and ConvertError. */
export const runConvertModel: EngineJob = async (input, report) => {
  // The request was checked against the fields of this very operation; `format` is required there.
  const values = input.values as ConvertValues & Pick<ConvertOptions, 'format'>;
  const { bytes, extension, notes } = await convertModel(onlySource(input), toOptions(values), report);
  const ignored = WITHOUT_EFFECT.filter((name) => values[name]);
  return {
    files: [{ key: 'model_url', name: `model.${extension}`, bytes }],
    notes: [
      ...notes,
      ...ignored.map((name) => `${name} has no effect on this computer; the clips are written as they are.`),
    ],
  };
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
    exportVertexColors: values.export_vertex_colors ?? usual.exportVertexColors,
    exportOrientation: values.export_orientation ?? usual.exportOrientation,
    fbxPreset: values.fbx_preset ?? usual.fbxPreset,
  };
}
