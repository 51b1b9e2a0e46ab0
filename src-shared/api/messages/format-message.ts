import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageOrText, MessageValue } from './message.ts';

/** The templates of one language, by their ids. */
export interface MessageCatalogue {
  /** BCP 47 tag; plurals, numbers and lists follow it. */
  readonly locale: string;
  readonly templates: Readonly<Record<string, string>>;
}

/** Formatters by locale and template; parsing a template takes far longer than filling it. */
const formatters = new Map<string, IntlMessageFormat>();
const lists = new Map<string, Intl.ListFormat>();

/**
 * A message in the language of a catalogue. Plain text stays as it is, and a message that the catalogue does not have, or
 * whose parameters do not fit, is shown by its id: it comes from another version or from a file that somebody changed.
 */
export function formatMessage(catalogue: MessageCatalogue, message: MessageOrText): string {
  if (typeof message === 'string') return message;
  const template = Object.hasOwn(catalogue.templates, message.id) ? catalogue.templates[message.id] : undefined;
  if (template === undefined) return message.id;
  const values = Object.entries(message.params).map(([name, value]) => [name, formatValue(catalogue, value)] as const);
  try {
    // A part that is empty leaves the space before it behind.
    return String(findFormatter(catalogue.locale, template).format(Object.fromEntries(values))).trim();
  } catch {
    return message.id;
  }
}

/** Whether a catalogue has a message, and the message the parameters that its template takes. */
export function canFormatMessage(catalogue: MessageCatalogue, message: MessageOrText): boolean {
  return typeof message === 'string' || formatMessage(catalogue, message) !== message.id;
}

function formatValue(catalogue: MessageCatalogue, value: MessageValue): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (!isList(value)) return formatMessage(catalogue, value);
  return findList(catalogue.locale).format(value.map((each) => String(formatValue(catalogue, each))));
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: MessageValue): value is Extract<MessageValue, readonly unknown[]> {
  return Array.isArray(value);
}

function findFormatter(locale: string, template: string): IntlMessageFormat {
  const key = `${locale} ${template}`;
  let formatter = formatters.get(key);
  if (!formatter)
    formatters.set(key, (formatter = new IntlMessageFormat(template, locale, undefined, { ignoreTag: true })));
  return formatter;
}

function findList(locale: string): Intl.ListFormat {
  let list = lists.get(locale);
  if (!list) lists.set(locale, (list = new Intl.ListFormat(locale)));
  return list;
}
