import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migratePostgres } from '../../src-main/local-service/storage/postgres/migrate-postgres.ts';
import { openPostgres } from '../../src-main/local-service/storage/postgres/postgres.ts';
import { prepareTaskJobs } from '../../src-main/local-service/tasks/studio/prepare-task-jobs.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { runSeed, type SeedReport } from './random-faults/run-seed.ts';

/** `npm run test:long -- studio` runs 500. */
const SEEDS = Number(process.env['STUDIO_SEEDS'] ?? 12);
const FIRST = Number(process.env['STUDIO_SEED'] ?? 1);

/** Seeds at the same time; each waits most of the time. */
const LANES = 4;

const TEMPLATE = 'template_studio';
const bin = findPostgres();

describe.skipIf(bin === null)('a studio with faults by chance', () => {
  let server: PostgresServer;
  let admin: pg.Pool;
  let template: string;

  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
    template = server.createDatabase(TEMPLATE);
    const postgres = openPostgres({ url: template, connections: 4 });
    await migratePostgres(postgres);
    await prepareTaskJobs(postgres);
    await postgres.close();
    admin = new pg.Pool({ connectionString: template.replace(TEMPLATE, 'postgres'), max: 2 });
    admin.on('error', () => undefined);
  });
  afterAll(async () => {
    await admin.end();
    await server.stop();
  });

  test(`ends each task once in ${SEEDS} stories, with nothing charged twice, lost or left over`, async () => {
    // Workers report each task that they could not return.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const seeds = Array.from({ length: SEEDS }, (_, index) => String(FIRST + index));
    const reports: SeedReport[] = [];
    const failures: Error[] = [];
    const lane = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const name = `seed${seed}`;
        await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
        try {
          reports.push(await runSeed(seed, template.replace(TEMPLATE, name)));
        } catch (error) {
          failures.push(error as Error);
          console.info((error as Error).message);
        }
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        if ((reports.length + failures.length) % 50 === 0) console.info(`${reports.length} stories ended well`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(failures.map(({ message }) => message)).toEqual([]);
    const sum = (count: (report: SeedReport) => number): number =>
      reports.reduce((total, report) => total + count(report), 0);
    const ended = (status: string) => sum(({ tasks }) => tasks[status] ?? 0);
    console.info(
      `${ended('success')} tasks succeeded, ${ended('failed')} failed, ${ended('cancelled')} were cancelled; ` +
        `${sum(({ faults }) => faults.length)} faults, ${sum(({ repeated }) => repeated)} attempts repeated`,
    );
    // The faults must bite, and most of the work must get through.
    expect(sum(({ repeated }) => repeated)).toBeGreaterThan(SEEDS / 2);
    expect(ended('success')).toBeGreaterThan(SEEDS * 4);
  }, 7_200_000);
});
