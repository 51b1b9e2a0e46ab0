import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiError } from '../../src-main/local-service/api-error.ts';
import { ENGINE_LIMITS } from '../../src-main/local-service/workers/engine-limits.ts';
import { startProcessEngine } from '../../src-main/local-service/workers/process-engine.ts';
import { EngineLost } from '../../src-main/local-service/workers/work-queue.ts';
import { createWorkerPool, type PoolOptions } from '../../src-main/local-service/workers/worker-pool.ts';
import { networkConfig } from '../../src-shared/api/generators/network-config.ts';
import { busyBackground, drawRedBar } from '../helpers/images/red-bar.ts';
import type { CaseResult, Verdict } from './fuzz-target.ts';
import { judgeMessage } from './judge-error.ts';

const ENTRY = new URL('../../src-main/local-service/workers/engine-worker.ts', import.meta.url);

/** Memory and time of a case. The parent looks every 100 ms, so that a process may have more for a moment. */
export const NETWORK_LIMITS = { maxBytes: 512 * 1024 ** 2, maxMs: 5_000 } as const;

/** A process that exceeds its limits is away after this time, also on a busy computer. */
const MAX_LATE_MS = 15_000;

/** Runs networks on one image in an engine process of its own, one at a time. */
export interface NetworkRunner {
  run(bytes: Uint8Array): Promise<CaseResult>;
  close(): Promise<void>;
}

/** Creates a runner; its process starts with the first case and is replaced when it ends. */
export function createNetworkRunner(): NetworkRunner {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-fuzz-'));
  const [model, image] = [path.join(root, 'case.onnx'), path.join(root, 'image.png')];
  let drawn: Promise<void> | null = null;
  let peakBytes = 0;
  const start: PoolOptions['start'] = (...options) => {
    const engine = startProcessEngine(...options);
    const residentBytes = async (): Promise<number | null> => {
      const bytes = await engine.residentBytes();
      peakBytes = Math.max(peakBytes, bytes ?? 0);
      return bytes;
    };
    return { ...engine, residentBytes };
  };
  const limits = { ...ENGINE_LIMITS, ...NETWORK_LIMITS };
  const pool = createWorkerPool({ entry: ENTRY, start, limits, size: 1, warm: 0 });

  return {
    async run(bytes) {
      await (drawn ??= drawRedBar(busyBackground).then((png) => writeFileSync(image, png)));
      writeFileSync(model, bytes);
      peakBytes = 0;
      const startedAt = performance.now();
      const verdict = await pool
        .run(
          {
            ...{ taskId: 'case', operation: 'image_to_model', values: {}, sourcePaths: [image] },
            ...{ folder: path.join(root, 'case'), network: { ...networkConfig.parse({ model }), use: 'depth' } },
          },
          { onStart: () => undefined, onProgress: () => undefined },
        )
        .then((): Verdict => ({ kind: 'accepted' }), judge);
      const ms = performance.now() - startedAt;
      if (ms <= NETWORK_LIMITS.maxMs + MAX_LATE_MS) return { verdict, ms, peakBytes };
      return { verdict: { kind: 'failed', failure: `it took ${Math.round(ms)} ms` }, ms, peakBytes };
    },
    async close() {
      await pool.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A lost process is an end that is provided for: the task says why, and does without its network. */
function judge(error: unknown): Verdict {
  if (error instanceof EngineLost) return { kind: 'refused', code: 'lost', reason: error.lossCause };
  if (error instanceof ApiError) return judgeMessage(String(error.code), error.detail);
  return { kind: 'failed', failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
