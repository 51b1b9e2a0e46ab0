import type { Call, Input, Output } from '../../../src-shared/ipc/contract.ts';
import type { PageBridge, Reply } from '../../../src-shared/ipc/page-bridge.ts';
import type { Payload, Push } from '../../../src-shared/ipc/pushes.ts';
import { createBrowserBridge } from './browser-bridge.ts';

declare global {
  interface Window {
    /** Provided by the preload; absent in a browser. */
    readonly dropforge?: PageBridge;
  }
}

/** The page's only connection to the outside. */
export const bridge: PageBridge = window.dropforge ?? createBrowserBridge();

/** Calls main. Resolves to a value or a failure; never throws. */
export async function ask<C extends Call>(channel: C, input: Input<C>): Promise<Reply<Output<C>>> {
  // Main validated its reply, so the page can do without the schemas.
  return (await bridge.call(channel, input)) as Reply<Output<C>>;
}

/** Subscribes to a push of main; returns a function that unsubscribes. */
export function listen<P extends Push>(channel: P, listener: (payload: Payload<P>) => void): () => void {
  return bridge.on(channel, (payload) => {
    listener(payload as Payload<P>);
  });
}
