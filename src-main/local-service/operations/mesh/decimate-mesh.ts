import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { LOW_POLY_LIMIT } from '../../../../src-shared/api/models/generation-models.ts';
import { decimateModel } from '../../../engine/change/decimate/decimate-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** A model with fewer faces (spec 4.4), with a preview. Throws ModelError and OperationError. */
export const runDecimateMesh: EngineJob<typeof OPERATIONS.decimate_mesh> = async (input, report) => {
  const values = input.values;
  const quad = values.quad ?? false;
  const { document, faces, notes } = await decimateModel(
    onlySource(input),
    {
      faceLimit: values.face_limit ?? null,
      window: quad ? LOW_POLY_LIMIT.quads : LOW_POLY_LIMIT.triangles,
      quad,
      partNames: values.part_names ?? [],
      // New UVs require rebaking the textures.
      bake: (values.bake ?? false) || (values.smart_uv ?? false),
    },
    report,
  );
  const kind = quad ? 'quads' : 'triangles';
  return {
    files: await createModelFiles(document),
    notes: [
      ...notes,
      engineMessage('mesh.faces', { count: faces, kind }),
      ...(quad ? ([engineMessage('mesh.glb-quads')] as const) : []),
    ],
  };
};
