import type { Artifact, Job, JobStep } from '../../../../src-shared/jobs/job.ts';
import { FORMAT_ROWS } from '../../../../src-shared/formats/formats.ts';
import { groupModels, type ModelGroup } from '../../viewer/state/model-files.ts';
import { optionTitle } from './field-labels.ts';
import { formatCount } from '../../../app/language/format.ts';
import { STEP_RESULT_TEXTS } from './step-result-texts.ts';
import { translated } from '../../../app/language/translated.ts';
import { STEP_RESULT_TEXTS_ZH } from './step-result-texts.zh.ts';

/** Words for what was done to a model, in the language of the page. */
export const STEP_RESULT_LABELS = translated({ en: STEP_RESULT_TEXTS, zh: STEP_RESULT_TEXTS_ZH });

/** What a step did to the model: `Decimated to 5,000`; empty where the step is not known. */
export function stepResultLabel(step: Pick<JobStep, 'operation' | 'asked'> | null): string {
  if (!step) return '';
  const { asked, operation } = step;
  const withAsked: Readonly<Partial<Record<string, (asked: string) => string>>> = STEP_RESULT_LABELS.asked;
  const words = asked === null ? undefined : withAsked[operation];
  return (
    words?.(typeof asked === 'number' ? formatCount(asked) : askedWords(asked ?? '')) ??
    STEP_RESULT_LABELS.plain[operation]
  );
}

/** Names of clips come with the place they are kept in. */
function askedWords(asked: string): string {
  return asked
    .split(', ')
    .map((word) => optionTitle(word.replace(/^preset:/, '')))
    .join(', ');
}

/** Where a file of a group stands in its job, if another of the group has its name; else empty. */
export function stepNumberLabel({ files }: Pick<ModelGroup, 'files'>, file: Artifact): string {
  const isTwin = files.some(({ id, name }) => id !== file.id && name === file.name);
  return isTwin ? STEP_RESULT_LABELS.step(formatCount(file.step + 1)) : '';
}

/** What made the model of a group, told from the others of its job: `Decimated to 5,000`, or with its step. */
export function modelGroupLabel(groups: readonly ModelGroup[], group: ModelGroup): string {
  const words = stepResultLabel(group.step);
  const isTwin = groups.some(({ maker, step }) => maker !== group.maker && stepResultLabel(step) === words);
  return isTwin ? STEP_RESULT_LABELS.told(words, STEP_RESULT_LABELS.step(formatCount(group.maker + 1))) : words;
}

/** What made the model that a file shows, where its job has several; else empty. */
export function modelLabel(job: Pick<Job, 'artifacts' | 'steps'>, file: Pick<Artifact, 'id'>): string {
  const groups = groupModels(job);
  const group = groups.find(({ files }) => files.some(({ id }) => id === file.id));
  return group && groups.length > 1 ? modelGroupLabel(groups, group) : '';
}

/** A model file by a name that no other of its job has: `GLB · mug.glb`, of several models `mug.glb · Decimated to 5,000`. */
export function modelFileLabel(job: Pick<Job, 'artifacts' | 'steps'>, file: Artifact): string {
  const groups = groupModels(job);
  const group = groups.find(({ files }) => files.some(({ id }) => id === file.id));
  const place = group ? stepNumberLabel(group, file) : '';
  const name = place === '' ? file.name : STEP_RESULT_LABELS.told(file.name, place);
  const made = modelLabel(job, file);
  return made === ''
    ? STEP_RESULT_LABELS.told(FORMAT_ROWS[file.format ?? 'glb'].title, name)
    : STEP_RESULT_LABELS.told(name, made);
}
