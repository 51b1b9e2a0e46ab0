import type pg from 'pg';
import type { NewTask } from '../../../src-main/local-service/tasks/task-record.ts';

/** Tables with the rows that a creation writes, and nothing else. */
export async function createBareTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE account (one int PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0), frozen bigint NOT NULL)
      WITH (fillfactor = 10);
    INSERT INTO account VALUES (1, 100000000000, 0);
    CREATE TABLE pools (category text PRIMARY KEY, taken int NOT NULL) WITH (fillfactor = 10);
    INSERT INTO pools VALUES ('generation_h', 0);
    CREATE TABLE tasks (id uuid PRIMARY KEY, type text, category text, status text, input text, job text, price bigint,
      created_at timestamptz DEFAULT now());
    CREATE TABLE ledger (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text, task_id uuid,
      balance_change bigint, frozen_change bigint, at timestamptz DEFAULT now());
    CREATE TABLE jobs (id uuid PRIMARY KEY, category text, priority int, data text, created_at timestamptz DEFAULT now());
  `);
}

/** One creation as its own transaction, in the order in which statements cannot deadlock. */
export async function createBarely(pool: pg.Pool, { id, type, category, input, job, price }: NewTask): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({
      name: 'account',
      text: 'UPDATE account SET balance = balance - $1, frozen = frozen + $1',
      values: [price],
    });
    await client.query({
      name: 'pool',
      text: 'UPDATE pools SET taken = taken + 1 WHERE category = $1',
      values: [category],
    });
    await client.query({
      name: 'task',
      text: "INSERT INTO tasks (id, type, category, status, input, job, price) VALUES ($1, $2, $3, 'queued', $4, $5, $6)",
      values: [id, type, category, JSON.stringify(input), JSON.stringify(job), price],
    });
    await client.query({
      name: 'ledger',
      text: "INSERT INTO ledger (kind, task_id, balance_change, frozen_change) VALUES ('hold', $1, -$2::bigint, $2)",
      values: [id, price],
    });
    await client.query({
      name: 'job',
      text: 'INSERT INTO jobs (id, category, priority, data) VALUES ($1, $2, 1, $3)',
      values: [id, category, JSON.stringify({ taskId: id })],
    });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
