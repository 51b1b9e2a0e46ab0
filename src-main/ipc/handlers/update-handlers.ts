import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { updateCalls } from '../../../src-shared/ipc/calls/update-calls.ts';
import type { UpdateChecker } from '../../updates/update-checker.ts';

/** Handlers of the calls about newer versions. */
export function createUpdateHandlers(updates: Pick<UpdateChecker, 'state' | 'check'>): HandlersOf<typeof updateCalls> {
  return {
    'updates:get': async () => updates.state(),
    'updates:check': () => updates.check(),
  };
}
