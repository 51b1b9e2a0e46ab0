/** A wait that can be held up. */
export interface Countdown {
  /** Holds it up until it is let go as often. */
  hold(): void;
  /** Lets go of one hold; after the last the whole time begins anew. */
  letGo(): void;
  /** Ends it before it is over. */
  stop(): void;
  /** Ends it as if its time were over. */
  finish(): void;
}

/** Calls `over` once, after so many milliseconds in a row in which nothing held it up. */
export function startCountdown(ms: number, over: () => void): Countdown {
  let holds = 0;
  let isEnded = false;
  const start = () =>
    setTimeout(() => {
      isEnded = true;
      over();
    }, ms);
  let timer = start();
  return {
    hold() {
      holds++;
      clearTimeout(timer);
    },
    letGo() {
      // What is taken off the page under the pointer hears of its leaving, too.
      if (holds === 0 || --holds > 0 || isEnded) return;
      timer = start();
    },
    stop() {
      isEnded = true;
      clearTimeout(timer);
    },
    finish() {
      if (isEnded) return;
      this.stop();
      over();
    },
  };
}
