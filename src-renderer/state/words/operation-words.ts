import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Misfit } from '../../../src-shared/operation-fit.ts';
import { formatList } from './format.ts';
import { currentLanguage } from './language.ts';
import { operationForms } from '../operation-forms.svelte.ts';
import { OPERATION_VIEW_TEXTS } from './operation-view-texts.ts';
import { translated } from './translated.ts';
import { operationTitle } from './words.ts';
import { OPERATION_ABOUTS_ZH } from './zh/operation-abouts.ts';
import { OPERATION_VIEW_TEXTS_ZH } from './zh/operation-view-texts.ts';

/** Words of the view of operations, in the language of the page. */
export const OPERATION_VIEW = translated({ en: OPERATION_VIEW_TEXTS, zh: OPERATION_VIEW_TEXTS_ZH });

/** What a person calls an operation. */
export function aboutTitle(name: OperationName): string {
  if (currentLanguage() === 'zh') return OPERATION_ABOUTS_ZH[name][0];
  return operationForms.find(name)?.title ?? operationTitle(name);
}

/** What an operation does, in one sentence. */
export function aboutHelp(name: OperationName): string {
  return currentLanguage() === 'zh' ? OPERATION_ABOUTS_ZH[name][1] : (operationForms.find(name)?.help ?? '');
}

/** What can be made of a result, each with why it cannot be run. */
type Choices = readonly { readonly name: OperationName; readonly misfit: Misfit | null }[];

/** Why an operation cannot be run, and the one to run before it, where that can be run now. */
export function misfitWords(
  misfit: Misfit,
  choices: Choices,
): { readonly why: string; readonly first: OperationName | null } {
  const { why } = OPERATION_VIEW;
  const canRun = (name: OperationName): boolean => choices.some((each) => each.name === name && each.misfit === null);
  // What only a check bars can be had from this result in the end.
  const canCome = (name: OperationName): boolean =>
    canRun(name) || choices.some((each) => each.name === name && each.misfit?.kind === 'check_first');
  switch (misfit.kind) {
    case 'no_model':
      return { why: why.noModel, first: null };
    case 'check_first':
      return { why: why.checkFirst(aboutTitle(misfit.check)), first: canRun(misfit.check) ? misfit.check : null };
    case 'needs': {
      const first = misfit.operations.find(canCome);
      if (first) return { why: why.needsFirst(aboutTitle(first)), first: canRun(first) ? first : null };
      return { why: why.needsOnly(formatList(misfit.operations.map(aboutTitle))), first: null };
    }
  }
}
