import { formatMessage, type MessageCatalogue } from '../../../src-shared/api/messages/format-message.ts';
import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import { CHINESE } from '../../../src-shared/messages/chinese.ts';
import { ENGLISH } from '../../../src-shared/messages/english.ts';
import { translateToChinese } from '../../../src-shared/messages/translate-to-chinese.ts';
import { currentLanguage } from './language.ts';

/** A message in the language of the page. */
export function messageText(message: MessageOrText): string {
  if (typeof message === 'string') return (currentLanguage() === 'zh' ? translateToChinese(message) : null) ?? message;
  return formatMessage(messageCatalogue(), message);
}

/** Whether a message is plain text in another language than the page's. */
export function isForeignText(message: MessageOrText): boolean {
  return typeof message === 'string' && currentLanguage() !== 'en' && messageText(message) === message;
}

/** The messages in the language of the page. */
export function messageCatalogue(): MessageCatalogue {
  return currentLanguage() === 'zh' ? CHINESE : ENGLISH;
}
