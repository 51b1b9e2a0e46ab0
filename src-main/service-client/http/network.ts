/** A request that spends nothing and may be repeated. */
export interface NetworkRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Whole, or piece by piece; a piece is not asked for before the one before it is on its way. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
  /** Longest wait for the head of the answer. */
  readonly responseTimeoutMs: number;
  /** Each piece of the answer's body is used before the next is asked for, so that all may share one memory. */
  readonly isStreamed?: true;
}

/** An answer whose head has arrived; its body has to be read or discarded. */
export interface NetworkResponse {
  readonly status: number;
  /** A response header, by its lowercase name. */
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the answer unread. */
  discard(): void;
}

/** How far a request came that was sent exactly once. */
export type SendOutcome =
  /** Proven: no byte of the body left. */
  | { readonly kind: 'not_sent'; readonly error: unknown }
  /** Some of it left, and no whole answer came. */
  | { readonly kind: 'no_response'; readonly error: unknown }
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** A response header, by its lowercase name. */
      readonly header: (name: string) => string | undefined;
      readonly text: string;
    };

/** A file to be fetched. */
export interface DownloadOrder {
  readonly url: string;
  readonly filePath: string;
  /** Where the service itself is; every other address is judged first. */
  readonly serviceOrigin: string;
}

/** A file that arrived whole. */
export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
}

/** The network as the client sees it; the simulation has one that loses, delays and repeats. */
export interface Network {
  /** Asks the service itself; its address may be on this computer. Rejects with the transport's error. */
  ask(request: NetworkRequest): Promise<NetworkResponse>;
  /** Asks an address the service named; one that leads inside this network is refused. */
  requestForeign(request: NetworkRequest): Promise<NetworkResponse>;
  /** Sends one POST exactly once over a fresh connection: no agent, no redirect, no retry. Never rejects. */
  sendOnce(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<SendOutcome>;
  /** As `downloadFile`, beside the caller's thread; absent where the caller does it itself. */
  download?(order: DownloadOrder, signal: AbortSignal, onProgress: (share: number) => void): Promise<Downloaded>;
  /** Closes all connections; running requests fail. */
  close(): Promise<void>;
}
