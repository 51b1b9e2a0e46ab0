import type { OperationName } from '../../../../src-shared/api/operations.ts';
import { toOperationForm } from '../../../../src-shared/operations/operation-forms.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Parses one `--set FIELD=VALUE` by the type of the operation's field: text, number, boolean, list with commas, else JSON. A
 * value that does not fit stays text, which the rules of the operation then reject.
 */
export function parseParameter(operation: OperationName, given: string): readonly [field: string, value: unknown] {
  const at = given.indexOf('=');
  if (at < 1) {
    throw new UsageError(
      `“${maskControlCharacters(given)}” is not valid for --set. Use FIELD=VALUE, such as face_limit=8000.`,
    );
  }
  const field = given.slice(0, at);
  const typed = given.slice(at + 1);
  const control = toOperationForm(operation).fields.find(({ name }) => name === field)?.control;
  switch (control?.kind) {
    case 'text':
    case 'picture':
      return [field, typed];
    case 'choice':
      return [field, control.options.find((option) => String(option) === typed) ?? typed];
    case 'list':
      return [field, typed.startsWith('[') ? parse(typed) : typed.split(',').map((each) => each.trim())];
    default:
      return [field, parse(typed)];
  }
}

function parse(typed: string): unknown {
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}
