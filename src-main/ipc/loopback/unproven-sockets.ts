import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** Connections whose page has not proven itself yet. Strangers can open as many as they like; they cost a fixed amount. */
export interface UnprovenSockets {
  /** Watches a connection until it is proven or closed; `release` ends the watch for a proven one. */
  watch(webSocket: WebSocket, connection: Duplex): { release(): void };
}

/** Maximum number of connections; beyond it the oldest is closed, so that strangers cannot lock the page out. */
export const MAX_UNPROVEN_SOCKETS = 32;
/** Maximum number of bytes that a page sends before it has proven itself; its two messages need 200. */
export const MAX_UNPROVEN_BYTES = 4096;
/** A connection that was refused gets this time to read why. */
const CLOSING_MS = 1_000;

/** Creates the set of a server. */
export function createUnprovenSockets(): UnprovenSockets {
  const waiting = new Set<WebSocket>();
  return {
    watch(webSocket, connection) {
      let bytes = 0;
      const count = (chunk: Buffer): void => {
        bytes += chunk.byteLength;
        if (bytes > MAX_UNPROVEN_BYTES) connection.destroy();
      };
      const release = (): void => {
        waiting.delete(webSocket);
        connection.off('data', count);
      };
      connection.on('data', count);
      webSocket.on('close', release);
      waiting.add(webSocket);
      for (const oldest of waiting) {
        if (waiting.size <= MAX_UNPROVEN_SOCKETS) break;
        waiting.delete(oldest);
        oldest.terminate();
      }
      return { release };
    },
  };
}

/** Closes a connection with a code and a reason, and ends it if the other side does not close it. */
export function refuseSocket(webSocket: WebSocket, code: number, reason: string): void {
  webSocket.close(code, reason);
  const timer = setTimeout(() => webSocket.terminate(), CLOSING_MS);
  webSocket.on('close', () => clearTimeout(timer));
}
