import type { MessageCatalogue } from '../api/messages/format-message.ts';
import type { CompleteTranslation } from '../api/messages/complete-translation.ts';
import type { ENGLISH_MESSAGES } from './english.ts';
import { ENGINE_MESSAGES_ZH } from '../api/messages/engine/engine-messages.zh.ts';
import { LOCAL_SERVICE_MESSAGES_ZH } from '../api/messages/local-service-messages.zh.ts';
import { RULE_MESSAGES_ZH } from '../api/messages/rule-messages.zh.ts';
import { SUGGESTION_MESSAGES_ZH } from '../api/messages/suggestion-messages.zh.ts';
import { CONFIRMATION_MESSAGES_ZH } from './confirmation-messages.zh.ts';
import { ERROR_MESSAGES_ZH } from './error-messages.zh.ts';
import { GENERATOR_SETTINGS_MESSAGES_ZH } from './generator-settings-messages.zh.ts';
import { NETWORK_PACKAGE_MESSAGES_ZH } from './network-package-messages.zh.ts';
import { OPERATION_MESSAGES_ZH } from './operation-messages.zh.ts';
import { QUEUE_MESSAGES_ZH } from './queue-messages.zh.ts';
import { RECIPE_ISSUE_MESSAGES_ZH } from './recipe-issue-messages.zh.ts';
import { RECIPE_MESSAGES_ZH } from './recipe-messages.zh.ts';
import { SERVICE_MESSAGES_ZH } from './service-messages.zh.ts';
import { SOURCE_MESSAGES_ZH } from './source-messages.zh.ts';
import { TARGET_MESSAGES_ZH } from './target-messages.zh.ts';

const CHINESE_MESSAGES = {
  ...CONFIRMATION_MESSAGES_ZH,
  ...ENGINE_MESSAGES_ZH,
  ...ERROR_MESSAGES_ZH,
  ...GENERATOR_SETTINGS_MESSAGES_ZH,
  ...LOCAL_SERVICE_MESSAGES_ZH,
  ...NETWORK_PACKAGE_MESSAGES_ZH,
  ...OPERATION_MESSAGES_ZH,
  ...QUEUE_MESSAGES_ZH,
  ...RECIPE_ISSUE_MESSAGES_ZH,
  ...RECIPE_MESSAGES_ZH,
  ...RULE_MESSAGES_ZH,
  ...SERVICE_MESSAGES_ZH,
  ...SOURCE_MESSAGES_ZH,
  ...SUGGESTION_MESSAGES_ZH,
  ...TARGET_MESSAGES_ZH,
} as const;

/** Missing translations and mismatched parameters are compile errors. */
const templates: CompleteTranslation<typeof ENGLISH_MESSAGES, typeof CHINESE_MESSAGES> = CHINESE_MESSAGES;

/** The Simplified Chinese catalogue of the page. */
export const CHINESE: MessageCatalogue = { locale: 'zh-CN', templates };
