import path from 'node:path';
import type { NetworkConfig, NetworkUse } from '../../../src-shared/api/generators/network-config.ts';
import type { NetworkCard, NetworksView } from '../../../src-shared/ipc/calls/network-calls.ts';
import { findOwnNetworkFile } from '../../network-packages/own-network-file.ts';
import { isInstalled, isUsed } from '../../network-packages/installed-networks.ts';
import type { NetworkInstaller } from '../../network-packages/network-installer.ts';
import { packageLabel, type OfferedNetwork } from '../../network-packages/offered-network.ts';
import type { AppSettings } from '../../settings/app-settings.ts';

interface Parts {
  readonly home: string;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly installer: Pick<NetworkInstaller, 'offered' | 'hasRuntime' | 'state'>;
  readonly hasDialog: boolean;
}

/** The networks for masks and depth as the page shows them. */
export async function readNetworksView({ home, settings, installer, hasDialog }: Parts): Promise<NetworksView> {
  const networks = await Promise.all(installer.offered.map((network) => toCard(network, home)));
  const { generation } = settings.get();
  const used = installer.offered.find((network) => isUsed(generation, home, network)) ?? null;
  const { running, failed } = installer.state;
  const findOwn = (use: NetworkUse) => toOwnFile(findOwnNetworkFile(generation, use, home, installer.offered));
  return {
    ...{ networks, used: used?.id ?? null, canRun: installer.hasRuntime, installing: running, failed, hasDialog },
    ownFiles: { masks: findOwn('masks'), depth: findOwn('depth') },
  };
}

function toOwnFile(config: NetworkConfig | null): NetworksView['ownFiles']['masks'] {
  return config && { name: path.basename(config.model), device: config.device };
}

async function toCard(network: OfferedNetwork, home: string): Promise<NetworkCard> {
  const { id, title, about, licenses, package: archive } = network;
  return {
    ...{ id, title, about, package: packageLabel(network), bytes: archive.bytes },
    licenses: licenses.map((license) => ({ ...license })),
    installed: await isInstalled(home, network),
  };
}
