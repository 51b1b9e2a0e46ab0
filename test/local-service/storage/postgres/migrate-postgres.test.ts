import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StartupError } from '../../../../src-main/base/startup-error.ts';
import { parseConfig } from '../../../../src-main/local-service/read-config.ts';
import { migratePostgres } from '../../../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { MIGRATIONS, type Migration } from '../../../../src-main/local-service/storage/postgres/migrations.ts';
import type { Postgres } from '../../../../src-main/local-service/storage/postgres/postgres.ts';
import { migrateStudio } from '../../../../src-main/local-service/studio/manage-studio.ts';
import { prepareTaskJobs } from '../../../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { openTestPostgres } from '../../../helpers/service/open-test-postgres.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../../helpers/service/postgres-server.ts';

/** Records the limits under which tables of the studio change; the queue has its own. */
const WATCH = `
  CREATE TABLE limits (statement text, lock text);
  CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO public.limits SELECT current_setting('statement_timeout'), current_setting('lock_timeout')
      FROM pg_event_trigger_ddl_commands() WHERE schema_name = 'public';
  END $$;
  CREATE EVENT TRIGGER watch ON ddl_command_end EXECUTE FUNCTION watch();`;

/** A step that needs a table for itself, and does not wait long for it. */
const EXCLUSIVE: Migration = {
  oldest: MIGRATIONS.length,
  sql: `SET LOCAL lock_timeout = '10ms'; ALTER TABLE api_keys ADD COLUMN note text`,
};

/** An index that a new version of the queue left for later; a process looked for such indexes 30 seconds ago. */
const LEFT_FOR_LATER = `
  CREATE TABLE pgboss.later (number int);
  INSERT INTO pgboss.bam (name, version, table_name, command) VALUES
    ('later', 1, 'later', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS later_i ON pgboss.later (number)');
  UPDATE pgboss.version SET bam_on = now() - interval '30 seconds';`;

const bin = findPostgres();

describe.skipIf(bin === null)('a migration', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  });
  afterAll(() => server.stop());

  test('takes as long as it needs, but waits briefly for the tables of others', async () => {
    const url = server.createDatabase('limits');
    const postgres = openTestPostgres(url);
    await postgres.executeSql(WATCH);
    await migrateStudio(parseConfig({ studio: { database: url } }, 'studio.json'));
    const { rows } = await postgres.executeSql('SELECT DISTINCT statement, lock FROM limits');
    expect(rows).toEqual([{ statement: '0', lock: '3s' }]);
  });

  test('takes the password of the environment for all that it prepares', async () => {
    const postgres = openTestPostgres(server.createDatabase('password'));
    const url = new URL(server.createDatabase('locked'));
    await postgres.executeSql("CREATE ROLE locked SUPERUSER LOGIN PASSWORD 'open sesame'");
    url.username = 'locked';
    vi.stubEnv('PGPASSWORD', 'open sesame');
    await migrateStudio(parseConfig({ studio: { database: url.href } }, 'studio.json'));
    expect(process.env['PGPASSWORD']).toBeUndefined();
    const queues = await openTestPostgres(url.href.replace('locked@', 'postgres@')).executeSql(
      'SELECT FROM pgboss.queue',
    );
    expect(queues.rowCount).toBeGreaterThan(0);
  });

  test('of the queue ends when the indexes are built that it left for later', async () => {
    const url = server.createDatabase('indexes');
    const config = parseConfig({ studio: { database: url } }, 'studio.json');
    await migrateStudio(config);
    const postgres = openTestPostgres(url);
    await postgres.executeSql(LEFT_FOR_LATER);
    const states = async () => (await postgres.executeSql('SELECT status FROM pgboss.bam')).rows as unknown[];
    const { migrated } = await postgres.transaction(async (sql) => {
      await sql.executeSql('INSERT INTO pgboss.later VALUES (1)');
      const migrating = migrateStudio(config);
      // The index waits for this transaction.
      await expect.poll(states, { interval: 20 }).toEqual([{ status: 'in_progress' }]);
      return { migrated: migrating };
    });
    await migrated;
    expect(await states()).toEqual([{ status: 'completed' }]);
  });

  test('of the queue that cannot have a table ends in one sentence, and can be repeated', async () => {
    const url = server.createDatabase('busyqueue');
    await migrateStudio(parseConfig({ studio: { database: url } }, 'studio.json'));
    const postgres = openTestPostgres(url);
    const versions = async () => (await postgres.executeSql('SELECT version FROM pgboss.version')).rows as unknown[];
    const newest = await versions();
    await postgres.executeSql('UPDATE pgboss.version SET version = version - 1');
    const { executeSql } = postgres;
    // The queue waits 30 seconds for a table.
    const hasty: Postgres = {
      ...postgres,
      executeSql: (text, values) => executeSql(text.replace('lock_timeout = 30000', 'lock_timeout = 10'), values),
    };
    await postgres.transaction(async (sql) => {
      await sql.executeSql('SELECT FROM pgboss.queue');
      await expect(prepareTaskJobs(hasty)).rejects.toThrow(/pg_stat_activity.*service migrate --config FILE$/);
    });
    expect(await versions()).not.toEqual(newest);
    await prepareTaskJobs(postgres);
    expect(await versions()).toEqual(newest);
  });

  test('that cannot have a table ends in one sentence, changes nothing, and can be repeated', async () => {
    const postgres = openTestPostgres(server.createDatabase('busy'));
    await migratePostgres(postgres);
    const later = [...MIGRATIONS, EXCLUSIVE];
    const hasNote = async () =>
      (await postgres.executeSql(`SELECT FROM pg_attribute WHERE attname = 'note' AND attrelid = 'api_keys'::regclass`))
        .rowCount === 1;
    await postgres.transaction(async (sql) => {
      await sql.executeSql('SELECT FROM api_keys');
      const error = await migratePostgres(postgres, later, { count: 2, pauseMs: 0 }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartupError);
      expect((error as Error).message).toMatch(/pg_stat_activity.*service migrate --config FILE$/);
    });
    expect(await hasNote()).toBe(false);
    await migratePostgres(postgres, later);
    expect(await hasNote()).toBe(true);
  });
});
