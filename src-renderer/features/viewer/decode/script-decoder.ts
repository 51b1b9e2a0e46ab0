/** First message to the worker of a decoder. */
export interface DecoderStart {
  /** URL of a classic script that registers the decoder as a global. */
  readonly script: string;
  readonly wasm: ArrayBuffer;
}

/** A request with its number. */
export interface DecoderRequest<Order> {
  readonly id: number;
  readonly order: Order;
}

/** The reply to the request with the same number. */
export type DecoderReply<Result> = { readonly id: number } & ({ readonly result: Result } | { readonly error: string });

/** A decoder in a worker of its own, which starts with the first request. */
export interface ScriptDecoder<Order, Result> {
  /** Throws the decoder's error for a damaged file. */
  decode(order: Order): Promise<Result>;
  close(): void;
}

/**
 * Creates a decoder from a published script and its WebAssembly. Such scripts are not modules, and three's own loaders
 * start them from URLs that the page's content security policy forbids; here every part is a file of the page.
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
