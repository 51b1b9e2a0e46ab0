import { bridge } from './bridge.ts';

/** Tells main whether anybody looks at this page, so that a hidden one costs fewer questions. Returns the way to stop. */
export function tellVisibility(): () => void {
  const tell = (): void => {
    // Nobody has to hear that this was lost: it changes nothing but how often main asks.
    void bridge.call('page:visible', { visible: document.visibilityState === 'visible' });
  };
  document.addEventListener('visibilitychange', tell);
  tell();
  return () => document.removeEventListener('visibilitychange', tell);
}
