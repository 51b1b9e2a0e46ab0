import { expect, onTestFinished, test, vi } from 'vitest';
import { createBrowserBridge } from '../../../../src-renderer/app/bridge/browser-bridge.ts';
import { MAX_CALL_BYTES } from '../../../../src-shared/ipc/call-limits.ts';
import { describeError } from '../../../../src-shared/messages/describe-error.ts';

test('a call that the server would not take gets an error that says what to do', async () => {
  // A page that was opened without a link connects to nothing.
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('addEventListener', () => undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const reply = await createBrowserBridge().call('queue:cancel', { ids: ['字'.repeat(MAX_CALL_BYTES / 3)] });
  if (reply.ok) throw new Error('The call was answered.');
  expect(describeError(reply.error)).toEqual({
    happened: 'Too many items for one action.',
    next: 'Nothing was changed or charged. Select fewer items, then retry.',
  });
});
