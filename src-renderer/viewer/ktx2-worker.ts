import { makeEmbindFunction } from './embind-functions.ts';
import type { Ktx2Order } from './ktx2-decoder.ts';
import type { DecoderOrder, DecoderReply, DecoderStart } from './script-decoder.ts';

/*
 * A plain script, not a module: the transcoder makes itself known as a global, and only `importScripts` lets it.
 */

interface Ktx2File {
  getWidth(): number;
  getHeight(): number;
  /** This and the last answer 0 where it is damaged. */
  startTranscoding(): number;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  /** The last three: no alpha of its own, and what codes of rows and columns are, by its own choice. */
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
interface Basis {
  initializeBasis(): void;
  KTX2File: new (bytes: Uint8Array) => Ktx2File;
}
declare function importScripts(url: string): void;
declare function BASIS(options: { wasmBinary: ArrayBuffer }): Promise<Basis>;

/** Four bytes a texel, among the transcoder's formats. */
const RGBA32 = 13;

let loaded: Promise<Basis> | null = null;

self.onmessage = async ({ data }: MessageEvent<DecoderStart | DecoderOrder<Ktx2Order>>) => {
  if ('script' in data) {
    // The page's policy makes no function out of text, which this script asks for: here it gets what the text would be.
    Object.assign(self, { Function: makeEmbindFunction });
    importScripts(data.script);
    loaded = start(data.wasm);
    return;
  }
  try {
    if (!loaded) throw new Error('The transcoder was not started.');
    const result = transcode(await loaded, data.order);
    reply({ id: data.id, result }, [result]);
  } catch (error) {
    reply({ id: data.id, error: error instanceof Error ? error.message : String(error) }, []);
  }
};

function reply(message: DecoderReply<ArrayBuffer>, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}

async function start(wasmBinary: ArrayBuffer): Promise<Basis> {
  const basis = await BASIS({ wasmBinary });
  basis.initializeBasis();
  return basis;
}

function transcode(basis: Basis, { bytes, width, height }: Ktx2Order): ArrayBuffer {
  const file = new basis.KTX2File(new Uint8Array(bytes));
  try {
    if (file.getWidth() !== width || file.getHeight() !== height || !file.startTranscoding())
      throw new Error('It is damaged.');
    const length = file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA32);
    if (length !== width * height * 4) throw new Error('It is of a kind not read here.');
    const texels = new Uint8Array(length);
    if (!file.transcodeImage(texels, 0, 0, 0, RGBA32, 0, -1, -1)) throw new Error('Its texels are damaged.');
    return texels.buffer;
  } finally {
    file.close();
    file.delete();
  }
}
