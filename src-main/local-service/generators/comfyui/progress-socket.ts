import { WebSocket, type RawData } from 'ws';
import { TLS_CHECKS } from '../../../base/network/trust.ts';
import type { GeneratorServer } from '../http/generator-server.ts';
import { createProgressReader, type ProgressListener } from './progress-reader.ts';

/** Progress of one prompt. */
export interface ProgressSocket {
  /** Resolves when it is connected, or cannot be. Messages of a prompt that is sent before may be lost. */
  readonly opened: Promise<void>;
  /** Sets the prompt, when its id is known. */
  watch(promptId: string): void;
  close(): void;
}

/** Previews are larger than all other messages; they are skipped. */
const MAX_FRAME_BYTES = 16 * 1024 ** 2;
const HANDSHAKE_MS = 10_000;

/**
 * Listens to the progress of a prompt with `nodeCount` nodes. Nothing depends on it: without a connection, the queue and the
 * history are queried in any case.
 */
export function openProgressSocket(
  { url, lookup }: Pick<GeneratorServer, 'url' | 'lookup'>,
  clientId: string,
  { nodeCount, ...listener }: ProgressListener & { readonly nodeCount: number },
): ProgressSocket {
  const address = `${url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`;
  const socket = new WebSocket(address, {
    ...{ maxPayload: MAX_FRAME_BYTES, handshakeTimeout: HANDSHAKE_MS },
    ...{ lookup, ...TLS_CHECKS },
  });
  const opened = Promise.withResolvers<void>();
  for (const event of ['open', 'error', 'close'] as const) socket.on(event, () => opened.resolve());
  const { watch, read } = createProgressReader(nodeCount, listener);
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (!isBinary) read((data as Buffer).toString('utf8'));
  });
  return { opened: opened.promise, watch, close: () => socket.terminate() };
}
