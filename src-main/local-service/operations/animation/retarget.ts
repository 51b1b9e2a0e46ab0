import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { CLIP_VIDEO, renderClips, toMiddlePose } from '../../../engine/show/video/render-clips.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createPreviewFile } from '../model-files.ts';
import { rethrowRigError } from './rig.ts';
import { createRiggedFile } from './rigged-file.ts';

/**
 * Clips for a model rigged by the local engine, as GLB or FBX (spec 4.4), with a preview from the middle of the first clip
 * and, if requested, a video of all. Defaults that the interface leaves open: baked, with geometry, and with root motion.
 * An unknown animation fails with 2007. Throws ModelError.
 */
export const runRetarget: EngineJob<typeof OPERATIONS.retarget_animation> = async (input, report) => {
  const values = input.values;
  const format = values.out_format ?? 'glb';
  const isMeshAsked = values.export_with_geometry ?? true;
  // The FBX writer requires surfaces.
  const hasGeometry = isMeshAsked || format === 'fbx';
  const { dropGeometry, retargetModel } = await import('../../../engine/change/animate/retarget-model.ts');
  const { document, notes } = await retargetModel(
    onlySource(input),
    {
      animations: values.animations ?? [values.animation!],
      isInPlace: values.animate_in_place ?? false,
      isBaked: values.bake_animation ?? true,
    },
    (share, stage) => report(0.3 * share, stage),
  ).catch(rethrowRigError);
  report(0.3, 'preview');
  const preview = await createPreviewFile(toMiddlePose(document));
  const film = values.render_video
    ? await renderClips(document, CLIP_VIDEO, (share, stage) => report(0.4 + 0.5 * share, stage))
    : null;
  report(0.9, 'write');
  if (!hasGeometry) await dropGeometry(document);
  const written = await createRiggedFile(document, format);
  return {
    files: [
      written.file,
      preview,
      ...(film ? [{ key: 'rendered_video_url', name: 'clips.webm', bytes: film } as const] : []),
    ],
    notes: [
      ...notes,
      ...written.notes,
      ...(hasGeometry && !isMeshAsked ? ([engineMessage('rig.mesh-kept')] as const) : []),
    ],
  };
};
