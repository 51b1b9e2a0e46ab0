import { joinTables } from '../../src-shared/ipc/calls/join-tables.ts';
import type { Handlers } from '../../src-shared/ipc/contract.ts';
import { createAccountHandlers } from './handlers/account-handlers.ts';
import { createAppHandlers } from './handlers/app-handlers.ts';
import { createArtifactHandlers } from './handlers/artifact-handlers.ts';
import { createCollectionHandlers } from './handlers/collection-handlers.ts';
import { createConfirmationHandlers } from './handlers/confirmation-handlers.ts';
import { createDeliveryHandlers } from './handlers/delivery-handlers.ts';
import { createExportFolderHandlers } from './handlers/export-folder-handlers.ts';
import { createFolderHandlers } from './handlers/folder-handlers.ts';
import { createGeneratorHandlers } from './handlers/generator-handlers.ts';
import { createLibraryHandlers } from './handlers/library-handlers.ts';
import { createLinkHandlers } from './handlers/link-handlers.ts';
import { createMaskHandlers } from './handlers/mask-handlers.ts';
import { createMoneyHandlers } from './handlers/money-handlers.ts';
import { createNetworkHandlers } from './handlers/network-handlers.ts';
import { createOperationHandlers } from './handlers/operation-handlers.ts';
import { createPageHandlers } from './handlers/page-handlers.ts';
import { createQueueHandlers } from './handlers/queue-handlers.ts';
import { createRecipeHandlers } from './handlers/recipe-handlers.ts';
import { createReferenceHandlers } from './handlers/reference-handlers.ts';
import { createServiceHandlers } from './handlers/service-handlers.ts';
import { createSettingsHandlers } from './handlers/settings-handlers.ts';
import { createSourceHandlers } from './handlers/source-handlers.ts';
import { createSupportHandlers } from './handlers/support-handlers.ts';
import { createTargetHandlers } from './handlers/target-handlers.ts';
import { createUpdateHandlers } from './handlers/update-handlers.ts';

/** The parts that the handlers of all nouns need. */
type Parts = Parameters<typeof createAccountHandlers>[0] &
  Parameters<typeof createAppHandlers>[0] &
  Parameters<typeof createArtifactHandlers>[0] &
  Parameters<typeof createExportFolderHandlers>[0] &
  Parameters<typeof createFolderHandlers>[0] &
  Parameters<typeof createGeneratorHandlers>[0] &
  Parameters<typeof createLinkHandlers>[0] &
  Parameters<typeof createMaskHandlers>[0] &
  Parameters<typeof createMoneyHandlers>[0] &
  Parameters<typeof createNetworkHandlers>[0] &
  Parameters<typeof createOperationHandlers>[0] &
  Parameters<typeof createQueueHandlers>[0] &
  Parameters<typeof createRecipeHandlers>[0] &
  Parameters<typeof createReferenceHandlers>[0] &
  Parameters<typeof createServiceHandlers>[0] &
  Parameters<typeof createSourceHandlers>[0] &
  Parameters<typeof createSupportHandlers>[0] & {
    readonly accountSettings: Parameters<typeof createSettingsHandlers>[0];
    readonly codes: Parameters<typeof createConfirmationHandlers>[0];
    readonly deliveries: Parameters<typeof createDeliveryHandlers>[0];
    readonly updates: Parameters<typeof createUpdateHandlers>[0];
    readonly exportFolders: Parameters<typeof createTargetHandlers>[0];
  };

/** Joins the handlers of all nouns. A call without a handler, or with two, is a compile error. */
export function createHandlers(parts: Parts): Handlers {
  return joinTables(
    createAppHandlers(parts),
    createPageHandlers(),
    createConfirmationHandlers(parts.codes),
    createQueueHandlers(parts),
    createMoneyHandlers(parts),
    createSourceHandlers(parts),
    createMaskHandlers(parts),
    createLinkHandlers(parts),
    createReferenceHandlers(parts),
    createRecipeHandlers(parts),
    createOperationHandlers(parts),
    createArtifactHandlers(parts),
    createLibraryHandlers(parts.queue),
    createCollectionHandlers(parts.queue),
    createFolderHandlers(parts),
    createExportFolderHandlers(parts),
    createTargetHandlers(parts.exportFolders),
    createDeliveryHandlers(parts.deliveries),
    createSettingsHandlers(parts.accountSettings, parts.keyChecks),
    createServiceHandlers(parts),
    createGeneratorHandlers(parts),
    createNetworkHandlers(parts),
    createAccountHandlers(parts),
    createSupportHandlers(parts),
    createUpdateHandlers(parts.updates),
  );
}
