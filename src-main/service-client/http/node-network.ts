import type { Network } from './network.ts';
import { createPlainNetwork, type NetworkSources } from './plain-network.ts';
import { createTransferThread } from '../transfer/transfer-thread.ts';

/** The network as the app uses it: requests from this thread, downloads beside it, so that they hold up nothing here. */
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
