import { bridge } from './bridge.ts';
import { CONNECTION_PUSH, type Connection } from './browser-bridge.ts';

/** The connection of the page to main; only a browser can lose it. */
class ConnectionState {
  state = $state<Connection>('connected');
  readonly isConnected = $derived(this.state === 'connected');

  constructor() {
    bridge.on(CONNECTION_PUSH, (state) => {
      this.state = state as Connection;
    });
  }
}

export const connection = new ConnectionState();
