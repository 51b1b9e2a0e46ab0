import { AppError } from '../../../../src-shared/base/errors.ts';
import type { Settings } from '../../../../src-shared/settings/settings.ts';
import { withHomeLock } from '../../../queue/with-home-lock.ts';
import { createAppSettings, listChangedSettings, type AppSettings } from '../../../settings/app-settings.ts';
import { openSettingsFile } from '../../../settings/settings-file.ts';

/**
 * The settings of a home for a command. A running Dropforge keeps the settings it read at start-up, so a change throws
 * `home_locked` and changes nothing while one has the home open, or when another command changed the same settings meanwhile.
 */
export function openSettings(home: string): AppSettings {
  const settings = createAppSettings(openSettingsFile(home));
  return {
    ...settings,
    set: (patch) =>
      whileIdle(home, () => {
        const now = createAppSettings(openSettingsFile(home)).get();
        const keys = Object.keys(patch) as (keyof Settings)[];
        if (listChangedSettings(now, settings.get(), keys).length > 0) {
          throw new AppError(
            'home_locked',
            'Another command changed the same settings; nothing was changed. Run the command again.',
          );
        }
        return settings.set(patch);
      }),
  };
}

/** Throws `home_locked` where a running Dropforge has the home open. */
export function assertIdle(home: string): void {
  whileIdle(home, () => undefined);
}

function whileIdle<T>(home: string, run: () => T): T {
  try {
    return withHomeLock(home, run);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'home_locked' || cause.cause === undefined) throw cause;
    const detail = 'Nothing was changed: change the setting there, or quit it and run the command again.';
    throw new AppError('home_locked', detail, { cause });
  }
}
