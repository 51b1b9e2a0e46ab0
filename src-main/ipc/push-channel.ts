import type { Payload, Push } from '../../src-shared/ipc/pushes.ts';

type PushListener = (channel: Push, payload: unknown) => void;

/** Delivers pushes to every page that listens. */
export interface PushChannel {
  push<P extends Push>(channel: P, payload: Payload<P>): void;
  /** Adds a listener; returns a function that removes it. */
  onPush(listener: PushListener): () => void;
  /** Removes all listeners. */
  close(): void;
}

/** A channel without listeners. */
export function createPushChannel(): PushChannel {
  const listeners = new Set<PushListener>();
  return {
    push: (channel, payload) => {
      for (const listener of listeners) listener(channel, payload);
    },
    onPush: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
