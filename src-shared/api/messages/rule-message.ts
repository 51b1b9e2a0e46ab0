import { formatMessage } from './format-message.ts';
import { createMessageFactory, type Message } from './message.ts';
import { RULE_MESSAGES } from './rule-messages.ts';

/** Makes a message about a rejected request; an id or a parameter that the catalogue does not have does not compile. */
export const ruleMessage = /* @__PURE__ */ createMessageFactory<typeof RULE_MESSAGES>();

/** A message about a rejected request in English, as the wire has it. */
export function toRuleText(message: Message): string {
  return formatMessage({ locale: 'en', templates: RULE_MESSAGES }, message);
}
