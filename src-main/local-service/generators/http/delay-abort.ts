/**
 * Time for the response to a creation after the work was stopped: without it, what it created has to be searched for. The app
 * ends the local service 5 s after it asked it to stop, and 2 s of them may be gone by then.
 */
export const CREATION_GRACE_MS = 2_000;

/** A signal that is aborted some time after another one, which is not aborted yet, so that a request whose response matters can still end. */
export function delayAbort(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(signal.reason), ms).unref(), { once: true });
  return later.signal;
}
