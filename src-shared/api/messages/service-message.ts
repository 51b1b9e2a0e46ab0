import { formatMessage } from './format-message.ts';
import { ENGINE_MESSAGES } from './engine/engine-messages.ts';
import { LOCAL_SERVICE_MESSAGES } from './local-service-messages.ts';
import { createMessageFactory, type MessageOrText } from './message.ts';
import { RULE_MESSAGES } from './rule-messages.ts';

/** Creates a message of the local service; unknown ids and parameters are compile errors. */
export const serviceMessage = /* @__PURE__ */ createMessageFactory<typeof LOCAL_SERVICE_MESSAGES>();

const templates = { ...ENGINE_MESSAGES, ...LOCAL_SERVICE_MESSAGES, ...RULE_MESSAGES };

/** Returns a message of the service in English, as sent in `message` and `error_message`. */
export function toWireText(message: MessageOrText): string {
  return formatMessage({ locale: 'en', templates }, message);
}
