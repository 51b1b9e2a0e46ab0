import scriptUrl from 'three/addons/libs/basis/basis_transcoder.js?url';
import wasmUrl from 'three/addons/libs/basis/basis_transcoder.wasm?url';
import { parseKtx2Header } from '../../../../src-shared/formats/ktx2-header.ts';
import { countPixels } from './worker-image-loader.ts';
import { createScriptDecoder } from './script-decoder.ts';

/** A KTX2 that holds Basis Universal, to be made plain. */
export interface Ktx2Request {
  readonly bytes: ArrayBuffer;
  /** Of the image, as its header says. */
  readonly width: number;
  readonly height: number;
}

/** A decoder of images in KTX2; its worker starts with the first image that needs it. */
export interface Ktx2Decoder {
  /** The largest level as a bitmap; throws a sentence when it is damaged, of a kind not read or too large. */
  decode(bytes: ArrayBuffer): Promise<ImageBitmap>;
  close(): void;
}

/** Makes a decoder; to be called in a worker that reads one model. */
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
