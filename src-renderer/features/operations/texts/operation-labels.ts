import type { OperationName } from '../../../../src-shared/api/operations.ts';
import type { Incompatibility } from '../../../../src-shared/operations/operation-compatibility.ts';
import { formatAmount, formatList } from '../../../app/language/format.ts';
import { currentLanguage } from '../../../app/language/language.ts';
import { operationForms } from '../operation-forms.svelte.ts';
import { OPERATION_VIEW_TEXTS } from './operation-view-texts.ts';
import { translated } from '../../../app/language/translated.ts';
import { CHARGE_LABELS, operationTitle } from '../../../app/language/labels.ts';
import { OPERATION_DESCRIPTIONS_ZH } from './operation-descriptions.zh.ts';
import { OPERATION_VIEW_TEXTS_ZH } from './operation-view-texts.zh.ts';

/** Words of the view of operations, in the language of the page. */
export const OPERATION_VIEW = translated({ en: OPERATION_VIEW_TEXTS, zh: OPERATION_VIEW_TEXTS_ZH });

/** What a person calls an operation. */
export function operationHeading(name: OperationName): string {
  if (currentLanguage() === 'zh') return OPERATION_DESCRIPTIONS_ZH[name][0];
  return operationForms.find(name)?.title ?? operationTitle(name);
}

/** What an operation does, in one sentence. */
export function operationDescription(name: OperationName): string {
  return currentLanguage() === 'zh' ? OPERATION_DESCRIPTIONS_ZH[name][1] : (operationForms.find(name)?.help ?? '');
}

/** What an operation costs, in a list of them; null: not known, or it depends on what is set. */
export function choicePrice(price: string | null, free: boolean): string {
  if (price === null) return free ? CHARGE_LABELS.free : CHARGE_LABELS.not_known;
  return Number(price) === 0 ? CHARGE_LABELS.free : formatAmount(price);
}

/** What can be made of a result, each with why it cannot be run. */
type Choices = readonly { readonly name: OperationName; readonly misfit: Incompatibility | null }[];

/** Why an operation cannot be run, and the one to run before it, where that can be run now. */
export function incompatibilityText(
  misfit: Incompatibility,
  choices: Choices,
): { readonly why: string; readonly first: OperationName | null } {
  const { why } = OPERATION_VIEW;
  const canRun = (name: OperationName): boolean => choices.some((each) => each.name === name && each.misfit === null);
  switch (misfit.kind) {
    case 'no_model':
      return { why: why.noModel, first: null };
    case 'needs': {
      const first = misfit.operations.find(canRun);
      if (first) return { why: why.needsFirst(operationHeading(first)), first };
      return { why: why.needsOnly(formatList(misfit.operations.map(operationHeading))), first: null };
    }
  }
}
