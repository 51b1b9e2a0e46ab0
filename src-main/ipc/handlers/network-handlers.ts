import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { networkCalls, NetworksView } from '../../../src-shared/ipc/calls/network-calls.ts';
import type { Input } from '../../../src-shared/ipc/contract.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';
import type { NetworkInstaller } from '../../network-packages/network-installer.ts';
import { createChosenFiles } from '../chosen-files.ts';
import type { ChangeConfirmation } from '../page-access/change-confirmation.ts';

interface Parts {
  readonly networks: NetworkInstaller;
  readonly desktop: Pick<Desktop, 'chooseFile'>;
  readonly confirmation: Pick<ChangeConfirmation, 'confirmFile'>;
  readonly readNetworks: () => Promise<NetworksView>;
}

/** Handlers of the calls about networks for masks. The page names packages by ids of the dialog, where there is one. */
export function createNetworkHandlers({
  networks,
  desktop,
  confirmation,
  readNetworks,
}: Parts): HandlersOf<typeof networkCalls> {
  const files = createChosenFiles(desktop);

  const findFile = async (file: NonNullable<Input<'networks:install'>['from']>): Promise<string> => {
    const found = files.find(file, message('subject.package'));
    // A page that is taken over must not learn of files by the reasons why they are refused.
    if ('typed' in file) await confirmation.confirmFile(found);
    return found;
  };

  return {
    'networks:list': readNetworks,
    'networks:chooseFile': () => files.choose('Package'),
    'networks:install': async ({ id, from }) => {
      networks.install(id, from && (await findFile(from)));
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
