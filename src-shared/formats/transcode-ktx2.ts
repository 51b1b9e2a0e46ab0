/** A file in the transcoder's memory; `close` and `delete` free it. */
interface Ktx2File {
  getWidth(): number;
  getHeight(): number;
  /** Returns 0 for a damaged file, like `transcodeImage`. */
  startTranscoding(): number;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  /** The last three parameters: no separate alpha, and the transcoder's defaults for row and column pitch. */
  transcodeImage(
    to: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    alpha: number,
    columns: number,
    rows: number,
  ): number;
  close(): void;
  delete(): void;
}

/** The part of the Basis Universal transcoder used here; call `initializeBasis` once before. */
export interface BasisTranscoder {
  initializeBasis(): void;
  readonly KTX2File: new (bytes: Uint8Array) => Ktx2File;
}

/** Four bytes per texel, as a format of the transcoder. */
const RGBA32 = 13;

/**
 * Decodes the largest level of a KTX2 in Basis Universal (ETC1S or UASTC) to RGBA, 8 bits each, straight alpha, rows
 * from the top; width and height come from its validated header. Throws an error with a readable message if it is
 * damaged.
 */
export function transcodeKtx2(
  basis: BasisTranscoder,
  bytes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array<ArrayBuffer> {
  const file = new basis.KTX2File(bytes);
  try {
    if (file.getWidth() !== width || file.getHeight() !== height || !file.startTranscoding())
      throw new Error('It is damaged.');
    const length = file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA32);
    if (length !== width * height * 4) throw new Error('It is of a kind not read here.');
    const texels = new Uint8Array(length);
    if (!file.transcodeImage(texels, 0, 0, 0, RGBA32, 0, -1, -1)) throw new Error('Its texels are damaged.');
    return texels;
  } finally {
    file.close();
    file.delete();
  }
}
