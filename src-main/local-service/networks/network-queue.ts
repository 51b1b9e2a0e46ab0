import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  NETWORK_USES,
  type NetworkConfig,
  type NetworkUse,
} from '../../../src-shared/api/generators/network-config.ts';
import type { Message, MessageOrText } from '../../../src-shared/api/messages/message.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import { ApiError } from '../api-error.ts';
import { EngineLost, WorkStopped, type WorkEvents, type WorkItem, type WorkQueue } from '../workers/work-queue.ts';

/** A network with a process of its own. */
export interface Network {
  readonly use: NetworkUse;
  readonly config: NetworkConfig;
  readonly pool: WorkQueue;
}

/** Operations that start with the mask and the relief of one image. */
const OPERATIONS: readonly OperationName[] = ['image_to_model', 'image_to_splat', 'generate_multiview_image'];

/** A network whose process was lost this many times in a row is not used again. */
const MAX_LOSSES = 2;

const FAILURES = { masks: 'network.masks-failed', depth: 'network.depth-failed' } as const;

/** The result of the networks for a work item. */
interface Estimates {
  readonly maps: NonNullable<WorkItem['maps']>;
  readonly notes: readonly MessageOrText[];
}

/**
 * Runs the networks of the user before the engine, for operations on one image, and hands their maps to it. A network that
 * fails, crashes or exceeds a limit is left out, with a note: it never fails a task.
 */
export function createNetworkQueue(networks: readonly Network[], engine: WorkQueue, root: string): WorkQueue {
  const losses = new Map<Network, number>();
  /** Tasks in networks, with the reason why they must end. */
  const running = new Map<string, { stopped: Error | null }>();

  /** The map of a work item, or null: it needs none; with notes. Rejects with an ApiError that says why the network failed. */
  async function runIn(
    network: Network,
    item: WorkItem,
    events: WorkEvents,
    folder: string,
  ): Promise<{ readonly file: string | null; readonly notes: readonly MessageOrText[] }> {
    const { use, config, pool } = network;
    const lost = losses.get(network) ?? 0;
    if (lost >= MAX_LOSSES) throw new ApiError(1000, serviceMessage('network.disabled', { count: lost }));
    const place = path.join(folder, use);
    const order: WorkItem = {
      ...{ taskId: item.taskId, operation: item.operation, values: {}, sourcePaths: item.sourcePaths.slice(0, 1) },
      ...{ folder: place, network: { ...config, use, isForced: item.stage === 'mask' } },
    };
    try {
      const { files, notes } = await pool.run(order, { onStart: events.onStart, onProgress: () => undefined });
      losses.delete(network);
      const file = files.generated_image_url;
      return { file: file ? path.join(place, file) : null, notes };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      console.error(`The model ${config.model} could not be used: ${error.message}`);
      if (!(error instanceof EngineLost)) throw error;
      losses.set(network, lost + 1);
      throw new ApiError(error.code, describeLoss(error, config));
    }
  }

  async function estimate(network: Network, item: WorkItem, events: WorkEvents, folder: string): Promise<Estimates> {
    const { use, config } = network;
    const name = path.basename(config.model);
    try {
      const { file, notes } = await runIn(network, item, events, folder);
      if (file === null) return { maps: {}, notes: [serviceMessage('network.masks-not-needed')] };
      return { maps: { [use]: { name, file } }, notes };
    } catch (error) {
      // Without its mask, a request for one has no result.
      if (!(error instanceof ApiError) || item.stage === 'mask') throw error;
      return { maps: {}, notes: [serviceMessage(FAILURES[use], { name, reason: error.detail })] };
    }
  }

  async function run(item: WorkItem, events: WorkEvents): ReturnType<WorkQueue['run']> {
    const isMask = item.stage === 'mask';
    if (!isMask && (item.stage || !OPERATIONS.includes(item.operation))) return engine.run(item, events);
    const used = isMask ? networks.filter(({ use }) => use === 'masks') : networks;
    const folder = path.join(root, item.taskId);
    const state: { stopped: Error | null } = { stopped: null };
    running.set(item.taskId, state);
    let isStarted = false;
    const once: WorkEvents = {
      ...events,
      onStart: () => {
        if (!isStarted) events.onStart();
        isStarted = true;
      },
    };
    try {
      const estimates: Estimates[] = [];
      for (const network of used) {
        estimates.push(await estimate(network, item, once, folder));
        if (state.stopped) throw state.stopped;
      }
      const maps = Object.assign({}, ...estimates.map((each) => each.maps)) as Estimates['maps'];
      const result = await engine.run({ ...item, maps }, once);
      return { ...result, notes: [...estimates.flatMap(({ notes }) => notes), ...result.notes] };
    } finally {
      running.delete(item.taskId);
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    ...engine,
    run,
    cancel(taskId, reason) {
      const state = running.get(taskId);
      if (state) state.stopped = reason;
      for (const { pool } of networks) pool.cancel(taskId, reason);
      engine.cancel(taskId, reason);
    },
    async close() {
      for (const state of running.values()) state.stopped ??= new WorkStopped();
      await Promise.all([...networks.map(({ pool }) => pool.close()), engine.close()]);
    },
  };
}

/** The configured networks in the order of their uses. */
export function listNetworks(
  generation: Readonly<Partial<Record<NetworkUse, NetworkConfig | undefined>>>,
): { readonly use: NetworkUse; readonly config: NetworkConfig }[] {
  return NETWORK_USES.flatMap((use) => {
    const config = generation[use];
    return config ? [{ use, config }] : [];
  });
}

function describeLoss({ lossCause }: EngineLost, { timeLimitSeconds, memoryMb }: NetworkConfig): Message {
  switch (lossCause) {
    case 'too-slow':
      return serviceMessage('network.too-slow', { seconds: timeLimitSeconds });
    case 'too-much-memory':
      return serviceMessage('network.too-much-memory', { max: memoryMb });
    case 'crashed':
      return serviceMessage('network.crashed');
  }
}
