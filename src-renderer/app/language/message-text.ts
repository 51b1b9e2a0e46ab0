import { formatMessage, type MessageCatalogue } from '../../../src-shared/api/messages/format-message.ts';
import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';
import { ENGLISH } from '../../../src-shared/messages/english.ts';
import type { Language } from '../../../src-shared/settings/pick-language.ts';
import { currentLanguage } from './language.ts';

/** Null until Chinese is first used: most pages never load it. */
let chinese: typeof import('./chinese-messages.ts') | null = null;

/** Loads the messages of a language. Messages are English until this resolves, so call it before `setLanguage`. */
export async function loadMessages(language: Language): Promise<void> {
  if (language === 'zh') chinese ??= await import('./chinese-messages.ts');
}

/** Returns a message in the language of the page. */
export function messageText(message: MessageOrText): string {
  if (typeof message !== 'string') return formatMessage(messageCatalogue(), message);
  return (currentLanguage() === 'zh' ? chinese?.translateToChinese(message) : null) ?? message;
}

/** True if a message is plain text in another language than the page's. */
export function isForeignText(message: MessageOrText): boolean {
  return typeof message === 'string' && currentLanguage() !== 'en' && messageText(message) === message;
}

/** Returns the messages in the language of the page. */
export function messageCatalogue(): MessageCatalogue {
  return (currentLanguage() === 'zh' ? chinese?.CHINESE : null) ?? ENGLISH;
}
