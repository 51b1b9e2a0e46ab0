import { AppError } from '../../../../src-shared/base/errors.ts';
import type { Settings } from '../../../../src-shared/settings/settings.ts';
import { withHomeLock } from '../../../queue/with-home-lock.ts';
import { createAppSettings, type AppSettings } from '../../../settings/app-settings.ts';
import { openSettingsFile } from '../../../settings/settings-file.ts';

/**
 * The settings of a home for a command beside the app. A running Dropforge goes by what it read when it started, so where
 * one has the home a change throws `home_locked` with nothing changed; as it does where another command changed the same
 * meanwhile.
 */
export function openSettings(home: string): AppSettings {
  const settings = createAppSettings(openSettingsFile(home));
  return {
    ...settings,
    set: (patch) =>
      whileIdle(home, () => {
        const now = createAppSettings(openSettingsFile(home)).get();
        const keys = Object.keys(patch) as (keyof Settings)[];
        if (keys.some((key) => JSON.stringify(now[key]) !== JSON.stringify(settings.get()[key]))) {
          throw new AppError(
            'home_locked',
            'Another command changed the same settings; nothing was changed. Repeat it.',
          );
        }
        return settings.set(patch);
      }),
  };
}

/** Throws `home_locked` where a running Dropforge goes by the settings of a home. */
export function assertIdle(home: string): void {
  whileIdle(home, () => undefined);
}

function whileIdle<T>(home: string, run: () => T): T {
  try {
    return withHomeLock(home, run);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'home_locked' || cause.cause === undefined) throw cause;
    const detail =
      'It goes by the settings it has, so nothing was changed: change it there, or end it and repeat this.';
    throw new AppError('home_locked', detail, { cause });
  }
}
