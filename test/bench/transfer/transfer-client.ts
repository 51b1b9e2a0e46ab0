import { monitorEventLoopDelay } from 'node:perf_hooks';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { downloadFile } from '../../../src-main/service-client/transfer/download-file.ts';
import { createNodeNetwork } from '../../../src-main/service-client/http/node-network.ts';
import { createPlainNetwork } from '../../../src-main/service-client/http/plain-network.ts';
import { uploadFile } from '../../../src-main/service-client/transfer/upload-file.ts';
import { SYSTEM, type System } from '../../../src-main/base/system.ts';

/** What the client is asked to do once. */
export interface TransferOrder {
  readonly kind: 'get' | 'get_without_hash' | 'put' | 'idle';
  readonly url: string;
  readonly filePath: string;
}

/** What one transfer took. */
export interface TransferResult {
  readonly ms: number;
  /** Most memory over what the process had before, bytes. */
  readonly rssBytes: number;
  /** 99th percentile of the event loop's delay beyond its usual turn, milliseconds. */
  readonly delayMs: number;
  /** Processor time of all threads, milliseconds. */
  readonly cpuMs: number;
}

const RESOLUTION_MS = 1;
const SAMPLE_MS = 20;

/** Says nothing about a file, at once; for measuring what the hash costs. */
const WITHOUT_HASH: System = {
  ...SYSTEM,
  disk: {
    ...SYSTEM.disk,
    hashWhileWriting: () => ({ upTo: () => undefined, finish: () => Promise.resolve(''), close: () => undefined }),
  },
};

// Process entry: the app's own transfer as main runs it, alone in its process so that memory and delays are its own.
const network = createNodeNetwork();
const plain = createPlainNetwork({ resolveProxy: null });
process.on('message', (order: TransferOrder) => {
  void run(order).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');

async function run({ kind, url, filePath }: TransferOrder): Promise<TransferResult> {
  if (kind.startsWith('get')) await rm(filePath, { force: true });
  await pause(50);
  const idle = process.memoryUsage.rss();
  let most = idle;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_MS);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const used = process.cpuUsage();
  const start = performance.now();
  const common = {
    url,
    filePath,
    ownOrigins: [new URL(url).origin],
    network: plain,
    system: kind === 'get_without_hash' ? WITHOUT_HASH : SYSTEM,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  if (kind === 'idle') await pause(500);
  else if (kind === 'put') await uploadFile(common);
  else if (kind === 'get')
    await network.download?.({ url, filePath, ownOrigins: common.ownOrigins }, common.signal, common.onProgress);
  else await downloadFile(common);
  const ms = performance.now() - start;
  const { user, system: kernel } = process.cpuUsage(used);
  delay.disable();
  clearInterval(watch);
  return {
    ms,
    rssBytes: Math.max(most, process.memoryUsage.rss()) - idle,
    delayMs: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
    cpuMs: (user + kernel) / 1000,
  };
}
