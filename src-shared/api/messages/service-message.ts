import { formatMessage } from './format-message.ts';
import { ENGINE_MESSAGES } from './engine/engine-messages.ts';
import { LOCAL_SERVICE_MESSAGES } from './local-service-messages.ts';
import { createMessageFactory, type MessageOrText } from './message.ts';
import { RULE_MESSAGES } from './rule-messages.ts';

/** Makes a message of the local service; an id or a parameter that the catalogue does not have does not compile. */
export const serviceMessage = /* @__PURE__ */ createMessageFactory<typeof LOCAL_SERVICE_MESSAGES>();

const templates = { ...ENGINE_MESSAGES, ...LOCAL_SERVICE_MESSAGES, ...RULE_MESSAGES };

/** A message of the service interface in English, as `message` and `error_message` have it. */
export function toWireText(message: MessageOrText): string {
  return formatMessage({ locale: 'en', templates }, message);
}
