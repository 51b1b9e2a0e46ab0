import type { Artifact, Job, JobStep } from '../../../../src-shared/jobs/job.ts';
import { FORMAT_ROWS } from '../../../../src-shared/formats/formats.ts';
import { groupModels, type ModelGroup } from '../../viewer/state/model-files.ts';
import { optionTitle } from './field-labels.ts';
import { formatCount } from '../../../app/language/format.ts';
import { MADE_TEXTS } from './step-result-texts.ts';
import { translated } from '../../../app/language/translated.ts';
import { MADE_TEXTS_ZH } from './step-result-texts.zh.ts';

/** Words for what was done to a model, in the language of the page. */
export const MADE_WORDS = translated({ en: MADE_TEXTS, zh: MADE_TEXTS_ZH });

/** What a step did to the model: `Decimated to 5,000`; empty where the step is not known. */
export function madeWords(step: Pick<JobStep, 'operation' | 'asked'> | null): string {
  if (!step) return '';
  const { asked, operation } = step;
  const withAsked: Readonly<Partial<Record<string, (asked: string) => string>>> = MADE_WORDS.asked;
  const words = asked === null ? undefined : withAsked[operation];
  return (
    words?.(typeof asked === 'number' ? formatCount(asked) : askedWords(asked ?? '')) ?? MADE_WORDS.plain[operation]
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
export function placeWords({ files }: Pick<ModelGroup, 'files'>, file: Artifact): string {
  const isTwin = files.some(({ id, name }) => id !== file.id && name === file.name);
  return isTwin ? MADE_WORDS.step(formatCount(file.step + 1)) : '';
}

/** What made the model of a group, told from the others of its job: `Decimated to 5,000`, or with its step. */
export function groupWords(groups: readonly ModelGroup[], group: ModelGroup): string {
  const words = madeWords(group.step);
  const isTwin = groups.some(({ maker, step }) => maker !== group.maker && madeWords(step) === words);
  return isTwin ? MADE_WORDS.told(words, MADE_WORDS.step(formatCount(group.maker + 1))) : words;
}

/** What made the model that a file shows, where its job has several; else empty. */
export function modelWords(job: Pick<Job, 'artifacts' | 'steps'>, file: Pick<Artifact, 'id'>): string {
  const groups = groupModels(job);
  const group = groups.find(({ files }) => files.some(({ id }) => id === file.id));
  return group && groups.length > 1 ? groupWords(groups, group) : '';
}

/** A model file by a name that no other of its job has: `GLB · mug.glb`, of several models `mug.glb · Decimated to 5,000`. */
export function fileWords(job: Pick<Job, 'artifacts' | 'steps'>, file: Artifact): string {
  const groups = groupModels(job);
  const group = groups.find(({ files }) => files.some(({ id }) => id === file.id));
  const place = group ? placeWords(group, file) : '';
  const name = place === '' ? file.name : MADE_WORDS.told(file.name, place);
  const made = modelWords(job, file);
  return made === '' ? MADE_WORDS.told(FORMAT_ROWS[file.format ?? 'glb'].title, name) : MADE_WORDS.told(name, made);
}
