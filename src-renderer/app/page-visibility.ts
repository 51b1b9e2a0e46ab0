import { bridge } from './bridge/bridge.ts';

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
  report();
  return () => document.removeEventListener('visibilitychange', change);
}
