import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresApiKeys } from '../../src-main/local-service/account/postgres-api-keys.ts';
import { MIGRATIONS } from '../../src-main/local-service/storage/postgres/migrations.ts';
import { openPostgres, type Postgres } from '../../src-main/local-service/storage/postgres/postgres.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const bin = findPostgres();
const CLI = fileURLToPath(new URL('../../src-main/cli.ts', import.meta.url));

let databases = 0;

interface Output {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

describe.skipIf(bin === null)('keys and usage of a studio on the command line', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
  }, 120_000);
  afterAll(() => server.stop());

  async function openStudio() {
    const url = server.createDatabase(`accounts${databases++}`);
    const config = path.join(makeTempFolder(), 'studio.json');
    writeFileSync(config, JSON.stringify({ studio: { database: url } }));
    const postgres = openPostgres({ url, connections: 2 });
    onTestFinished(() => postgres.close());
    const run = (...args: string[]): Promise<Output> =>
      new Promise((resolve) => {
        execFile(process.execPath, [CLI, 'service', ...args, '--config', config], (error, out, err) =>
          resolve({ status: Number(error?.code ?? 0), out, err }),
        );
      });
    return { postgres, run };
  }

  const spend = (postgres: Postgres, keyId: string, day: string, credits: number) =>
    postgres.executeSql('INSERT INTO key_spending (key_id, day, tasks, credits) VALUES ($1, $2, 1, $3)', [
      ...[keyId, day, credits],
    ]);

  test('are created with a project and scopes, listed with budgets, and revoked', async () => {
    const { postgres, run } = await openStudio();
    expect(await run('keys')).toMatchObject({ status: 2, err: expect.stringContaining('service migrate') as string });
    await run('migrate');
    const { out: key } = await run('key', 'Ana', '--project', 'Game', '--day-budget', '12.5', '--admin');
    await run('key', 'Farm', '--read-only');
    expect(await createPostgresApiKeys(postgres).findAdmin(key.trim())).toMatchObject({ name: 'Ana' });
    const listed = JSON.parse((await run('keys', 'list', '--json')).out) as { id: string }[];
    expect(listed).toMatchObject([
      { name: 'Ana', project: 'Game', scopes: ['read', 'create', 'admin'], dayBudget: '12.50', monthBudget: null },
      { name: 'Farm', project: '', scopes: ['read'], dayBudget: null, spentToday: '0.00' },
    ]);
    const id = listed[0]?.id ?? '';
    expect((await run('keys')).out).toMatch(
      new RegExp(`^${id}  ….{4}  Ana   Game  read, create, admin  0\\.00 of 12\\.50 today  0\\.00 this month\\n`),
    );
    expect(await run('keys', 'revoke', id)).toMatchObject({ status: 0, out: 'The key is revoked.\n' });
    expect(await run('keys', 'revoke', id)).toMatchObject({
      status: 2,
      err: `The key ${id} does not exist. List the keys: dropforge service keys list\n`,
    });
    expect(JSON.parse((await run('keys', '--json')).out)).toHaveLength(1);
  });

  test('is summed by key, project and day, from a day on, as a table, JSON and CSV', async () => {
    const { postgres, run } = await openStudio();
    await run('migrate');
    expect((await run('usage')).out).toBe('No tasks yet.\n');
    const keys = createPostgresApiKeys(postgres);
    const free = { mayCreate: true, operations: null, dayBudget: null, monthBudget: null };
    const { id: ana } = await keys.add({ ...free, name: 'Ana', project: 'Game' });
    const { id: ben } = await keys.add({ ...free, name: '=Ben', project: 'Game' });
    await spend(postgres, ana, '2026-11-01', 110_000);
    await spend(postgres, ana, '2026-11-02', 50);
    await spend(postgres, ben, '2026-11-02', 2_000);
    expect((await run('usage', '--by', 'project')).out).toBe('Game   1,120.50  3 tasks\nTotal  1,120.50  3 tasks\n');
    expect((await run('usage', '--by', 'key', '--from', '2026-11-02', '--csv')).out).toBe(
      `key,name,tasks,credits\r\n${ben},'=Ben,1,20.00\r\n${ana},Ana,1,0.50\r\n`,
    );
    expect(JSON.parse((await run('usage', '--by', 'day', '--json')).out)).toEqual([
      { day: '2026-11-02', tasks: 2, credits: '20.50' },
      { day: '2026-11-01', tasks: 1, credits: '1100.00' },
    ]);
    expect(JSON.parse((await run('usage', '--json')).out)).toHaveLength(3);
    expect((await run('usage')).out.split('\n')).toEqual([
      '2026-11-02  =Ben  Game     20.00   1 task',
      '2026-11-02  Ana   Game      0.50   1 task',
      '2026-11-01  Ana   Game  1,100.00   1 task',
      'Total                   1,120.50  3 tasks',
      '',
    ]);
    const refused = await run('usage', '--from', 'yesterday');
    expect([refused.status, refused.err]).toEqual([
      2,
      'The first day is a date such as 2026-11-01, not "yesterday".\n',
    ]);
    expect((await run('usage', '--by', 'color')).status).toBe(2);
  });

  test('a process of the version before creates keys and tasks’ counters after the migration', async () => {
    const { postgres, run } = await openStudio();
    await run('migrate');
    // Its statements, which name neither projects nor scopes.
    const { rows } = await postgres.executeSql(
      `INSERT INTO api_keys (id, name, hash, ending, may_create, operations, day_budget, month_budget)
       VALUES ('key_old', 'Old', '\\x00', 'abcd', true, NULL, NULL, NULL) RETURNING project, is_admin`,
    );
    expect(rows).toEqual([{ project: '', is_admin: false }]);
    await spend(postgres, 'key_old', '2026-11-01', 5);
    expect(JSON.parse((await run('usage', '--by', 'project', '--json')).out)).toEqual([
      { project: '', tasks: 1, credits: '0.05' },
    ]);
    const added = MIGRATIONS.slice(1).map(({ sql }) => sql);
    expect(added.join('\n')).not.toMatch(/\b(DROP|RENAME|ALTER COLUMN|SET NOT NULL)\b/);
  });
});
