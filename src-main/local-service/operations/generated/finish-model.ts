import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Operation } from '../../../../src-shared/api/operation.ts';
import type { GENERATION_FIELDS } from '../../../../src-shared/api/fields/generation-fields.ts';
import type { Values } from '../../../../src-shared/api/fields/field.ts';
import { checkPrintable } from '../../../engine/base/spatial/check-printable.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import { readAnyModel } from '../../../engine/files/model/read-any-model.ts';
import { sniffModelFormat } from '../../../engine/files/model/sniff-model-format.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { writeModelOutputs } from '../generate/model-outputs.ts';
import { splitProgress } from '../generate/render-outputs.ts';
import { createPreviewFile } from '../model-files.ts';
import { changeResult } from './change-result.ts';

type FinishValues = Values<typeof GENERATION_FIELDS>;

/**
 * The result of a generator as the result of its task: checked as any model of a user, cleaned up as the generator's
 * configuration says, without its texture, with other faces, in parts, compressed and rendered as the request says. A
 * valid GLB that needs no change is passed on unchanged.
 * Throws ModelError and OperationError.
 */
export const finishModel: EngineJob<Operation> = async (input, report) => {
  const source = onlySource(input);
  const values = input.values as FinishValues;
  const [forModel, forImages] = splitProgress(report, values);
  const read = await readAnyModel(source, 'import');
  forModel(0.3, 'change');
  const { document, notes, isUnchanged } = await changeResult(read.document, values, input.cleanup || null);
  forModel(0.7, 'preview');
  const preview = await createPreviewFile(document);
  forModel(0.9, 'write');
  const compress = values.quad ? '' : (values.compress ?? '');
  const isPlainGlb = sniffModelFormat(source) === 'glb' && read.notes.length === 0;
  const isKept = isUnchanged && compress === '' && isPlainGlb;
  const glb = isKept ? source : await toGlb(document, compress);
  const outputs = await writeModelOutputs({ glb, preview }, values, forImages);
  return {
    files: outputs.files,
    notes: [
      ...read.notes,
      ...notes,
      ...outputs.notes,
      ...(values.quad && values.compress === 'geometry' ? [engineMessage('field.compress')] : []),
      ...(values.check_printable ? [checkPrintable(document)] : []),
    ],
  };
};
