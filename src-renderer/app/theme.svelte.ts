import type { SettingsView } from '../../src-shared/settings/settings.ts';

/** Keeps the root's theme and contrast as the setting and the system say. Call it while a component starts. */
export function followTheme(read: () => SettingsView['theme']): void {
  $effect(() => {
    const theme = read();
    const wish = matchMedia('(prefers-contrast: more)');
    const root = document.documentElement.dataset;
    const apply = () => {
      if (theme === 'system' || theme === 'contrast') delete root.theme;
      else root.theme = theme;
      if (theme === 'contrast' || wish.matches) root.contrast = 'more';
      else delete root.contrast;
    };
    apply();
    wish.addEventListener('change', apply);
    return () => {
      wish.removeEventListener('change', apply);
    };
  });
}

/** Keeps the root's motion as the setting says. Call it while a component starts. */
export function followMotion(read: () => SettingsView['motion']): void {
  $effect(() => {
    document.documentElement.dataset.motion = read();
  });
}
