import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { onlySource, type EngineJob } from './engine-job.ts';
import { refuseRig } from './rig.ts';
import { writeRigged } from './write-rigged.ts';

/** Fields of the operation as they were checked: one of the first two is there. */
interface RetargetValues extends AnyValues {
  readonly animation?: string;
  readonly animations?: readonly string[];
  readonly out_format?: 'glb' | 'fbx';
  readonly bake_animation?: boolean;
  readonly export_with_geometry?: boolean;
  readonly render_video?: boolean;
  readonly animate_in_place?: boolean;
}

/**
 * Clips on a model that was rigged here, as GLB or FBX (spec 4.4). The interface leaves defaults open; here: baked, with
 * geometry, and with the way of the body. An animation that is not known fails with 2007. Throws ModelError.
 */
export const runRetarget: EngineJob = async (input, report) => {
  const values = input.values as RetargetValues;
  const format = values.out_format ?? 'glb';
  const isMeshAsked = values.export_with_geometry ?? true;
  // An FBX of this computer is written around surfaces.
  const hasGeometry = isMeshAsked || format === 'fbx';
  const { retargetModel } = await import('../../geometry/rig/clips/retarget-model.ts');
  const { document, notes } = await retargetModel(
    onlySource(input),
    {
      animations: values.animations ?? [values.animation!],
      isInPlace: values.animate_in_place ?? false,
      isBaked: values.bake_animation ?? true,
      hasGeometry,
    },
    report,
  ).catch(refuseRig);
  const written = await writeRigged(document, format);
  return {
    files: [written.file],
    notes: [
      ...notes,
      ...written.notes,
      ...(hasGeometry && !isMeshAsked ? ['An FBX needs a surface, so the mesh stayed in the file.'] : []),
      ...(values.render_video ? ['render_video has no effect on this computer.'] : []),
    ],
  };
};
