import type { ServiceState } from '../../src-shared/ipc/calls/service-calls.ts';
import type { Output } from '../../src-shared/ipc/contract.ts';
import { usesTestCredits } from '../../src-shared/jobs/test-credits.ts';
import type { SettingsView } from '../../src-shared/settings/settings.ts';
import { callOrNotify } from './notices.svelte.ts';

/** Settings, service and host; null until main replied. */
class Setup {
  settings = $state.raw<SettingsView | null>(null);
  service = $state.raw<ServiceState | null>(null);
  app = $state.raw<Output<'app:info'> | null>(null);
  samples = $state.raw<Output<'samples:list'>>([]);

  /** True if the system's file manager can show a job's files. */
  readonly canReveal = $derived(this.app?.can.reveal ?? false);
  /** True if jobs cost nothing. */
  readonly free = $derived(this.service?.free ?? false);

  /** True if jobs are paid with test credits of a rehearsal on this computer. */
  readonly rehearses = $derived(this.service !== null && usesTestCredits(this.service.kind, this.service.free));

  /** Changes settings; main returns the result. */
  async change(change: Parameters<typeof callOrNotify<'settings:set'>>[1]): Promise<void> {
    this.settings = (await callOrNotify('settings:set', change)) ?? this.settings;
  }

  /** Opens the system's folder dialog. Resolves to false if there is none and the user has to type a path. */
  async chooseFolder(): Promise<boolean> {
    if (!this.app?.can.chooseFolder) return false;
    this.settings = (await callOrNotify('exportFolder:choose', { typed: null })) ?? this.settings;
    return true;
  }
}

export const setup = new Setup();
