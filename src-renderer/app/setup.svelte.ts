import type { ServiceState } from '../../src-shared/ipc/calls/service-calls.ts';
import type { Output } from '../../src-shared/ipc/contract.ts';
import type { SettingsView } from '../../src-shared/settings/settings.ts';
import { callOrNotify } from './notices.svelte.ts';

/** What the page knows of settings, service and host; null until main answered. */
class Setup {
  settings = $state.raw<SettingsView | null>(null);
  service = $state.raw<ServiceState | null>(null);
  app = $state.raw<Output<'app:info'> | null>(null);
  samples = $state.raw<Output<'samples:list'>>([]);
  /** Whether the line to main stands; only a browser can lose it. */
  connected = $state(true);

  /** Whether the files of a job can be shown in the system's file manager. */
  readonly canReveal = $derived(this.app?.can.reveal ?? false);
  /** Whether adding a job spends nothing. */
  readonly free = $derived(this.service?.free ?? false);

  /** Changes settings; what main made of them comes back. */
  async change(change: Parameters<typeof callOrNotify<'settings:set'>>[1]): Promise<void> {
    this.settings = (await callOrNotify('settings:set', change)) ?? this.settings;
  }

  /** Opens the system's folder dialog where there is one; false when the person has to type. */
  async chooseFolder(): Promise<boolean> {
    if (!this.app?.can.chooseFolder) return false;
    this.settings = (await callOrNotify('exportFolder:choose', { typed: null })) ?? this.settings;
    return true;
  }
}

/** The page's setup. */
export const setup = new Setup();
