import { formatMessage } from './format-message.ts';
import { createMessageFactory, type Message } from './message.ts';
import { RULE_MESSAGES } from './rule-messages.ts';

/** Creates a message about a rejected request; unknown ids and parameters are compile errors. */
export const ruleMessage = /* @__PURE__ */ createMessageFactory<typeof RULE_MESSAGES>();

/** Returns a message about a rejected request in English, as sent on the wire. */
export function toRuleText(message: Message): string {
  return formatMessage({ locale: 'en', templates: RULE_MESSAGES }, message);
}
