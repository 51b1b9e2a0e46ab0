import tls from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import { SYSTEM } from '../../base/system.ts';
import { downloadFile } from './download-file.ts';
import type { DownloadOrder } from '../http/network.ts';
import { ExpiredUrl } from './open-output.ts';
import { createPlainNetwork } from '../http/plain-network.ts';
import type { TransferCommand, TransferReport, TransferOptions } from './transfer-thread.ts';
import { trustOnly } from '../../base/network/trust.ts';

/** Interval between two progress reports, in ms. */
const PROGRESS_MS = 50;

const { env, asksRoutes, certificates, authorities } = workerData as TransferOptions;
const routes = new Map<number, (answer: string | null) => void>();
const stops = new Map<number, AbortController>();
let nextRoute = 1;

const say = (report: TransferReport): void => parentPort?.postMessage(report);
const askRoute = async (url: string): Promise<string> => {
  const id = nextRoute++;
  const answer = await new Promise<string | null>((resolve) => {
    routes.set(id, resolve);
    say({ kind: 'route', id, url });
  });
  if (answer === null) throw new Error('The system does not say which way to take.');
  return answer;
};

tls.setDefaultCACertificates(certificates);
trustOnly();
const network = createPlainNetwork({ resolveProxy: asksRoutes ? askRoute : null, env, authorities });

// Worker thread for downloads, so that the main thread does not process their data.
parentPort?.on('message', (command: TransferCommand) => {
  if (command.kind === 'download') return void download(command.id, command.order);
  if (command.kind === 'abort') return stops.get(command.id)?.abort();
  routes.get(command.id)?.(command.answer);
  routes.delete(command.id);
});

async function download(id: number, order: DownloadOrder): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  let latest = 0;
  let timer: NodeJS.Timeout | null = null;
  const tell = (): void => {
    timer = null;
    say({ kind: 'progress', id, share: latest });
  };
  const onProgress = (share: number): void => {
    latest = share;
    timer ??= setTimeout(tell, PROGRESS_MS);
  };
  try {
    const downloaded = await downloadFile({ ...order, network, system: SYSTEM, signal: stop.signal, onProgress });
    if (timer !== null) tell();
    say({ kind: 'arrived', id, downloaded });
  } catch (error) {
    const retryAt = error instanceof AppError ? error.retryAt : null;
    say(
      error instanceof ExpiredUrl
        ? { kind: 'expired', id }
        : { kind: 'failed', id, error: toErrorInfo(error), retryAt },
    );
  } finally {
    if (timer !== null) clearTimeout(timer);
    stops.delete(id);
  }
}
