import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { networkCalls, NetworksView } from '../../../src-shared/ipc/calls/network-calls.ts';
import type { Input } from '../../../src-shared/ipc/contract.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';
import type { NetworkInstaller } from '../../network-packages/network-installer.ts';

interface Parts {
  readonly networks: NetworkInstaller;
  readonly desktop: Pick<Desktop, 'chooseFile'>;
  readonly readNetworks: () => Promise<NetworksView>;
}

/** Handlers of the calls about networks for masks. The page names packages by ids of the dialog, where there is one. */
export function createNetworkHandlers({ networks, desktop, readNetworks }: Parts): HandlersOf<typeof networkCalls> {
  /** Files that were chosen in the dialog since the start. */
  const chosen = new Map<string, string>();

  const findFile = (file: NonNullable<Input<'networks:install'>['from']>): string => {
    const at = 'chosen' in file ? chosen.get(file.chosen) : desktop.chooseFile ? undefined : file.typed;
    if (at !== undefined && path.isAbsolute(at)) return at;
    const detail = desktop.chooseFile
      ? message('generator-settings.choose-again')
      : message('generator-settings.whole-path');
    throw new AppError('config_invalid', detail, { subject: message('subject.package') });
  };

  return {
    'networks:list': readNetworks,
    'networks:chooseFile': async () => {
      const file = (await desktop.chooseFile?.('Package')) ?? null;
      if (file === null) return null;
      const id = randomUUID();
      chosen.set(id, file);
      return { id, name: path.basename(file) };
    },
    'networks:install': async ({ id, from }) => {
      networks.install(id, from && findFile(from));
      return readNetworks();
    },
    'networks:cancel': async () => {
      await networks.cancel();
      return readNetworks();
    },
    'networks:use': async ({ id }) => {
      await networks.use(id);
      return readNetworks();
    },
    'networks:remove': async ({ id }) => {
      await networks.remove(id);
      return readNetworks();
    },
  };
}
