import type { OperationName } from '../../../../src-shared/api/operations.ts';
import { operationTitle } from '../../../app/language/labels.ts';
import { TEXTS } from '../../../app/language/texts.ts';

/** Returns the full title of an operation, for menus that list similar ones. */
export function fullOperationTitle(operation: OperationName): string {
  const names: Readonly<Partial<Record<OperationName, string>>> = TEXTS.recipeEditor.operations;
  return names[operation] ?? operationTitle(operation);
}
