import type { Artifact, Job, JobStep } from '../../../../src-shared/jobs/job.ts';
import { FORMAT_ROWS } from '../../../../src-shared/formats/formats.ts';
import { groupModels, type ModelGroup } from '../../viewer/state/model-files.ts';
import { optionTitle } from './field-labels.ts';
import { formatCount } from '../../../app/language/format.ts';
import { STEP_RESULT_TEXTS } from './step-result-texts.ts';
import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';

/** Texts for step results, in the page's language. */
export const STEP_RESULT_LABELS = translated({ en: STEP_RESULT_TEXTS, zh: () => chineseTexts()?.stepResults });

/** Describes a step's result: `Decimated to 5,000`; empty if the step is unknown. */
export function stepResultLabel(step: Pick<JobStep, 'operation' | 'asked'> | null): string {
  if (!step) return '';
  const { asked, operation } = step;
  const withAsked: Readonly<Partial<Record<string, (asked: string) => string>>> = STEP_RESULT_LABELS.asked;
  const words = asked === null ? undefined : withAsked[operation];
  return (
    words?.(typeof asked === 'number' ? formatCount(asked) : requestedLabel(asked ?? '')) ??
    STEP_RESULT_LABELS.plain[operation]
  );
}

/** Formats the requested value; animation clip names are prefixed with their path. */
function requestedLabel(asked: string): string {
  return asked
    .split(', ')
    .map((word) => optionTitle(word))
    .join(', ');
}

/** Returns the step number of a file if another file of its group has the same name; otherwise empty. */
export function stepNumberLabel({ files }: Pick<ModelGroup, 'files'>, file: Artifact): string {
  const isTwin = files.some(({ id, name }) => id !== file.id && name === file.name);
  return isTwin ? STEP_RESULT_LABELS.step(formatCount(file.step + 1)) : '';
}

/** Describes how a group's model was made, unique within its job: `Decimated to 5,000`, or with the step number. */
export function modelGroupLabel(groups: readonly ModelGroup[], group: ModelGroup): string {
  const words = stepResultLabel(group.step);
  const isTwin = groups.some(({ maker, step }) => maker !== group.maker && stepResultLabel(step) === words);
  return isTwin ? STEP_RESULT_LABELS.qualified(words, STEP_RESULT_LABELS.step(formatCount(group.maker + 1))) : words;
}

/** Describes how a file's model was made if its job has several models; otherwise empty. */
export function modelLabel(job: Pick<Job, 'artifacts' | 'steps'>, file: Pick<Artifact, 'id'>): string {
  const groups = groupModels(job);
  const group = groups.find(({ files }) => files.some(({ id }) => id === file.id));
  return group && groups.length > 1 ? modelGroupLabel(groups, group) : '';
}

/**
 * Returns a name for a model file that is unique within its job: `GLB · mug.glb`, or `mug.glb · Decimated to 5,000` if
 * there are several models.
 */
export function modelFileLabel(job: Pick<Job, 'artifacts' | 'steps'>, file: Artifact): string {
  const groups = groupModels(job);
  const group = groups.find(({ files }) => files.some(({ id }) => id === file.id));
  const place = group ? stepNumberLabel(group, file) : '';
  const name = place === '' ? file.name : STEP_RESULT_LABELS.qualified(file.name, place);
  const made = modelLabel(job, file);
  return made === ''
    ? STEP_RESULT_LABELS.qualified(FORMAT_ROWS[file.format ?? 'glb'].title, name)
    : STEP_RESULT_LABELS.qualified(name, made);
}
