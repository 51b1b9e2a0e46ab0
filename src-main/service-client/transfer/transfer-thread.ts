import path from 'node:path';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Downloaded, DownloadOrder, Network } from '../http/network.ts';
import { ExpiredUrl } from './open-output.ts';
import type { NetworkSources } from '../http/plain-network.ts';
import { trustSystemCertificates } from '../../base/network/trust.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Data of the thread at its start. */
export interface TransferOptions {
  readonly env: NodeJS.ProcessEnv;
  /** True if proxies of the system are available; the thread requests them from this thread. */
  readonly asksRoutes: boolean;
  /** Certificates that this thread trusts, because trust is set for each thread. */
  readonly certificates: readonly string[];
  /** Certificates that are trusted for the service itself and its storage. */
  readonly authorities: string | undefined;
}

/** Messages to the thread. */
export type TransferCommand =
  | { readonly kind: 'download'; readonly id: number; readonly order: DownloadOrder }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'route'; readonly id: number; readonly answer: string | null };

/** Messages from the thread. */
export type TransferReport =
  | { readonly kind: 'progress'; readonly id: number; readonly share: number }
  | { readonly kind: 'arrived'; readonly id: number; readonly downloaded: Downloaded }
  | { readonly kind: 'expired'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorInfo; readonly retryAt: number | null }
  | { readonly kind: 'route'; readonly id: number; readonly url: string };

/** A worker thread for downloads. */
export interface TransferThread {
  /** Downloads a file like `downloadFile`, in the worker thread. */
  readonly download: NonNullable<Network['download']>;
  /** Ends the worker thread; running downloads fail. */
  close(): Promise<void>;
}

interface Waiting {
  readonly onProgress: (share: number) => void;
  readonly resolve: (downloaded: Downloaded) => void;
  readonly reject: (error: Error) => void;
}

/** Size of the young generation: most garbage is short-lived chunks, so a small one keeps memory low. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8 } as const;

/** Creates a thread that starts with the first download, keeps no process alive, and is restarted after a crash. */
export function createTransferThread({ resolveProxy, env = process.env, authorities }: NetworkSources): TransferThread {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let nextId = 1;

  const start = (): Worker => {
    trustSystemCertificates();
    const extension = path.extname(new URL(import.meta.url).pathname);
    const certificates = tls.getCACertificates('default');
    const asksRoutes = resolveProxy !== null;
    const workerData: TransferOptions = { env: { ...env }, asksRoutes, certificates, authorities };
    const started = new Worker(new URL(`./transfer-worker${extension}`, import.meta.url), {
      workerData,
      resourceLimits: RESOURCE_LIMITS,
    });
    started.on('message', (report: TransferReport) => void hear(started, report));
    const lost = (error: Error): void => {
      // A broken thread emits error and exit; a new thread may already be running by then.
      if (thread !== started) return;
      thread = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('error', (error) => lost(error as Error));
    started.on('exit', () => lost(new Error('The transfers stopped.')));
    return started;
  };
  const hear = async (from: Worker, report: TransferReport): Promise<void> => {
    const { kind, id } = report;
    if (kind === 'route') {
      const answer = await (resolveProxy?.(report.url) ?? Promise.resolve('DIRECT')).catch(() => null);
      from.postMessage({ kind, id, answer } satisfies TransferCommand);
      return;
    }
    const asker = waiting.get(id);
    if (kind === 'progress') return asker?.onProgress(report.share);
    waiting.delete(id);
    if (waiting.size === 0) from.unref();
    if (kind === 'arrived') asker?.resolve(report.downloaded);
    else asker?.reject(kind === 'expired' ? new ExpiredUrl() : toAppError(report));
  };

  return {
    download: async (order, signal, onProgress) => {
      signal.throwIfAborted();
      const running = (thread ??= start());
      running.ref();
      const id = nextId++;
      const abort = (): void => running.postMessage({ kind: 'abort', id } satisfies TransferCommand);
      try {
        return await new Promise<Downloaded>((resolve, reject) => {
          waiting.set(id, { onProgress, resolve, reject });
          signal.addEventListener('abort', abort, { once: true });
          running.postMessage({ kind: 'download', id, order } satisfies TransferCommand);
        });
      } catch (error) {
        // A stopped download has saved its part by now.
        signal.throwIfAborted();
        if (error instanceof ExpiredUrl || error instanceof AppError) throw error;
        throw new AppError('download_failed', message('result.out-of-memory'), {
          retryable: true,
          cause: error,
        });
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}

function toAppError({ error, retryAt }: TransferReport & { readonly kind: 'failed' }): AppError {
  const { code, detail, ...rest } = error;
  return new AppError(code, detail, { ...rest, ...(retryAt === null ? {} : { retryAt }) });
}
