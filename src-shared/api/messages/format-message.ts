import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageOrText, MessageValue } from './message.ts';

/** Templates of one language by id. */
export interface MessageCatalogue {
  /** BCP 47 tag that determines plurals, numbers and lists. */
  readonly locale: string;
  readonly templates: Readonly<Record<string, string>>;
}

/** `{total, number, credits}`: an amount such as `1100.00`, grouped and with two decimals. */
const FORMATS = { number: { credits: { minimumFractionDigits: 2, maximumFractionDigits: 2 } } };

/** Cached formatters by locale and template, because parsing a template is much slower than formatting it. */
const formatters = new Map<string, IntlMessageFormat>();
const lists = new Map<string, Intl.ListFormat>();

/**
 * Formats a message in the language of a catalogue. Plain text is returned unchanged. An unknown message, or one with
 * wrong parameters, is shown as its id: it comes from another version or from an edited file.
 */
export function formatMessage(catalogue: MessageCatalogue, message: MessageOrText): string {
  if (typeof message === 'string') return message;
  const template = Object.hasOwn(catalogue.templates, message.id) ? catalogue.templates[message.id] : undefined;
  if (template === undefined) return message.id;
  const values = Object.entries(message.params).map(([name, value]) => [name, formatValue(catalogue, value)] as const);
  try {
    // An empty parameter leaves a trailing space.
    return String(findFormatter(catalogue.locale, template).format(Object.fromEntries(values))).trim();
  } catch {
    return message.id;
  }
}

/** True if a catalogue has the message and those in its parameters, and all parameters fit their templates. */
export function canFormatMessage(catalogue: MessageCatalogue, message: MessageOrText): boolean {
  if (typeof message === 'string') return true;
  if (formatMessage(catalogue, message) === message.id) return false;
  return Object.values(message.params).every((value) => canFormatValue(catalogue, value));
}

function canFormatValue(catalogue: MessageCatalogue, value: MessageValue): boolean {
  if (typeof value === 'number' || typeof value === 'string') return true;
  return isList(value) ? value.every((each) => canFormatValue(catalogue, each)) : canFormatMessage(catalogue, value);
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
    formatters.set(key, (formatter = new IntlMessageFormat(template, locale, FORMATS, { ignoreTag: true })));
  return formatter;
}

function findList(locale: string): Intl.ListFormat {
  let list = lists.get(locale);
  if (!list) lists.set(locale, (list = new Intl.ListFormat(locale)));
  return list;
}
