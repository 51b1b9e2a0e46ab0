import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createAppSettings } from '../../src-main/settings/app-settings.ts';
import { safeListener } from '../../src-main/shell/safe-listener.ts';

test('a listener that throws is logged and stops neither the app nor the other listeners', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const set = (): never => {
    throw new Error('ENOSPC: no space left on device, write');
  };
  const settings = createAppSettings({ get: () => undefined, set });
  const closed: string[] = [];
  const window = new EventEmitter<{ close: [how: string] }>();
  window.on(
    'close',
    safeListener(() => settings.set({ theme: 'light' })),
  );
  window.on(
    'close',
    safeListener((how) => closed.push(how)),
  );
  window.emit('close', 'hidden');
  expect(closed).toEqual(['hidden']);
  expect(logged.mock.calls).toEqual([[expect.stringContaining('ENOSPC: no space left on device')]]);
});
