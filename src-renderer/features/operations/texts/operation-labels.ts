import type { OperationName } from '../../../../src-shared/api/operations.ts';
import type { Incompatibility } from '../../../../src-shared/operations/operation-compatibility.ts';
import { formatAmount, formatList } from '../../../app/language/format.ts';
import { currentLanguage } from '../../../app/language/language.ts';
import { operationForms } from '../operation-forms.svelte.ts';
import { OPERATION_VIEW_TEXTS } from './operation-view-texts.ts';
import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';
import { CHARGE_LABELS, operationTitle } from '../../../app/language/labels.ts';

/** Texts of the operations view, in the page's language. */
export const OPERATION_VIEW = translated({ en: OPERATION_VIEW_TEXTS, zh: () => chineseTexts()?.operationView });

/** Returns an operation's title. */
export function operationHeading(name: OperationName): string {
  return findTranslation(name)?.[0] ?? operationForms.find(name)?.title ?? operationTitle(name);
}

/** Describes an operation in one sentence. */
export function operationDescription(name: OperationName): string {
  return findTranslation(name)?.[1] ?? operationForms.find(name)?.help ?? '';
}

/** Returns an operation's Chinese title and sentence; undefined if the page is in English. */
function findTranslation(name: OperationName): readonly [string, string] | undefined {
  return currentLanguage() === 'zh' ? chineseTexts()?.operationDescriptions[name] : undefined;
}

/** Formats an operation's price for a list; null if it is unknown or depends on the parameters. */
export function choicePrice(price: string | null, free: boolean): string {
  if (price === null) return free ? CHARGE_LABELS.free : CHARGE_LABELS.not_known;
  return Number(price) === 0 ? CHARGE_LABELS.free : formatAmount(price);
}

/** Operations for a result, each with the reason if it cannot be run. */
type Choices = readonly { readonly name: OperationName; readonly misfit: Incompatibility | null }[];

/** Explains why an operation cannot be run, and names the one to run first if that is available. */
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
