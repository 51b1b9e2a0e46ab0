/** How even the frames of a list were. */
export interface FrameTimes {
  /** Time between two frames that only one in a hundred exceeds, ms. */
  readonly p99: number;
  readonly fps: number;
  /** Mean time of a frame, ms. */
  readonly mean: number;
  /** Elements in the page. */
  readonly nodes: number;
  /** Rows of the list in the page. */
  readonly rows: number;
}

/**
 * Scrolls a list by 50 px a frame for some time while `patch` changes 2,000 rows a second, and answers how even its frames
 * were. Stands alone: it is handed to a page as text.
 */
export async function measureFrames(
  list: HTMLElement,
  patch: (count: number) => void,
  measuredMs: number,
): Promise<FrameTimes> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let n = 0; n < 20; n++) await frame();
  const times: number[] = [];
  const until = performance.now() + measuredMs;
  let before = await frame();
  let due = 0;
  while (before < until) {
    const now = await frame();
    times.push(now - before);
    due += ((now - before) * 2_000) / 1000;
    before = now;
    list.scrollTop = (list.scrollTop + 50) % (list.scrollHeight - list.clientHeight);
    patch(Math.floor(due));
    due -= Math.floor(due);
  }
  times.sort((one, other) => one - other);
  return {
    p99: times[Math.ceil(times.length * 0.99) - 1] ?? Infinity,
    fps: (times.length * 1000) / measuredMs,
    mean: times.reduce((sum, each) => sum + each, 0) / times.length,
    nodes: document.querySelectorAll('*').length,
    rows: list.querySelectorAll('[role=row]').length,
  };
}
