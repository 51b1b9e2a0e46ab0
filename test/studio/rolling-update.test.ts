import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src-main/local-service/read-config.ts';
import { migratePostgres } from '../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { MIGRATIONS, type Migration } from '../../src-main/local-service/storage/postgres/migrations.ts';
import { openPostgres } from '../../src-main/local-service/storage/postgres/postgres.ts';
import { migrateStudio } from '../../src-main/local-service/studio/manage-studio.ts';
import { startDouble } from '../helpers/service/file-storages.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { StudioApi, StudioProcess } from '../helpers/service/studio.ts';
import { openFaultStudio, type FaultStudio } from './fault-studio.ts';

const NEWEST = MIGRATIONS.length;

/** A step of a later version that this one does not notice: everything that it adds may be left out. */
const ADDITIVE: Migration = {
  oldest: NEWEST,
  sql: `
    ALTER TABLE tasks ADD COLUMN region text, ADD COLUMN weight int NOT NULL DEFAULT 1;
    ALTER TABLE account ADD COLUMN limits text;
    ALTER TABLE api_keys ADD COLUMN note text;
    CREATE TABLE hosts (id text PRIMARY KEY);
  `,
};

/** A step of a later version that this one would break on. */
const OTHER: Migration = { oldest: NEWEST + 2, sql: 'ALTER TABLE api_keys RENAME COLUMN ending TO last_four' };

const bin = findPostgres();

describe.skipIf(bin === null)('during a rolling update', () => {
  const apis: StudioApi[] = [];
  let studio: FaultStudio;
  let worker: StudioProcess;
  beforeAll(async () => {
    studio = await openFaultStudio(() => apis, startDouble);
    apis.push(await studio.startApi());
    worker = await studio.startWorker();
  });
  afterAll(() => studio.close());

  async function migrate(migrations: readonly Migration[]): Promise<void> {
    const postgres = openPostgres({ url: studio.database, connections: 4 });
    try {
      await migratePostgres(postgres, migrations);
    } finally {
      await postgres.close();
    }
  }
  const later = [...MIGRATIONS, ADDITIVE];

  test('processes that run go on, and may be started again, while a later schema is compatible', async () => {
    await studio.expectMade([await studio.order()]);
    const running = [studio.order(), studio.order(), studio.order()];
    // Twice, and two at the same time.
    await Promise.all([migrate(later), migrate(later)]);
    await migrate(later);
    await studio.expectMade(await Promise.all([...running, studio.order()]));
    // The version before changes neither the schema nor the queue of a later one.
    await migrate(MIGRATIONS);
    const [[queue] = []] = await studio.query('UPDATE pgboss.version SET version = version + 1 RETURNING version');
    await migrateStudio(await readConfig(await studio.configure('before')));
    const [api] = apis.splice(0);
    await api?.end();
    await worker.end();
    apis.push(await studio.startApi());
    await studio.startWorker();
    await studio.expectMade([await studio.order()]);
    expect(await studio.query('SELECT step, oldest FROM migrations ORDER BY step')).toEqual([
      ...MIGRATIONS.map(({ oldest }, index) => [index + 1, oldest]),
      [NEWEST + 1, NEWEST],
    ]);
    expect(await studio.query('SELECT version FROM pgboss.version')).toEqual([[queue]]);
  });

  test('a version that a later schema would break is refused', async () => {
    await migrate([...later, OTHER]);
    const words = `A newer Dropforge prepared this database (schema ${NEWEST + 2}). Update Dropforge.`;
    await expect(studio.startApi()).rejects.toThrow(words);
    await expect(studio.startWorker()).rejects.toThrow(words);
    await expect(migrate(MIGRATIONS)).rejects.toThrow(words);
  });
});
