import { WebSocket, type RawData } from 'ws';
import { TLS_CHECKS } from '../../../base/network/trust.ts';
import { z } from 'zod';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';
import type { GeneratorServer } from '../http/generator-server.ts';

/** Progress of one prompt. */
export interface ProgressSocket {
  /** Resolves when it is connected, or cannot be. Messages of a prompt that is sent before may be lost. */
  readonly opened: Promise<void>;
  /** Sets the prompt, when its id is known. */
  watch(promptId: string): void;
  close(): void;
}

interface ProgressListener {
  /** The prompt runs now. */
  onStart(): void;
  /** Share of its nodes that are done, 0 to 1. */
  onProgress(share: number): void;
  /** Something ended: the history may have news. */
  onEnd(): void;
}

const frame = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    prompt_id: z.string().optional(),
    node: z.string().nullish().catch(undefined),
    nodes: z.unknown().optional(),
    value: z.number().optional().catch(undefined),
    max: z.number().optional().catch(undefined),
  }),
});

const nodeStates = z.record(z.string(), z.looseObject({ value: z.number(), max: z.number(), state: z.string() }));

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
  { nodeCount, onStart, onProgress, onEnd }: ProgressListener & { readonly nodeCount: number },
): ProgressSocket {
  let promptId: string | null = null;
  let current: string | null = null;
  const seen = new Set<string>();
  const address = `${url.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`;
  const socket = new WebSocket(address, {
    ...{ maxPayload: MAX_FRAME_BYTES, handshakeTimeout: HANDSHAKE_MS },
    ...{ lookup, ...TLS_CHECKS },
  });
  const opened = Promise.withResolvers<void>();
  for (const event of ['open', 'error', 'close'] as const) socket.on(event, () => opened.resolve());

  /** The node that runs counts by its own progress. */
  function report(ownShare: number): void {
    const done = seen.size - (current === null ? 0 : 1);
    onProgress(Math.min(1, (done + ownShare) / Math.max(1, nodeCount)));
  }

  function read(text: string): void {
    const { data: message } = frame.safeParse(parse(text));
    if (!message) return;
    const { type, data } = message;
    // Messages of old versions have no id, and are sent to the client of the prompt only.
    if (data.prompt_id !== undefined && data.prompt_id !== promptId) return;
    switch (type) {
      case 'execution_start':
        return onStart();
      case 'execution_cached':
        if (Array.isArray(data.nodes)) for (const id of data.nodes) seen.add(String(id));
        return report(0);
      case 'executing':
        if (typeof data.node !== 'string') return onEnd();
        current = data.node;
        seen.add(current);
        return report(0);
      case 'progress':
        return report(shareOf(data.value, data.max));
      case 'progress_state': {
        const states = Object.values(nodeStates.safeParse(data.nodes).data ?? {});
        const done = states.reduce((sum, { value, max }) => sum + shareOf(value, max), 0);
        return onProgress(Math.min(1, done / Math.max(1, nodeCount)));
      }
      case 'execution_success':
      case 'execution_error':
      case 'execution_interrupted':
        return onEnd();
    }
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (!isBinary) read((data as Buffer).toString('utf8'));
  });
  return {
    opened: opened.promise,
    watch: (id) => (promptId = id),
    close: () => socket.terminate(),
  };
}

function shareOf(value = 0, max = 0): number {
  return max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
