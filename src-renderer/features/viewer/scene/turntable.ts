/** A timed turn around a model. */
export interface Turntable {
  /** Moves to the position at a browser time in ms; the first call starts the turn. */
  readonly step: (now: number) => void;
  /** Resolves after a full turn; rejects with the signal's reason. */
  readonly end: Promise<void>;
}

const TURN_SECONDS = 6;

/** Creates one turn; `circle` moves to an angle in radians, `onProgress` receives 0 to 1. */
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
