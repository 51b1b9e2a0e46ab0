/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Number of leading bytes of a JPEG that are searched for its size; metadata from cameras is shorter. */
const HEAD_BYTES = 1024 ** 2;

/**
 * Reads the size of an image from its first bytes, without decoding it: PNG (W3C PNG, 11.2.1), JPEG (ITU T.81, B.2.2)
 * and WebP (RFC 9649, 2.5 to 2.7). Returns null for other formats and damaged files.
 */
export async function readImageSize(picture: Blob): Promise<ImageSize | null> {
  const view = new DataView(await picture.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (view.getUint16(0) === 0xffd8) return readJpegSize(view);
    return view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250 ? readWebpSize(view) : null;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Finds the first frame header among the segments; throws a RangeError if the data ends before it. */
function readJpegSize(view: DataView): ImageSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    // Segments may be padded with FF bytes.
    while (view.getUint16(at) === 0xffff) at++;
    const marker = view.getUint16(at);
    if (marker < 0xffc0) return null;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}

/** Reads the size from the first chunk: lossy, lossless or extended. */
function readWebpSize(view: DataView): ImageSize | null {
  const chunk = view.getUint32(12);
  if (chunk === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const threeBytes = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  return chunk === 0x56503858 ? { width: threeBytes(24) + 1, height: threeBytes(27) + 1 } : null;
}
