/** A request that spends nothing and can be repeated. */
export interface NetworkRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Complete, or in chunks; a chunk is read only after the previous one was sent. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
  /** Maximum wait for the headers, in ms. */
  readonly responseTimeoutMs: number;
  /** Each chunk of the body is used before the next one is read, so that all can share one buffer. */
  readonly isStreamed?: true;
}

/** A response whose headers have arrived; its body has to be read or discarded. */
export interface NetworkResponse {
  readonly status: number;
  /** A response header, by its lowercase name. */
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the body. */
  discard(): void;
}

/** Outcome of a request that was sent exactly once. */
export type SendOutcome =
  /** Proven: no byte of the body was sent. */
  | { readonly kind: 'not_sent'; readonly error: unknown }
  /** Some bytes were sent, and no complete response arrived. */
  | { readonly kind: 'no_response'; readonly error: unknown }
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** A response header, by its lowercase name. */
      readonly header: (name: string) => string | undefined;
      readonly text: string;
    };

/** A file to download. */
export interface DownloadOrder {
  readonly url: string;
  readonly filePath: string;
  /** Origins of the service and its storage; every other address is checked first. */
  readonly ownOrigins: readonly string[];
}

/** A complete download. */
export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
}

/** The network of the client; the simulation has one that loses, delays and repeats responses. */
export interface Network {
  /** Sends a request to the service, which can be on this computer. Rejects with the transport error. */
  ask(request: NetworkRequest): Promise<NetworkResponse>;
  /** Sends a request to an address from the service; private addresses are refused. */
  requestForeign(request: NetworkRequest): Promise<NetworkResponse>;
  /** Sends one POST exactly once over a new connection: no agent, no redirect, no retry. Never rejects. */
  sendOnce(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<SendOutcome>;
  /** Like `downloadFile`, in a worker thread; absent if the caller downloads in its own thread. */
  download?(order: DownloadOrder, signal: AbortSignal, onProgress: (share: number) => void): Promise<Downloaded>;
  /** Closes all connections; running requests fail. */
  close(): Promise<void>;
}
