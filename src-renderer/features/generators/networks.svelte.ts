import type { NetworkUse } from '../../../src-shared/api/generators/network-config.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { NetworkCard, NetworksView } from '../../../src-shared/ipc/calls/network-calls.ts';
import type { Input } from '../../../src-shared/ipc/contract.ts';
import { ask, listen } from '../../app/bridge/bridge.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';

/** The networks for masks and depth, and the installation that is running. */
class Networks {
  /** Null until main replied. */
  view = $state.raw<NetworksView | null>(null);
  /** The network whose licenses are shown; null: none. */
  offered = $state.raw<NetworkCard | null>(null);

  /** What a file of the user is chosen for; null: the dialog is closed. */
  choosing = $state.raw<NetworkUse | null>(null);

  /** Loads the networks and follows installations; returns a function that stops. */
  follow(): () => void {
    const stop = listen('networks:changed', (view) => (this.view = view));
    void callOrNotify('networks:list', null).then((view) => (this.view = view ?? this.view));
    return stop;
  }

  /** Starts an installation whose licenses the person accepted; returns the error, or null. */
  async install(id: string, from: Input<'networks:install'>['from']): Promise<ErrorInfo | null> {
    const reply = await ask('networks:install', { id, acceptsLicense: true, from });
    if (!reply.ok) return reply.error;
    this.view = reply.value;
    return null;
  }

  async cancel(): Promise<void> {
    this.view = (await callOrNotify('networks:cancel', null)) ?? this.view;
  }

  /** Uses an installed network. */
  async use(id: string): Promise<void> {
    this.view = (await callOrNotify('networks:use', { id })) ?? this.view;
  }

  /** Uses a file of the user; returns the error, or null. */
  async useFile(input: Input<'networks:useFile'>): Promise<ErrorInfo | null> {
    const reply = await ask('networks:useFile', input);
    if (!reply.ok) return reply.error;
    this.view = reply.value;
    return null;
  }

  /** Uses the built-in engine for masks or depth. */
  async useBuiltIn(use: NetworkUse): Promise<void> {
    this.view = (await callOrNotify('networks:useBuiltIn', { use })) ?? this.view;
  }

  /** Removes the files of a network, without undo. */
  async remove(id: string): Promise<void> {
    this.view = (await callOrNotify('networks:remove', { id })) ?? this.view;
  }
}

export const networks = new Networks();
