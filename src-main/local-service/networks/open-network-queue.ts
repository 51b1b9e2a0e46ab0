import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasNetworkRuntime } from '../../base/has-network-runtime.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { ServiceConfig } from '../read-config.ts';
import { ENGINE_LIMITS } from '../workers/engine-limits.ts';
import type { WorkQueue } from '../workers/work-queue.ts';
import { createWorkerPool, type PoolOptions } from '../workers/worker-pool.ts';
import { createNetworkQueue, listNetworks } from './network-queue.ts';

/** Files of ONNX above 2 GB keep their weights elsewhere; the largest segmentation networks have 0.9 GB. */
const MAX_MODEL_MB = 1_024;

/**
 * A queue over the engine that uses the networks of the configuration, each in a process of its own; the engine alone if
 * there are none. Throws a StartupError that names the key of what cannot be used, and then closes the engine; without
 * `strict` such a network fails with a note in each task instead.
 */
export async function openNetworkQueue(
  { generation, dataDir }: Pick<ServiceConfig, 'generation' | 'dataDir'>,
  engine: WorkQueue,
  { entry, start }: Pick<PoolOptions, 'entry' | 'start'>,
): Promise<WorkQueue> {
  const folder = path.join(dataDir, 'networks');
  await rm(folder, { recursive: true, force: true });
  const configured = listNetworks(generation);
  if (configured.length === 0) return engine;
  try {
    if (generation.strict) await checkNetworks(configured);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const networks = configured.map(({ use, config }) => {
    const maxBytes = config.memoryMb * 1024 ** 2;
    const limits = { ...ENGINE_LIMITS, maxBytes, maxMs: config.timeLimitSeconds * 1_000 };
    return { use, config, pool: createWorkerPool({ entry, start, size: 1, warm: 0, limits }) };
  });
  return createNetworkQueue(networks, engine, folder);
}

async function checkNetworks(configured: ReturnType<typeof listNetworks>): Promise<void> {
  for (const { use, config } of configured) await checkFile(`generation.${use}.model`, config.model);
  if (hasNetworkRuntime()) return;
  const key = `generation.${configured[0]!.use}.model`;
  throw new StartupError(`${key}: the package onnxruntime-node is not installed. Install it, or remove the key.`);
}

async function checkFile(key: string, file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile())
    throw new StartupError(`${key}: there is no file ${file}. Correct the path, or remove the key.`);
  if (found.size <= MAX_MODEL_MB * 1024 ** 2) return;
  throw new StartupError(`${key}: the file ${file} is larger than ${MAX_MODEL_MB} MB. Choose a smaller network.`);
}
