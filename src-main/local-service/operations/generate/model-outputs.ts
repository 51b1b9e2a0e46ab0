import type { Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { ReportProgress } from '../../../engine/base/errors/report-progress.ts';
import { convertModel } from '../../../engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../engine/change/convert/convert-options.ts';
import type { EngineFile } from '../engine-job.ts';
import { renderOutputs, type RenderOutputOptions } from './render-outputs.ts';

/** A generated model and its preview. */
interface GeneratedModel {
  readonly glb: Uint8Array;
  readonly preview: EngineFile;
}

/**
 * The files of a generated model: itself, as an FBX if its faces are quads, which GLB does not have; its preview, and the
 * images that the request asks for.
 */
export async function writeModelOutputs(
  { glb, preview }: GeneratedModel,
  values: RenderOutputOptions & { readonly quad?: boolean },
  report: ReportProgress,
): Promise<{ readonly files: EngineFile[]; readonly notes: readonly Note[] }> {
  const fbx = values.quad ? await convertModel(glb, defaultConvertOptions('FBX'), () => undefined) : null;
  const images = await renderOutputs(glb, values, report);
  const model = { key: 'model_url', name: `model.${fbx?.extension ?? 'glb'}`, bytes: fbx?.bytes ?? glb } as const;
  return { files: [model, preview, ...images], notes: fbx?.notes ?? [] };
}
