import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { confirmationCalls } from '../../../src-shared/ipc/calls/confirmation-calls.ts';
import type { CodePrompt } from '../page-access/code-prompt.ts';

/** Handlers of the calls about changes that are confirmed outside the page. */
export function createConfirmationHandlers(codes: Pick<CodePrompt, 'answer'>): HandlersOf<typeof confirmationCalls> {
  return {
    'confirmation:answer': async ({ code }) => (codes.answer(code), null),
  };
}
