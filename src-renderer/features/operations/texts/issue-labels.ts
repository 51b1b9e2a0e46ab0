import type { FieldForm, FieldIssue, OperationForm } from '../../../../src-shared/ipc/views/operation-view.ts';
import type { MessageOrText } from '../../../../src-shared/api/messages/message.ts';
import { FIELD_FORM_TEXTS, fieldTitle, optionTitle } from './field-labels.ts';
import { formatNumber } from '../../../app/language/format-number.ts';
import { currentLanguage } from '../../../app/language/language.ts';
import { messageText } from '../../../app/language/message-text.ts';

/** Formats an issue as a sentence, with field titles as in the form. */
export function issueText(form: OperationForm, { field, message, detail }: FieldIssue): string {
  const name = field.split('.')[0] ?? '';
  const known = form.fields.find((each) => each.name === name);
  if (known && message.startsWith(`${name} is required.`)) return FIELD_FORM_TEXTS.issues.required;
  const reason =
    known && message.startsWith(`${name}: `) ? rewordSchemaMessage(known, message.slice(name.length + 2)) : null;
  if (reason !== null) return reason;
  if (currentLanguage() === 'zh') return withShortVersions(messageText(detail ?? message));
  return withShortVersions(form.fields.reduce((words, each) => withTitle(form, each, words), message));
}

/** Formats a note about the result of an operation, with field titles as in its form; null: the form is not known. */
export function noteText(form: OperationForm | null, note: MessageOrText): string {
  const words = messageText(note);
  if (!form || currentLanguage() === 'zh') return words;
  return withShortVersions(form.fields.reduce((text, field) => withTitle(form, field, text), words));
}

/** Shows versions as options do. */
function withShortVersions(words: string): string {
  return words.replaceAll(/\b[vP][\d.]+-\d{8}\b/g, optionTitle);
}

/** Rewords a schema message; null if it has another form. */
function rewordSchemaMessage({ control }: FieldForm, reason: string): string | null {
  const T = FIELD_FORM_TEXTS.issues;
  const start = /too (big|small): expected (\w+) to /i.exec(reason);
  const [, way, kind] = start ?? [];
  const [, bound] = /[<>]=?\s?(-?[\d.e+]+)/.exec(reason.slice(start?.index)) ?? [];
  if (way !== undefined && bound !== undefined) {
    const amount = formatNumber(Number(bound));
    const most = way === 'big';
    if (kind === 'string') return most ? T.longest(amount) : T.shortest(amount);
    if (kind === 'array') return most ? T.mostOf(amount) : T.fewest(amount);
    return most ? T.most(amount) : T.least(amount);
  }
  switch (control.kind) {
    case 'number':
      return control.whole ? T.whole : T.number;
    case 'choice':
      return T.choice;
    case 'picture':
      return T.picture;
    case 'look':
      if (reason.startsWith('images')) return T.four;
      return reason.startsWith('image') ? T.picture : T.required;
    case 'json':
      return reason.startsWith('Set ') ? null : T.shape;
    default:
      return null;
  }
}

/** Replaces a field's wire name in a message with its title, unless the name is also an ordinary word. */
function withTitle(form: OperationForm, field: FieldForm, words: string): string {
  if (!field.name.includes('_') && !words.startsWith(`${field.name} `)) return words;
  const title = fieldTitle(form, field);
  return words
    .replace(new RegExp(`^${field.name}\\b`), title)
    .replaceAll(new RegExp(`\\b${field.name}\\b`, 'g'), title.toLowerCase());
}
