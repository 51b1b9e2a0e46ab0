import type { MessageOrText } from '../../src-shared/api/messages/message.ts';

/** The change that waits for the code that Dropforge showed in the terminal; in a browser only. */
class CodeQuestion {
  /** Null: none. */
  question = $state.raw<MessageOrText | null>(null);
}

export const codeQuestion = new CodeQuestion();
