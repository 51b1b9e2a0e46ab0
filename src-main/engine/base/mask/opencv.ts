import { createRequire } from 'node:module';

/** A matrix in the library's own memory; `delete` frees it. */
interface Mat {
  readonly data: Uint8Array;
  delete(): void;
}

/** The part of OpenCV.js 4.5 that Dropforge uses. */
export interface OpenCv {
  readonly Mat: new (rows?: number, columns?: number, type?: number) => Mat;
  readonly Rect: new (x: number, y: number, width: number, height: number) => object;
  readonly CV_8UC1: number;
  readonly CV_8UC3: number;
  readonly GC_INIT_WITH_RECT: number;
  readonly GC_INIT_WITH_MASK: number;
  readonly GC_FGD: number;
  readonly GC_PR_FGD: number;
  grabCut(image: Mat, mask: Mat, box: object, back: Mat, front: Mat, rounds: number, mode: number): void;
}

type Loading = Partial<OpenCv> & { onRuntimeInitialized?: () => void };
const HOOKED_EVENTS = ['uncaughtException', 'unhandledRejection'] as const;
let loaded: Promise<{ readonly cv: OpenCv }> | null = null;

/**
 * Loads OpenCV once per thread, on first use (about 200 ms and 60 MB). The result is wrapped because the library object
 * has a `then` that never settles, so it must not be awaited.
 */
export function loadOpenCv(): Promise<{ readonly cv: OpenCv }> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<{ readonly cv: OpenCv }> {
  const before = HOOKED_EVENTS.map((event) => process.rawListeners(event));
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Loading;
  // Its start-up code hooks the process's error events and turns any unhandled rejection into an abort: undo that.
  HOOKED_EVENTS.forEach((event, i) => {
    for (const listener of process.rawListeners(event)) {
      if (!before[i]!.includes(listener)) process.off(event, listener as () => void);
    }
  });
  if (!cv.Mat) {
    await new Promise<void>((resolve) => {
      cv.onRuntimeInitialized = resolve;
    });
  }
  return { cv: cv as OpenCv };
}
