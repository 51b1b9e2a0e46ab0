import { toEnglish } from '../../../src-shared/messages/english.ts';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../../src-shared/base/errors.ts';
import { toDiskError, toSourceError } from '../../folders/disk-error.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Request to the worker. */
export interface InspectRequest {
  readonly id: number;
  readonly kind: 'picture' | 'model';
  readonly path: string;
  /** Null: no thumbnail is needed. */
  readonly thumbnailPath: string | null;
}

/** Response of the worker; `code` belongs to an ImageError, a ModelError or the system. */
export type InspectResponse =
  | { readonly id: number; readonly ok: true; readonly bytes: number; readonly hasThumbnail: boolean }
  | { readonly id: number; readonly ok: false; readonly code: string; readonly detail: MessageOrText };

/** Checks sources completely, outside the main thread. */
export interface SourceInspector {
  /** Reads the file and writes its thumbnail; throws AppError naming `subject` if it cannot be used. */
  inspect(
    question: Omit<InspectRequest, 'id'>,
    subject: string,
  ): Promise<{ readonly bytes: number; readonly hasThumbnail: boolean }>;
  close(): Promise<void>;
}

/** An image of 64 megapixels needs 256 MB outside the heap; the heap itself remains small. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024 } as const;

const CODES: Readonly<Record<string, ErrorCode>> = {
  not_a_picture: 'not_a_picture',
  not_a_model: 'not_a_model',
  unsupported: 'not_a_model',
  truncated: 'file_truncated',
  too_large: 'picture_too_large',
  too_heavy: 'file_too_large',
  empty: 'file_empty',
};

/** An inspector with one worker, started at the first request and again after a crash. */
export function createSourceInspector(): SourceInspector {
  const entry = new URL(`./inspect-worker${path.extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  const waiting = new Map<number, { resolve: (answer: InspectResponse) => void; reject: (error: Error) => void }>();
  let worker: Worker | null = null;
  let nextId = 1;
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    const started = new Worker(entry, { resourceLimits: RESOURCE_LIMITS });
    started.unref();
    started.on('message', (answer: InspectResponse) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    const lost = (error: Error): void => {
      // A crashed worker emits error and exit; by then a new worker may be running.
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('error', lost);
    started.on('exit', () => lost(new Error('The reader stopped.')));
    return started;
  };

  const ask = async (question: Omit<InspectRequest, 'id'>, subject: string) => {
    worker ??= start();
    const id = nextId++;
    const answer = await new Promise<InspectResponse>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker?.ref();
      worker?.postMessage({ ...question, id } satisfies InspectRequest);
    })
      .catch((cause: unknown) => {
        throw new AppError('file_unreadable', message('file.reading-out-of-memory'), { subject, cause });
      })
      .finally(() => {
        if (waiting.size === 0) worker?.unref();
      });
    if (answer.ok) return answer;
    throw toInspectError(answer.code, answer.detail, subject);
  };

  return {
    // One at a time: a file that crashes the worker affects no other, and only one image is in memory.
    inspect: (question, subject) => {
      const turn = last.then(() => ask(question, subject));
      last = turn.catch(() => undefined);
      return turn;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

function toInspectError(code: string, detail: MessageOrText, subject: string): unknown {
  const known = CODES[code];
  if (known) return new AppError(known, detail, { subject });
  const system = Object.assign(new Error(toEnglish(detail)), { code });
  const translated = toSourceError(system, subject);
  return translated === system ? toDiskError(system, subject) : translated;
}
