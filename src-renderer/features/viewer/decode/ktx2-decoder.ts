import scriptUrl from 'three/addons/libs/basis/basis_transcoder.js?url';
import wasmUrl from 'three/addons/libs/basis/basis_transcoder.wasm?url';
import { parseKtx2Header } from '../../../../src-shared/formats/ktx2-header.ts';
import { countPixels } from './worker-image-loader.ts';
import { createScriptDecoder } from './script-decoder.ts';

/** A KTX2 with Basis Universal to transcode. */
export interface Ktx2Request {
  readonly bytes: ArrayBuffer;
  /** Image size from its header. */
  readonly width: number;
  readonly height: number;
}

/** A decoder of KTX2 images; its worker starts with the first image that needs it. */
export interface Ktx2Decoder {
  /**
   * Returns the largest level as a bitmap; throws an error with a readable message if it is damaged, unsupported or too
   * large.
   */
  decode(bytes: ArrayBuffer): Promise<ImageBitmap>;
  close(): void;
}

/** Creates a decoder; call it in a worker that reads one model. */
export function createKtx2Decoder(): Ktx2Decoder {
  const transcoder = createScriptDecoder<Ktx2Request, ArrayBuffer>(
    () => new Worker(new URL('./ktx2-worker.ts', import.meta.url), { type: 'classic' }),
    scriptUrl,
    wasmUrl,
  );
  return {
    async decode(bytes) {
      const { width, height, coding, offset } = parseKtx2Header(new Uint8Array(bytes));
      countPixels({ width, height });
      const texels =
        coding === 'basis'
          ? new Uint8ClampedArray(await transcoder.decode({ bytes, width, height }))
          : toRgba(new Uint8Array(bytes, offset), width * height, coding === 'rgb' ? 3 : 4);
      const picture = new ImageData(texels, width, height);
      return createImageBitmap(picture, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
    },
    close() {
      transcoder.close();
    },
  };
}

function toRgba(plain: Uint8Array, pixels: number, channels: 3 | 4): Uint8ClampedArray<ArrayBuffer> {
  if (channels === 4) return new Uint8ClampedArray(plain.subarray(0, pixels * 4));
  const texels = new Uint8ClampedArray(pixels * 4).fill(255);
  for (let pixel = 0; pixel < pixels; pixel++) texels.set(plain.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  return texels;
}
