/** What the worker of a decoder is told first. */
export interface DecoderStart {
  /** Address of a plain script that makes the decoder known as a global. */
  readonly script: string;
  readonly wasm: ArrayBuffer;
}

/** An order by its number. */
export interface DecoderRequest<Order> {
  readonly id: number;
  readonly order: Order;
}

/** The answer to the order of a number. */
export type DecoderReply<Result> = { readonly id: number } & ({ readonly result: Result } | { readonly error: string });

/** A decoder that works in a worker of its own, started with the first order. */
export interface ScriptDecoder<Order, Result> {
  /** Throws what the decoder says of a damaged file. */
  decode(order: Order): Promise<Result>;
  close(): void;
}

/**
 * Makes a decoder out of a published script and its WebAssembly. Such scripts are no modules, and three's own loaders
 * start them from addresses the page's policy forbids; here every part is a file of the page.
 */
export function createScriptDecoder<Order, Result>(
  startWorker: () => Worker,
  scriptUrl: string,
  wasmUrl: string,
): ScriptDecoder<Order, Result> {
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  let started: Promise<Worker> | null = null;
  let count = 0;

  async function start(): Promise<Worker> {
    const response = await fetch(wasmUrl);
    if (!response.ok) throw new Error('The decoder is not there.');
    const wasm = await response.arrayBuffer();
    const worker = startWorker();
    worker.onmessage = ({ data }: MessageEvent<DecoderReply<Result>>) => {
      const asker = waiting.get(data.id);
      waiting.delete(data.id);
      if ('result' in data) asker?.resolve(data.result);
      else asker?.reject(new Error(data.error));
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of waiting.values()) reject(new Error(message));
      waiting.clear();
    };
    const message: DecoderStart = { script: new URL(scriptUrl, self.location.href).href, wasm };
    worker.postMessage(message, [wasm]);
    return worker;
  }

  return {
    async decode(order) {
      const worker = await (started ??= start());
      const id = count++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, order } satisfies DecoderRequest<Order>);
      });
    },
    close() {
      void started?.then((worker) => {
        worker.terminate();
      });
    },
  };
}
