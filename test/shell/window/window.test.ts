import { describe, expect, it } from 'vitest';
import { bringToFront } from '../../../src-main/shell/window/bring-to-front.ts';
import { restoreBounds } from '../../../src-main/shell/window/window-bounds.ts';
import { windowOptions } from '../../../src-main/shell/window/window-options.ts';

const screens = [
  { x: 0, y: 25, width: 1920, height: 1055 },
  { x: 1920, y: 0, width: 1280, height: 1024 },
];
const place = { x: 100, y: 100, width: 1000, height: 700, maximized: false };

describe('windowOptions', () => {
  it('sandboxes and isolates the page', () => {
    expect(windowOptions('/preload.cjs', null).webPreferences).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
  });

  it('opens at the usual size, or where the window stood, and never below the smallest size', () => {
    expect(windowOptions('p', null)).toMatchObject({ width: 1440, height: 900, minWidth: 320, minHeight: 480 });
    expect(windowOptions('p', { x: 5, width: 700 })).toMatchObject({ x: 5, width: 700, height: 900 });
  });
});

describe('bringToFront', () => {
  const steps: string[] = [];
  const windowThat = (isDestroyed: boolean) => {
    const use = (step: string) => (): void => {
      if (isDestroyed) throw new TypeError('Object has been destroyed');
      steps.push(step);
    };
    const isMinimized = (): boolean => (use('look')(), true);
    return {
      isDestroyed: () => isDestroyed,
      isMinimized,
      restore: use('restore'),
      show: use('show'),
      focus: use('focus'),
    };
  };

  it('restores, shows and focuses the window, and leaves a destroyed one alone', () => {
    bringToFront(windowThat(true));
    expect(steps).toEqual([]);
    bringToFront(windowThat(false));
    expect(steps).toEqual(['look', 'restore', 'show', 'focus']);
  });
});

describe('restorePlace', () => {
  it('gives back a place whose title bar can be reached', () => {
    expect(restoreBounds(place, screens)).toEqual(place);
    expect(restoreBounds({ ...place, x: 2500, maximized: true }, screens)).toMatchObject({ x: 2500, maximized: true });
  });

  it.each([
    ['on a screen that is gone', { ...place, x: 4000 }],
    ['left of every screen', { ...place, x: -950 }],
    ['above every screen', { ...place, y: -200 }],
    ['below every screen', { ...place, y: 1075 }],
    ['too small', { ...place, width: 10 }],
    ['not a number', { ...place, x: NaN }],
    ['absent', undefined],
    ['something else', 'maximized'],
  ])('forgets a place that is %s', (_, remembered) => {
    expect(restoreBounds(remembered, screens)).toBeNull();
  });

  it('cuts a window to a smaller screen', () => {
    expect(restoreBounds({ ...place, width: 5000, height: 4000 }, screens)).toMatchObject({
      width: 1920,
      height: 1055,
    });
  });
});
