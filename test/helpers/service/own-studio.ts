import { startDouble, type S3Server } from './file-storages.ts';
import { findPostgres, startPostgres, type PostgresServer } from './postgres-server.ts';
import { openTestStudio, type StudioOptions, type TestStudio } from './studio.ts';

/** A studio with servers of its own, which end with it. */
export interface OwnStudio<Storage extends S3Server = S3Server> extends TestStudio {
  readonly server: PostgresServer;
  readonly storage: Storage;
}

/** Starts a PostgreSQL server and a storage, and opens a studio without processes over them. */
export async function openOwnStudio(options?: StudioOptions): Promise<OwnStudio>;
export async function openOwnStudio<Storage extends S3Server>(
  options: StudioOptions,
  startStorage: () => Promise<Storage>,
): Promise<OwnStudio<Storage>>;
export async function openOwnStudio(
  options: StudioOptions = {},
  startStorage: () => Promise<S3Server> = startDouble,
): Promise<OwnStudio> {
  const server = await startPostgres(findPostgres() ?? '');
  const storage = await startStorage();
  const studio = await openTestStudio(server, storage, options);
  return {
    ...studio,
    ...{ server, storage },
    async close() {
      await studio.close();
      await storage.stop();
      await server.stop();
    },
  };
}
