import type { Call, Input, Output } from '../../../src-shared/ipc/contract.ts';
import type { PageBridge, Reply } from '../../../src-shared/ipc/page-bridge.ts';
import type { Payload, Push } from '../../../src-shared/ipc/pushes.ts';
import { createBrowserBridge } from './browser-bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload; absent in a browser. */
    readonly dropforge?: PageBridge;
  }
}

/** The one way out of the page. */
export const bridge: PageBridge = window.dropforge ?? createBrowserBridge();

/** Asks main; the answer is a value or a failure, never a throw. */
export async function ask<C extends Call>(channel: C, input: Input<C>): Promise<Reply<Output<C>>> {
  // Main parsed what it answers; the page trusts it and stays free of the schemas.
  return (await bridge.call(channel, input)) as Reply<Output<C>>;
}

/** Hears what main tells; returns the way to stop. */
export function listen<P extends Push>(channel: P, hear: (payload: Payload<P>) => void): () => void {
  return bridge.on(channel, (payload) => {
    hear(payload as Payload<P>);
  });
}
