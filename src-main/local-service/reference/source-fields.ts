import type { SourceSpec } from '../../../src-shared/api/source.ts';

/** An input field (spec 4.2) in words; not a `Field`, because several of them have the same meaning. */
export interface SourceField {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly required: boolean;
  readonly section: string;
}

/** The fields with which a request can specify its input. */
export function listSourceFields(source: SourceSpec): SourceField[] {
  switch (source.kind) {
    case 'none':
      return [];
    case 'task': {
      const which = source.types
        ? `a successful task of type ${either(source.types)}`
        : 'a successful task with a model';
      return [
        row(source.field, 'task id', `Source: ${which}.`, true, '4.4'),
        row('input', 'task id', `Alias of ${source.field}.`),
      ];
    }
    case 'file': {
      const kind = source.media === 'image' ? 'image' : 'model';
      const how = source.tokensOnly ? 'a file token' : 'a file token or a URL';
      const task = source.tasks ? `, or a task of type ${either(source.tasks)}` : '';
      return [
        row('input', source.tokensOnly ? 'file token' : 'file', `The ${kind}: ${how}${task}.`, true),
        row('file', 'file object', `The ${kind} as an object, instead of input.`),
      ];
    }
    case 'files':
      return [
        row('input', 'file', 'One image: a file token or a URL.', source.required),
        row('file', 'file object', 'One image as an object, instead of input.'),
        row('inputs', 'list of file', 'Several images, in order.'),
        row('files', 'list of file object', 'Several images, in order, instead of inputs.'),
      ];
    case 'views':
      return [
        row(
          'files',
          'list of file object',
          'Four slots: front, left, back, right. Use {} for an empty slot.',
          true,
          '4.3',
        ),
        row('inputs', 'list', 'A list by position ("" for an empty slot), objects keyed by view, or one {task_id}.'),
        row(
          source.field,
          'task id',
          `Views of a task of type ${either(source.tasks)}; files is ignored.`,
          false,
          '4.3',
        ),
        row('input', 'task id', `Alias of ${source.field}.`),
      ];
  }
}

function row(name: string, type: string, help: string, required = false, section = '4.2'): SourceField {
  return { name, type, help, required, section };
}

function either(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' or ');
}
