import path from 'node:path';
import { addOutputRoute } from '../http/routes/output-route.ts';
import { addUploadRoute } from '../http/routes/upload-route.ts';
import type { FileStorage } from './file-storage.ts';
import { createFolderOutputStore } from './folder-output-store.ts';
import { createFolderUploadStore } from './folder-upload-store.ts';
import { createFolderUrls } from './folder-urls.ts';
import { createUrlSigner } from './url-signer.ts';

/** What the storage needs from the service. */
interface FolderStorageOptions {
  readonly dataDir: string;
  /** Signs the URLs. */
  readonly apiKey: string;
  /** Base URL for clients; known once the service listens. */
  readonly baseUrl: () => string;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Uploads and outputs in the data folder; this service answers their URLs. */
export async function openFolderStorage(options: FolderStorageOptions): Promise<FileStorage> {
  const { dataDir, apiKey, baseUrl, now } = options;
  const uploads = await createFolderUploadStore(path.join(dataDir, 'uploads'), now);
  const outputs = await createFolderOutputStore(path.join(dataDir, 'outputs'));
  const signer = createUrlSigner(apiKey, now);
  return {
    uploads,
    outputs,
    urls: createFolderUrls(signer, baseUrl, now),
    addFileRoutes(app) {
      void app.register(async (scope) => addUploadRoute(scope, { uploads, signer }));
      void app.register(async (scope) => addOutputRoute(scope, { outputs, signer }));
    },
    close: () => Promise.resolve(),
  };
}
