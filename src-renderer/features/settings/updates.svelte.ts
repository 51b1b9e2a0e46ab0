import type { UpdateState } from '../../../src-shared/settings/update-settings.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import { setup } from '../../app/setup.svelte.ts';

/** What the page knows of newer versions; null until main answered. */
class Updates {
  state = $state.raw<UpdateState | null>(null);

  /** The version to tell of in a line of its own: newer than this one, and nobody said “not now” to it. */
  readonly news = $derived(
    this.state?.status === 'newer' && this.state.release?.version !== setup.settings?.updates.notNow
      ? this.state.release
      : null,
  );

  /** Reads what main knows. */
  async read(): Promise<void> {
    const reply = await ask('updates:get', null);
    if (reply.ok) this.state = reply.value;
  }

  /** Lets main ask now; what it learned, or why not, is part of the state. */
  async check(): Promise<void> {
    this.state = (await callOrNotify('updates:check', null)) ?? this.state;
  }

  /** Puts the line away until there is a still newer version. */
  async notNow(): Promise<void> {
    const version = this.state?.release?.version;
    if (version !== undefined) await setup.change({ updates: { notNow: version } });
  }
}

/** The page's knowledge of newer versions. */
export const updates = new Updates();
