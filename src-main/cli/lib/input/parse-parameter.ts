import type { OperationName } from '../../../../src-shared/api/operations.ts';
import { AppError } from '../../../../src-shared/base/errors.ts';
import { toOperationForm } from '../../../../src-shared/operations/operation-forms.ts';
import { maskControlCharacters } from '../output/mask-control-characters.ts';

/**
 * Reads one `--set FIELD=VALUE` as the operation's field takes it: words as they are, numbers, `true` and `false`, lists
 * parted by commas, anything else as JSON. What does not fit stays a text, which the rules then refuse by its field.
 */
export function parseParameter(operation: OperationName, given: string): readonly [field: string, value: unknown] {
  const at = given.indexOf('=');
  if (at < 1) {
    const detail = `“${maskControlCharacters(given)}” is not FIELD=VALUE, such as face_limit=8000.`;
    throw new AppError('config_invalid', detail, { subject: '--set' });
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
