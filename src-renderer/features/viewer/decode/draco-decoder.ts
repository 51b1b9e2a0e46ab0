import { BufferAttribute, BufferGeometry } from 'three';
import wasmUrl from 'three/addons/libs/draco/gltf/draco_decoder.wasm?url';
import scriptUrl from 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js?url';
import type { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { createScriptDecoder } from './script-decoder.ts';

type ArrayName =
  'Int8Array' | 'Uint8Array' | 'Int16Array' | 'Uint16Array' | 'Int32Array' | 'Uint32Array' | 'Float32Array';

/** A mesh to decode. */
export interface DracoRequest {
  readonly bytes: ArrayBuffer;
  readonly attributes: readonly { readonly name: string; readonly id: number; readonly type: ArrayName }[];
}

export interface DecodedGeometry {
  readonly index: Uint32Array;
  readonly attributes: readonly {
    readonly name: string;
    readonly itemSize: number;
    readonly array: InstanceType<(typeof globalThis)[ArrayName]>;
  }[];
}

/** Creates a decoder of KHR_draco_mesh_compression for three's glTF loader; dispose of it after use. */
export function createDracoDecoder(): DRACOLoader {
  const decoder = createScriptDecoder<DracoRequest, DecodedGeometry>(
    () => new Worker(new URL('./draco-worker.ts', import.meta.url), { type: 'classic' }),
    scriptUrl,
    wasmUrl,
  );
  const loader = {
    preload: () => loader,
    async decodeDracoFile(
      bytes: ArrayBuffer,
      onDecoded: (geometry: BufferGeometry) => void,
      ids: Readonly<Record<string, number>>,
      types: Readonly<Record<string, ArrayName>>,
      _colorSpace: string,
      onError: (error: unknown) => void,
    ): Promise<void> {
      try {
        const attributes = Object.entries(ids).map(([name, id]) => ({ name, id, type: types[name] ?? 'Float32Array' }));
        onDecoded(toGeometry(await decoder.decode({ bytes, attributes })));
      } catch (error) {
        onError(error);
      }
    },
    dispose() {
      decoder.close();
    },
  };
  return loader as unknown as DRACOLoader;
}

function toGeometry({ index, attributes }: DecodedGeometry): BufferGeometry {
  const geometry = new BufferGeometry().setIndex(new BufferAttribute(index, 1));
  for (const { name, array, itemSize } of attributes) geometry.setAttribute(name, new BufferAttribute(array, itemSize));
  return geometry;
}
