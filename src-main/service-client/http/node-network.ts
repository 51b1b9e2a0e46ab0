import type { Network } from './network.ts';
import { createPlainNetwork, type NetworkSources } from './plain-network.ts';
import { createTransferThread } from '../transfer/transfer-thread.ts';

/** The network of the app: requests in this thread, downloads in a worker thread. */
export function createNodeNetwork(sources: NetworkSources = { resolveProxy: null }): Network {
  const plain = createPlainNetwork(sources);
  const thread = createTransferThread(sources);
  return {
    ...plain,
    download: thread.download,
    close: async () => {
      await Promise.all([plain.close(), thread.close()]);
    },
  };
}
