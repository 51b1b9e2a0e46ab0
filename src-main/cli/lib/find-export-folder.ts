import { createAppSettings } from '../../settings/app-settings.ts';
import type { Home } from '../../settings/home.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';

/** The output folder of a home: the one in its settings, else the default. */
export function findExportFolder(home: Home): string {
  return createAppSettings(openSettingsFile(home.path)).get().exportFolder ?? home.defaultExportFolder;
}

/** The output folder of a home, then those of its hot folders. */
export function findOutputFolders(home: Home): [string, ...string[]] {
  const { hotFolders } = createAppSettings(openSettingsFile(home.path)).get();
  return [findExportFolder(home), ...hotFolders.flatMap(({ outFolder }) => outFolder ?? [])];
}
