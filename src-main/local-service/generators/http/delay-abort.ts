/** A signal that is aborted some time after another one, which is not aborted yet, so that a request whose response matters can still end. */
export function delayAbort(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(signal.reason), ms).unref(), { once: true });
  return later.signal;
}
