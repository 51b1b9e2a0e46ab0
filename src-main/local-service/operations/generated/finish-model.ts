import type { Document } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Operation } from '../../../../src-shared/api/operation.ts';
import type { GENERATION_FIELDS } from '../../../../src-shared/api/fields/generation-fields.ts';
import type { Values } from '../../../../src-shared/api/fields/field.ts';
import { LOW_POLY_LIMIT } from '../../../../src-shared/api/models/generation-models.ts';
import { countTriangles } from '../../../engine/base/document/list-surfaces.ts';
import { checkPrintable } from '../../../engine/base/spatial/check-printable.ts';
import { convertModel } from '../../../engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../engine/change/convert/convert-options.ts';
import { decimateModel } from '../../../engine/change/decimate/decimate-model.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import { readAnyModel } from '../../../engine/files/model/read-any-model.ts';
import { sniffModelFormat } from '../../../engine/files/model/sniff-model-format.ts';
import { DEFAULT_FACE_LIMIT } from '../../../engine/make/one-view/image-to-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { needsReshaping, reshapeModel } from '../generate/reshape-model.ts';
import { renderOutputs, splitProgress } from '../generate/render-outputs.ts';
import { createPreviewFile } from '../model-files.ts';
import { findTextureSize } from '../texture-sizes.ts';

type FinishValues = Values<typeof GENERATION_FIELDS>;

interface Finished {
  readonly document: Document;
  readonly notes: readonly Note[];
  /** True if it is the model of the file. */
  readonly isUnchanged: boolean;
}

/**
 * The result of a generator as the result of its task: checked as any model of a user, without its texture, with other
 * faces, in parts, compressed and rendered as the request says. A valid GLB that needs no change stays as it is.
 * Throws ModelError and OperationError.
 */
export const finishModel: EngineJob<Operation> = async (input, report) => {
  const source = onlySource(input);
  const values = input.values as FinishValues;
  const [forModel, forImages] = splitProgress(report, values);
  const read = await readAnyModel(source, 'import');
  forModel(0.3, 'change');
  const { document, notes, isUnchanged } = await change(read.document, values);
  forModel(0.7, 'preview');
  const preview = await createPreviewFile(document);
  forModel(0.9, 'write');
  const compress = values.quad ? '' : (values.compress ?? '');
  const isKept = isUnchanged && compress === '' && sniffModelFormat(source) === 'glb';
  const glb = isKept ? source : await toGlb(document, compress);
  const fbx = values.quad ? await convertModel(glb, defaultConvertOptions('FBX'), () => undefined) : null;
  const images = await renderOutputs(glb, values, forImages);
  return {
    files: [
      { key: 'model_url', name: `model.${fbx?.extension ?? 'glb'}`, bytes: fbx?.bytes ?? glb },
      preview,
      ...images,
    ],
    notes: [
      ...read.notes,
      ...notes,
      ...(fbx?.notes ?? []),
      ...(values.quad && values.compress === 'geometry' ? [engineMessage('field.compress')] : []),
      ...(values.check_printable ? [checkPrintable(document)] : []),
    ],
  };
};

async function change(document: Document, values: FinishValues): Promise<Finished> {
  const isBare = values.texture === false && findTextureSize(document) > 0;
  if (isBare) await removeTextures(document);
  if (needsReshaping(values)) {
    const options = { textureSize: findTextureSize(document), usualQuads: DEFAULT_FACE_LIMIT / 2 };
    return { ...(await reshapeModel(await toGlb(document), values, options)), isUnchanged: false };
  }
  const { face_limit: faceLimit } = values;
  if (faceLimit === undefined || countTriangles(document) <= faceLimit) {
    return { document, notes: [], isUnchanged: !isBare };
  }
  const window = LOW_POLY_LIMIT.triangles;
  // UVs are kept, so that textures need not be baked again.
  const options = { faceLimit, window, quad: false, partNames: [], bake: false };
  const { document: reduced, notes } = await decimateModel(await toGlb(document), options, () => undefined);
  return { document: reduced, notes, isUnchanged: false };
}

async function removeTextures(document: Document): Promise<void> {
  for (const texture of document.getRoot().listTextures()) texture.dispose();
  await document.transform(prune({ keepLeaves: true, keepExtras: true }));
}
