/** A timer that can be paused. */
export interface Countdown {
  /** Pauses it until it is resumed as many times. */
  pause(): void;
  /** Ends one pause; after the last one the full time starts again. */
  resume(): void;
  /** Cancels it. */
  stop(): void;
}

/** Calls `over` once, after `ms` without a pause. */
export function startCountdown(ms: number, over: () => void): Countdown {
  let pauses = 0;
  let isEnded = false;
  const start = () =>
    setTimeout(() => {
      isEnded = true;
      over();
    }, ms);
  let timer = start();
  return {
    pause() {
      pauses++;
      clearTimeout(timer);
    },
    resume() {
      // An element removed under the pointer still receives a leave event.
      if (pauses === 0 || --pauses > 0 || isEnded) return;
      timer = start();
    },
    stop() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
