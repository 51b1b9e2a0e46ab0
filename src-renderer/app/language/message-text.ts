import { formatMessage, type MessageCatalogue } from '../../../src-shared/api/messages/format-message.ts';
import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import { ENGLISH } from '../../../src-shared/messages/english.ts';
import { currentLanguage } from './language.ts';
import { chineseMessages } from './load-language.ts';

/** Returns a message in the language of the page. */
export function messageText(message: MessageOrText): string {
  if (typeof message !== 'string') return formatMessage(messageCatalogue(), message);
  return (currentLanguage() === 'zh' ? chineseMessages()?.translateToChinese(message) : null) ?? message;
}

/** True if a message is plain text in another language than the page's. */
export function isForeignText(message: MessageOrText): boolean {
  return typeof message === 'string' && currentLanguage() !== 'en' && messageText(message) === message;
}

/** Returns the messages in the language of the page. */
export function messageCatalogue(): MessageCatalogue {
  return (currentLanguage() === 'zh' ? chineseMessages()?.CHINESE : null) ?? ENGLISH;
}
