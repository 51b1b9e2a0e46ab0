/** A turn around a model that goes on with time. */
export interface Turntable {
  /** Goes to where the turn is at a time of the browser's, ms; the first one begins it. */
  readonly step: (now: number) => void;
  /** Resolves when it went all the way round; rejects with the signal's reason. */
  readonly end: Promise<void>;
}

const TURN_SECONDS = 6;

/** One turn; `circle` goes to an angle in radians, `onProgress` hears shares of 1. */
export function createTurntable(
  circle: (radians: number) => void,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Turntable {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => {
    reject(signal.reason as Error);
  });
  let startedAt: number | null = null;
  const step = (now: number): void => {
    startedAt ??= now;
    const share = Math.min((now - startedAt) / 1000 / TURN_SECONDS, 1);
    circle(share * 2 * Math.PI);
    onProgress(share);
    if (share >= 1) resolve();
  };
  return { step, end: promise };
}
