import type { FastifyInstance } from 'fastify';
import type { FileUrls } from './file-urls.ts';
import type { OutputStore } from './output-store.ts';
import type { UploadStore } from './upload-store.ts';

/** Where a deployment stores uploads and outputs. */
export interface FileStorage {
  readonly uploads: UploadStore;
  readonly outputs: OutputStore;
  readonly urls: FileUrls;
  /** Adds the endpoints of its URLs, if they are endpoints of this service. */
  addFileRoutes(app: FastifyInstance): void;
  /** Ends its connections. */
  close(): Promise<void>;
}
