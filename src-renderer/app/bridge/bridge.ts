import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
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

/** Requests that failed, by their errors. */
const failedRequests = new WeakMap<ErrorInfo, string>();
const successListeners = new Set<(request: string) => void>();

/** Calls main. Resolves to a value or a failure; never throws. */
export async function ask<C extends Call>(channel: C, input: Input<C>): Promise<Reply<Output<C>>> {
  // Main validated its reply, so the page can do without the schemas.
  const reply = (await bridge.call(channel, input).catch(toBug)) as Reply<Output<C>>;
  const request = JSON.stringify([channel, input]);
  if (!reply.ok) failedRequests.set(reply.error, request);
  else for (const listener of successListeners) listener(request);
  return reply;
}

/** A transport that fails is an error of the app. */
function toBug(thrown: unknown): Reply<never> {
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return { ok: false, error: { code: 'bug', subject: null, detail, retryable: false, requestId: null } };
}

/** Returns the request that an error answered; undefined if it has another origin. */
export function failedRequestOf(error: ErrorInfo): string | undefined {
  return failedRequests.get(error);
}

/** Calls a listener with every request that succeeded; see `failedRequestOf`. */
export function onSuccess(listener: (request: string) => void): void {
  successListeners.add(listener);
}

/** Subscribes to a push of main; returns a function that unsubscribes. */
export function listen<P extends Push>(channel: P, listener: (payload: Payload<P>) => void): () => void {
  return bridge.on(channel, (payload) => {
    listener(payload as Payload<P>);
  });
}
