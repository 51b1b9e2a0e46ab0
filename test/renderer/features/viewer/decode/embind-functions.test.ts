import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { makeEmbindFunction } from '../../../../../src-renderer/features/viewer/decode/embind-functions.ts';
import { buildKtx2 } from '../../../../helpers/images/ktx2-image.ts';

interface Transcoder {
  initializeBasis(): void;
  KTX2File: new (bytes: Uint8Array) => {
    isUASTC(): boolean;
    startTranscoding(): number;
    getImageTranscodedSizeInBytes(...where: number[]): number;
    transcodeImage(to: Uint8Array, ...where: number[]): number;
    close(...surplus: number[]): void;
    delete(): void;
  };
}

const SCRIPT = createRequire(import.meta.url).resolve('three/addons/libs/basis/basis_transcoder.js');
const RED = [220, 40, 40] as const;
const GREEN = [40, 200, 60] as const;

/** The transcoder as it runs in the page: where no function may be made out of text. */
async function startTranscoder(standIn: object): Promise<Transcoder> {
  // What is made out here counts as an object in there.
  const context = createContext({ Object, ...standIn }, { codeGeneration: { strings: false, wasm: true } });
  runInContext(readFileSync(SCRIPT, 'utf8'), context);
  const start = runInContext('BASIS', context) as (options: object) => Promise<Transcoder>;
  const transcoder = await start({ wasmBinary: readFileSync(SCRIPT.replace(/js$/, 'wasm')) });
  transcoder.initializeBasis();
  return transcoder;
}

describe('the transcoder of KTX2 without functions made out of text', () => {
  it('reads an image', async () => {
    const { KTX2File } = await startTranscoder({ Function: makeEmbindFunction });
    const file = new KTX2File(new Uint8Array(buildKtx2('uastc', 8, RED, GREEN)));
    expect([file.isUASTC(), file.startTranscoding()]).toEqual([true, 1]);
    const texels = new Uint8Array(file.getImageTranscodedSizeInBytes(0, 0, 0, 13));
    expect(file.transcodeImage(texels, 0, 0, 0, 13, 0, -1, -1)).toBe(1);
    expect(texels.length).toBe(8 * 8 * 4);
    expect([...texels.subarray(0, 4)]).toEqual([...RED, 255]);
    expect([...texels.subarray(-4)]).toEqual([...GREEN, 255]);
    file.close();
    file.delete();
  });

  it('says what is wrong with a call, and with a file', async () => {
    const { KTX2File } = await startTranscoder({ Function: makeEmbindFunction });
    const broken = new KTX2File(new Uint8Array(buildKtx2('uastc', 8, RED, GREEN).subarray(0, 100)));
    broken.startTranscoding();
    expect(broken.transcodeImage(new Uint8Array(256), 0, 0, 0, 13, 0, -1, -1)).toBe(0);
    expect(() => broken.close(1)).toThrow('close takes 0 and got 1');
    broken.delete();
  });

  it('does not start without the stand-in', async () => {
    await expect(startTranscoder({})).rejects.toThrow(/Code generation from strings disallowed/);
  });

  it('makes nothing out of any other text', () => {
    expect(() => makeEmbindFunction('return 1')()).toThrow('No function is made out of this text');
  });
});
