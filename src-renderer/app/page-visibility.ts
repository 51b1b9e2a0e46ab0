import { bridge } from './bridge/bridge.ts';

/**
 * Tells main whether anybody looks at this page, so that a hidden one costs fewer questions, and `hear` whenever that
 * changes. Returns the way to stop.
 */
export function reportVisibility(hear: (visible: boolean) => void): () => void {
  const tell = (): boolean => {
    const visible = document.visibilityState === 'visible';
    // Nobody has to hear that this was lost: it changes nothing but how often main asks.
    void bridge.call('page:visible', { visible });
    return visible;
  };
  const change = (): void => {
    hear(tell());
  };
  document.addEventListener('visibilitychange', change);
  tell();
  return () => document.removeEventListener('visibilitychange', change);
}
