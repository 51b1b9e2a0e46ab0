import type { QueuePause } from '../../../src-shared/ipc/views/money-view.ts';
import type { SettingsView } from '../../../src-shared/settings/settings.ts';

/** True if jobs of the service in use are paused: a pause for the credits of another service says nothing about it. */
export function pausesServiceInUse(
  { paused, services }: QueuePause,
  settings: Pick<SettingsView, 'service' | 'cloud'> | null,
): boolean {
  if (!paused || services === null || settings === null) return paused;
  return services.includes(settings.service === 'cloud' ? (settings.cloud?.baseUrl ?? 'cloud') : 'local');
}
