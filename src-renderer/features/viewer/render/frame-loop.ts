/** Draws frames only while something changes. */
export interface FrameLoop {
  /** Requests a frame. */
  request(): void;
  /** Resolves after the next drawn frame. */
  nextFrame(): Promise<void>;
  /** Draws nothing until `work` settles, then a frame: a frame in between would wait for the graphics card. */
  hold(work: () => Promise<void>): Promise<void>;
  /** True if no frame is requested or held back. */
  readonly isIdle: boolean;
  /** Stops drawing. */
  close(): void;
  readonly isClosed: boolean;
}

/** Draws the frames of a loop. */
export interface FrameSource {
  /**
   * Draws a frame; returns true if another one follows immediately.
   *
   * @param now the browser's time of the frame, ms
   * @param passed seconds since the last frame, 0 after a rest
   */
  draw(now: number, passed: number): boolean;
  onRequest(): void;
  /** Called when nothing moves any more. */
  onRest(): void;
}

/** Longer pauses, such as those of a hidden window, are shortened to this. */
const LONGEST_STEP_SECONDS = 0.1;

/** Creates a loop at rest. */
export function createFrameLoop(source: FrameSource): FrameLoop {
  let frame = 0;
  let lastFrameAt: number | null = null;
  let held = 0;
  let waiting: (() => void)[] = [];
  let isClosed = false;

  function run(now: number): void {
    frame = 0;
    if (held > 0) return;
    const passed = Math.min((now - (lastFrameAt ?? now)) / 1000, LONGEST_STEP_SECONDS);
    const continues = source.draw(now, passed);
    for (const resolve of waiting.splice(0)) resolve();
    lastFrameAt = continues ? now : null;
    if (continues) request();
    else source.onRest();
  }

  function request(): void {
    if (isClosed) return;
    source.onRequest();
    if (held === 0) frame ||= requestAnimationFrame(run);
  }

  return {
    request,
    nextFrame: () => new Promise((resolve) => waiting.push(resolve)),
    hold: async (work) => {
      held++;
      try {
        await work();
      } finally {
        held--;
        request();
      }
    },
    get isIdle() {
      return frame === 0 && held === 0;
    },
    close: () => {
      isClosed = true;
      cancelAnimationFrame(frame);
      waiting = [];
    },
    get isClosed() {
      return isClosed;
    },
  };
}
