import { toCanonicalJson } from '../../../src-shared/base/canonical-json.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { FORMAT_ROWS, type MeshFormat } from '../../../src-shared/formats/formats.ts';
import { findCreatingStep } from '../../../src-shared/jobs/creating-step.ts';
import { conversionStep, type RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import { findFlows } from '../../../src-shared/recipes/step-flows.ts';
import { withStep, type ArtifactRecord, type JobRecord } from '../../pipeline/job-record.ts';
import { findSubject, listMeshesOf } from '../job-list/find-subject.ts';
import { changeJob, type QueueParts } from '../queue-parts.ts';
import { createExtraStep, findAdditionRefusal, toLastSuccess, type RequestedStep } from './add-operation.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Formats that support a skeleton and animation clips. */
const MOVING: readonly MeshFormat[] = ['gltf', 'fbx', 'usdz'];

/**
 * The steps a job still needs for a format; none if it already exists. A skeleton and its clips are included if the
 * format supports them. Throws `not_found` if there is no mesh, `bad_request` if only another format is possible.
 */
export function stepsToExport(record: JobRecord, format: MeshFormat): RecipeStep[] {
  if (findMade(record, format) !== null) return [];
  const subject = findSubject(record);
  if (subject === null) throw new AppError('not_found', message('jobs.nothing-to-convert'));
  const [conversion] = conversionStep(format, subject);
  if (!conversion) {
    const { title } = FORMAT_ROWS[format];
    throw new AppError('bad_request', message('jobs.format-not-offered', { format: title }));
  }
  return [moves(record, subject) && MOVING.includes(format) ? withMotion(conversion) : conversion];
}

/** Why a job cannot be exported in a format, see `findAdditionRefusal` and `stepsToExport`; null: it can. */
export function findExportRefusal(
  parts: Pick<QueueParts, 'intents'>,
  record: JobRecord,
  format: MeshFormat,
): AppError | null {
  const refusal = findAdditionRefusal(parts, record);
  if (refusal) return refusal;
  try {
    stepsToExport(record, format);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * Exports a finished job in one more format: at once if it exists, otherwise with one more step. Throws the error of
 * `findExportRefusal`.
 */
export function exportJob(parts: QueueParts, id: string, format: MeshFormat): void {
  changeJob(parts, id, (before) => {
    const refusal = findExportRefusal(parts, before, format);
    if (refusal) throw refusal;
    const record = toLastSuccess(parts, before);
    const made = findMade(record, format);
    const artifacts = record.artifacts.map((artifact) =>
      artifact.step === made && artifact.role === 'model' ? { ...artifact, exportedPath: null } : artifact,
    );
    const waiting = { ...record, artifacts };
    if (made !== null) return withStep(waiting, made, { exports: format });
    return {
      ...waiting,
      steps: [...record.steps, ...stepsToExport(record, format).map(createExtraStep)],
    };
  });
}

/** The exported model of a job's newest mesh in a format; null: it was not exported, or its file was removed. */
export async function findExported(
  { system }: Pick<QueueParts, 'system'>,
  record: JobRecord,
  format: MeshFormat,
): Promise<ArtifactRecord | null> {
  const made = findMade(record, format);
  const exported = record.artifacts.find(
    ({ step, role, exportedPath }) => step === made && role === 'model' && exportedPath !== null,
  );
  if (!exported?.exportedPath) return null;
  return (await system.disk.stat(exported.exportedPath).catch(() => null)) && exported;
}

/**
 * The exported model of an earlier conversion of the same model with the same parameters; null: there is none, or the
 * operation is not a conversion. Its file may have been removed.
 */
export function findConverted(
  { steps, artifacts }: Pick<JobRecord, 'steps' | 'artifacts'>,
  { operation, params, from }: RequestedStep,
): ArtifactRecord | null {
  if (operation !== 'convert_model') return null;
  const made = steps.flatMap((step, index) => {
    const isSame =
      step.operation === operation &&
      step.status === 'done' &&
      step.from !== null &&
      findCreatingStep(steps, step.from) === findCreatingStep(steps, from) &&
      toComparable(step.params) === toComparable(params);
    return isSame ? [index] : [];
  });
  const isExported = ({ step, role, exportedPath }: ArtifactRecord): boolean =>
    made.includes(step) && role === 'model' && exportedPath !== null;
  return artifacts.findLast(isExported) ?? null;
}

/** The service accepts names of formats in any case. */
function toComparable(params: RequestedStep['params']): string {
  const { format, ...others } = params;
  return toCanonicalJson({ ...others, format: typeof format === 'string' ? format.toLowerCase() : format });
}

/** Index of the last step with the job's newest mesh in a format; null: none has it. */
function findMade(record: JobRecord, format: MeshFormat): number | null {
  const subject = findSubject(record);
  const made = subject === null ? [] : listMeshesOf(record, subject).filter((artifact) => artifact.format === format);
  return made.length === 0 ? null : Math.max(...made.map(({ step }) => step));
}

/** True if a step produced a skeleton. */
function moves(record: JobRecord, step: number): boolean {
  const kind = findFlows(record)[step]?.kind;
  return kind === 'rig' || kind === 'clips';
}

/** Required: otherwise a conversion drops skeleton and clips (4.4). */
function withMotion(step: RecipeStep): RecipeStep {
  return { ...step, params: { ...step.params, with_animation: true } };
}
