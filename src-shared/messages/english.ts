import { formatMessage, type MessageCatalogue } from '../api/messages/format-message.ts';
import type { MessageOrText } from '../api/messages/message.ts';
import { ENGINE_MESSAGES } from '../api/messages/engine/engine-messages.ts';
import { LOCAL_SERVICE_MESSAGES } from '../api/messages/local-service-messages.ts';
import { RULE_MESSAGES } from '../api/messages/rule-messages.ts';
import { SUGGESTION_MESSAGES } from '../api/messages/suggestion-messages.ts';
import { CONFIRMATION_MESSAGES } from './confirmation-messages.ts';
import { ERROR_MESSAGES } from './error-messages.ts';
import { GENERATOR_SETTINGS_MESSAGES } from './generator-settings-messages.ts';
import { NETWORK_PACKAGE_MESSAGES } from './network-package-messages.ts';
import { OPERATION_MESSAGES } from './operation-messages.ts';
import { QUEUE_MESSAGES } from './queue-messages.ts';
import { RECIPE_ISSUE_MESSAGES } from './recipe-issue-messages.ts';
import { RECIPE_MESSAGES } from './recipe-messages.ts';
import { SERVICE_MESSAGES } from './service-messages.ts';
import { SOURCE_MESSAGES } from './source-messages.ts';
import { TARGET_MESSAGES } from './target-messages.ts';

/** All messages of the app, the engine and the service interface, in English. */
export const ENGLISH_MESSAGES = {
  ...CONFIRMATION_MESSAGES,
  ...ENGINE_MESSAGES,
  ...ERROR_MESSAGES,
  ...GENERATOR_SETTINGS_MESSAGES,
  ...LOCAL_SERVICE_MESSAGES,
  ...NETWORK_PACKAGE_MESSAGES,
  ...OPERATION_MESSAGES,
  ...QUEUE_MESSAGES,
  ...RECIPE_ISSUE_MESSAGES,
  ...RECIPE_MESSAGES,
  ...RULE_MESSAGES,
  ...SERVICE_MESSAGES,
  ...SOURCE_MESSAGES,
  ...SUGGESTION_MESSAGES,
  ...TARGET_MESSAGES,
} as const;

/** The English catalogue: for the command line, logs, and the page in English. */
export const ENGLISH: MessageCatalogue = { locale: 'en', templates: ENGLISH_MESSAGES };

/** Formats a message in English, for the command line, logs, and files that other programs read. */
export function toEnglish(message: MessageOrText): string {
  return formatMessage(ENGLISH, message);
}
