import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { networkCalls, NetworksView } from '../../../src-shared/ipc/calls/network-calls.ts';
import type { Input } from '../../../src-shared/ipc/contract.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';
import type { NetworkInstaller } from '../../network-packages/network-installer.ts';
import { findOwnNetworkFile, setOwnNetworkFile } from '../../network-packages/own-network-file.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { createChosenFiles } from '../chosen-files.ts';
import type { ChangeConfirmation } from '../page-access/change-confirmation.ts';

interface Parts {
  readonly home: string;
  readonly settings: Pick<AppSettings, 'get' | 'set'>;
  readonly networks: NetworkInstaller;
  readonly desktop: Pick<Desktop, 'chooseFile'>;
  readonly confirmation: Pick<ChangeConfirmation, 'confirmFile'>;
  readonly readNetworks: () => Promise<NetworksView>;
}

type NetworkFile = Input<'networks:useFile'>['file'];

/** Titles of the file dialog. */
const TITLES = { package: 'Package', network: 'ONNX file' } as const;

/** Handlers of the calls about networks for masks and depth. The page names files by ids of the dialog, where there is one. */
export function createNetworkHandlers({
  home,
  settings,
  networks,
  desktop,
  confirmation,
  readNetworks,
}: Parts): HandlersOf<typeof networkCalls> {
  const files = createChosenFiles(desktop);

  const findFile = async (file: NetworkFile, subject: Message, present?: string): Promise<string> => {
    const found = files.find(file, subject, present);
    // A page that is taken over must not learn of files by the reasons why they are refused.
    if ('typed' in file) await confirmation.confirmFile(found);
    return found;
  };

  return {
    'networks:list': readNetworks,
    'networks:chooseFile': ({ purpose }) => files.choose(TITLES[purpose]),
    'networks:install': async ({ id, from }) => {
      networks.install(id, from && (await findFile(from, message('subject.package'))));
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
    'networks:useFile': async ({ use, file, device }) => {
      const present = findOwnNetworkFile(settings.get().generation, use, home, networks.offered)?.model;
      const model = await findFile(file, message('subject.network-file'), present);
      await setOwnNetworkFile(settings, use, { model, device });
      return readNetworks();
    },
    'networks:useBuiltIn': async ({ use }) => {
      await setOwnNetworkFile(settings, use, null);
      return readNetworks();
    },
    'networks:remove': async ({ id }) => {
      await networks.remove(id);
      return readNetworks();
    },
  };
}
