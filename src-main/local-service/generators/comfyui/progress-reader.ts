import { z } from 'zod';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';

/** Hears of the progress of one prompt. */
export interface ProgressListener {
  /** The prompt runs now. */
  onStart(): void;
  /** Share of its nodes that are done, 0 to 1. */
  onProgress(share: number): void;
  /** Something ended: the history may have news. */
  onEnd(): void;
}

/** Reads the messages of a server about one prompt. */
export interface ProgressReader {
  /** Sets the prompt, when its id is known. */
  watch(promptId: string): void;
  /** Reads one message; those about others, and those that are none, are skipped. */
  read(text: string): void;
}

const frame = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    prompt_id: z.string().optional(),
    node: z.unknown().optional(),
    nodes: z.unknown().optional(),
    value: z.unknown().optional(),
    max: z.unknown().optional(),
  }),
});

/** Ids of nodes are short: their number in the workflow, or that of a group and a number in it. */
const MAX_ID = 200;

/** Creates a reader for a prompt with `nodeCount` nodes. Its memory does not grow with what a server sends. */
export function createProgressReader(
  nodeCount: number,
  { onStart, onProgress, onEnd }: ProgressListener,
): ProgressReader {
  const total = Math.max(1, nodeCount);
  let promptId: string | null = null;
  let isRunning = false;
  const seen = new Set<string>();

  /** Nodes that a server adds while it runs may be more than the workflow has. */
  function see(id: unknown): void {
    if (typeof id === 'string' && id.length <= MAX_ID && seen.size < total) seen.add(id);
  }

  /** The node that runs counts by its own progress. */
  function report(ownShare: number): void {
    const done = seen.size - (isRunning ? 1 : 0);
    onProgress(Math.max(0, done + ownShare) / total);
  }

  return {
    watch: (id) => (promptId = id),
    read(text) {
      const { data: message } = frame.safeParse(parse(text));
      if (!message) return;
      const { type, data } = message;
      // Messages of old versions have no id, and are sent to the client of the prompt only.
      if (data.prompt_id !== undefined && data.prompt_id !== promptId) return;
      switch (type) {
        case 'execution_start':
          return onStart();
        case 'execution_cached':
          if (Array.isArray(data.nodes)) for (const id of data.nodes) see(id);
          return report(0);
        case 'executing':
          if (typeof data.node !== 'string') return onEnd();
          isRunning = true;
          see(data.node);
          return report(0);
        case 'progress':
          return report(shareOf(data));
        case 'progress_state': {
          const done = listValues(data.nodes).reduce<number>((sum, state) => sum + shareOf(state), 0);
          return onProgress(Math.min(1, done / total));
        }
        case 'execution_success':
        case 'execution_error':
        case 'execution_interrupted':
          return onEnd();
      }
    },
  };
}

/** The members of an object by hand: a schema would report an issue for each wrong one. */
function listValues(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** The share of a state that is done; 0 if it has none. */
function shareOf(state: unknown): number {
  const { value, max } = (state ?? {}) as { readonly value?: unknown; readonly max?: unknown };
  if (typeof value !== 'number' || typeof max !== 'number') return 0;
  const share = value / max;
  // Also false for what is not a number.
  return share > 0 ? Math.min(1, share) : 0;
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
