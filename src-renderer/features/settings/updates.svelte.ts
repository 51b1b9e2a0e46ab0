import type { UpdateState } from '../../../src-shared/settings/update-settings.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import { setup } from '../../app/setup.svelte.ts';

/** Update status; null until main replied. */
class Updates {
  state = $state.raw<UpdateState | null>(null);

  /** The version to announce in a notice: newer than this one and not dismissed. */
  readonly news = $derived(
    this.state?.status === 'newer' && this.state.release?.version !== setup.settings?.updates.notNow
      ? this.state.release
      : null,
  );

  /** Loads the update status. */
  async read(): Promise<void> {
    const reply = await ask('updates:get', null);
    if (reply.ok) this.state = reply.value;
  }

  /** Checks for updates now; the result or error becomes part of the state. */
  async check(): Promise<void> {
    this.state = (await callOrNotify('updates:check', null)) ?? this.state;
  }

  /** Starts the download of the offered version. */
  async download(): Promise<void> {
    this.state = (await callOrNotify('updates:download', null)) ?? this.state;
  }

  /** Quits, installs the downloaded version and starts it. */
  async install(): Promise<void> {
    await callOrNotify('updates:install', null);
  }

  /** Dismisses the notice until a still newer version appears. */
  async notNow(): Promise<void> {
    const version = this.state?.release?.version;
    if (version !== undefined) await setup.change({ updates: { notNow: version } });
  }
}

export const updates = new Updates();
