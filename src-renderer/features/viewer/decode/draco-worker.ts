import type { DecodedGeometry, DracoRequest } from './draco-decoder.ts';
import type { DecoderRequest, DecoderReply, DecoderStart } from './script-decoder.ts';

/*
 * A classic script, not a module: Google's decoder registers itself as a global, which requires `importScripts`. Only
 * types may be imported here.
 */

type Pointer = object;
interface Decoder {
  DecodeArrayToMesh(bytes: Int8Array, length: number, mesh: Pointer): { ok(): boolean; error_msg(): string };
  GetAttributeByUniqueId(mesh: Pointer, id: number): { num_components(): number };
  GetTrianglesUInt32Array(mesh: Pointer, bytes: number, to: number): void;
  GetAttributeDataArrayForAllPoints(mesh: Pointer, attribute: Pointer, type: number, bytes: number, to: number): void;
}
interface Draco {
  readonly HEAPU8: Uint8Array;
  Decoder: new () => Decoder;
  Mesh: new () => { num_faces(): number; num_points(): number };
  destroy(thing: object): void;
  _malloc(bytes: number): number;
  _free(at: number): void;
}
declare function importScripts(url: string): void;
declare function DracoDecoderModule(options: { wasmBinary: ArrayBuffer }): Promise<Draco>;

const ARRAYS = { Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array } as const;
/** Draco's ids of its data types. */
const TYPES: Readonly<Record<keyof typeof ARRAYS, number>> = {
  Int8Array: 1,
  Uint8Array: 2,
  Int16Array: 3,
  Uint16Array: 4,
  Int32Array: 5,
  Uint32Array: 6,
  Float32Array: 9,
};

let loaded: Promise<Draco> | null = null;

self.onmessage = async ({ data }: MessageEvent<DecoderStart | DecoderRequest<DracoRequest>>) => {
  if ('script' in data) {
    importScripts(data.script);
    loaded = DracoDecoderModule({ wasmBinary: data.wasm });
    return;
  }
  try {
    if (!loaded) throw new Error('The decoder was not started.');
    const result = decode(await loaded, data.order);
    const buffers = [result.index, ...result.attributes.map(({ array }) => array)].map(({ buffer }) => buffer);
    reply({ id: data.id, result }, buffers as ArrayBuffer[]);
  } catch (error) {
    reply({ id: data.id, error: error instanceof Error ? error.message : String(error) }, []);
  }
};

function reply(message: DecoderReply<DecodedGeometry>, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}

function decode(draco: Draco, { bytes, attributes }: DracoRequest): DecodedGeometry {
  const decoder = new draco.Decoder();
  const mesh = new draco.Mesh();
  try {
    const status = decoder.DecodeArrayToMesh(new Int8Array(bytes), bytes.byteLength, mesh);
    if (!status.ok()) throw new Error(`Draco: ${status.error_msg()}`);
    const indices = mesh.num_faces() * 3;
    const index = copyOut(draco, indices * 4, (to) => decoder.GetTrianglesUInt32Array(mesh, indices * 4, to));
    return {
      index: new Uint32Array(index),
      attributes: attributes.map(({ name, id, type }) => {
        const attribute = decoder.GetAttributeByUniqueId(mesh, id);
        const itemSize = attribute.num_components();
        const length = mesh.num_points() * itemSize * ARRAYS[type].BYTES_PER_ELEMENT;
        const values = copyOut(draco, length, (to) =>
          decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, TYPES[type], length, to),
        );
        return { name, itemSize, array: new ARRAYS[type](values) };
      }),
    };
  } finally {
    draco.destroy(mesh);
    draco.destroy(decoder);
  }
}

/** Lets the decoder write to its memory and returns a copy; its memory may have been reallocated by then. */
function copyOut(draco: Draco, bytes: number, write: (to: number) => void): ArrayBuffer {
  const to = draco._malloc(bytes);
  try {
    write(to);
    return draco.HEAPU8.slice(to, to + bytes).buffer;
  } finally {
    draco._free(to);
  }
}
