import { transcodeKtx2, type BasisTranscoder } from '../../../../src-shared/formats/transcode-ktx2.ts';
import { makeEmbindFunction } from './embind-functions.ts';
import type { Ktx2Request } from './ktx2-decoder.ts';
import type { DecoderRequest, DecoderReply, DecoderStart } from './script-decoder.ts';

/*
 * A classic script, not a module: the transcoder registers itself as a global.
 */

declare function importScripts(url: string): void;
declare function BASIS(options: { wasmBinary: ArrayBuffer }): Promise<BasisTranscoder>;

let loaded: Promise<BasisTranscoder> | null = null;

self.onmessage = async ({ data }: MessageEvent<DecoderStart | DecoderRequest<Ktx2Request>>) => {
  if ('script' in data) {
    // The page's content security policy forbids creating functions from text, which this script needs; the replacement
    // returns equivalent functions.
    Object.assign(self, { Function: makeEmbindFunction });
    importScripts(data.script);
    loaded = start(data.wasm);
    return;
  }
  try {
    if (!loaded) throw new Error('The transcoder was not started.');
    const { bytes, ...size } = data.order;
    const result = transcodeKtx2(await loaded, new Uint8Array(bytes), size).buffer;
    reply({ id: data.id, result }, [result]);
  } catch (error) {
    reply({ id: data.id, error: error instanceof Error ? error.message : String(error) }, []);
  }
};

function reply(message: DecoderReply<ArrayBuffer>, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}

async function start(wasmBinary: ArrayBuffer): Promise<BasisTranscoder> {
  const basis = await BASIS({ wasmBinary });
  basis.initializeBasis();
  return basis;
}
