import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { updateCalls } from '../../../src-shared/ipc/calls/update-calls.ts';
import type { Updates } from '../../updates/create-updates.ts';

/** Handlers of the calls about newer versions. */
export function createUpdateHandlers(
  updates: Pick<Updates, 'state' | 'check' | 'download' | 'install'>,
): HandlersOf<typeof updateCalls> {
  return {
    'updates:get': async () => updates.state(),
    'updates:check': () => updates.check(),
    'updates:download': async () => updates.download(),
    'updates:install': async () => updates.install(),
  };
}
