import type { SettingsView } from '../../src-shared/settings/settings.ts';

/**
 * Keeps the root's theme and contrast in sync with the setting and the system. Call it during component initialization.
 */
export function followTheme(read: () => SettingsView['theme']): void {
  $effect(() => {
    const theme = read();
    const contrastQuery = matchMedia('(prefers-contrast: more)');
    const root = document.documentElement.dataset;
    const apply = () => {
      if (theme === 'system' || theme === 'contrast') delete root.theme;
      else root.theme = theme;
      if (theme === 'contrast' || contrastQuery.matches) root.contrast = 'more';
      else delete root.contrast;
    };
    apply();
    contrastQuery.addEventListener('change', apply);
    return () => {
      contrastQuery.removeEventListener('change', apply);
    };
  });
}

/** Keeps the root's motion preference in sync with the setting. Call it during component initialization. */
export function followMotion(read: () => SettingsView['motion']): void {
  $effect(() => {
    document.documentElement.dataset.motion = read();
  });
}
