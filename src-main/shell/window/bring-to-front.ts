import type { BrowserWindow } from 'electron';

/** Restores, shows and focuses the window; does nothing after it was destroyed, while the app still closes. */
export function bringToFront(
  window: Pick<BrowserWindow, 'isDestroyed' | 'isMinimized' | 'restore' | 'show' | 'focus'>,
): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
