const RATE = 30;
const BITS_PER_SECOND = 12e6;
const KINDS = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/** True if this browser can record a video of a canvas. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && KINDS.some((kind) => MediaRecorder.isTypeSupported(kind));
}

/**
 * Records a canvas until `end` settles and returns a WebM, with frames as they are drawn, at most 30 per second. Throws
 * if recording is not supported, and rethrows the rejection of `end`.
 */
export async function recordCanvas(canvas: HTMLCanvasElement, end: Promise<void>): Promise<Blob> {
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  if (mimeType === undefined) throw new Error('No film can be made here.');
  const stream = canvas.captureStream(RATE);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  const stopped = new Promise<void>((resolve, reject) => {
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      resolve();
    };
    recorder.onerror = () => {
      reject(new Error('The film broke off.'));
    };
  });
  recorder.start();
  try {
    await Promise.race([end, stopped]);
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
  await stopped;
  return new Blob(parts, { type: 'video/webm' });
}
