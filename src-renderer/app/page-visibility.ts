import { bridge } from './bridge/bridge.ts';
import { CONNECTION_PUSH } from './bridge/browser-bridge.ts';

/**
 * Reports to main whether this page is visible, because it polls less often for a hidden one, and calls `onChange` on every
 * change. Returns a function that stops.
 */
export function reportVisibility(onChange: (visible: boolean) => void): () => void {
  const report = (): boolean => {
    const visible = document.visibilityState === 'visible';
    // A lost report needs no error: it only affects how often main polls.
    void bridge.call('page:visible', { visible });
    return visible;
  };
  const change = (): void => {
    onChange(report());
  };
  document.addEventListener('visibilitychange', change);
  // After a reconnect, main knows nothing about this page.
  const stop = bridge.on(CONNECTION_PUSH, (state) => {
    if (state === 'connected') report();
  });
  report();
  return () => {
    stop();
    document.removeEventListener('visibilitychange', change);
  };
}
