import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MAX_ATTEMPTS } from '../../src-main/base/processes/enforce-limits.ts';

/** A task as it lies on the disk. */
interface BookedTask {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly price: number;
  readonly ref: string | null;
  readonly error_code: number | null;
  readonly attempts: number;
  readonly interruptions: number;
  readonly result: string | null;
}

interface Entry {
  readonly number: number;
  readonly kind: string;
  readonly task_id: string | null;
  readonly balance_change: number;
  readonly frozen_change: number;
  readonly balance_after: number;
  readonly frozen_after: number;
}

/** What a service has written down, read in one transaction beside it or after its death. */
export interface KillLoopBooks {
  readonly tasks: readonly BookedTask[];
  readonly ledger: readonly Entry[];
  readonly integrity: string;
}

const FINISHED = ['success', 'failed', 'cancelled'];

/** Reads the database of a data folder without writing to it. */
export function readKillLoopBooks(dataDir: string): KillLoopBooks {
  const db = new DatabaseSync(path.join(dataDir, 'service.db'), { readOnly: true, timeout: 10_000 });
  try {
    db.exec('BEGIN');
    const tasks = db.prepare(
      `SELECT id, type, status, price, json_extract(input, '$.client_ref') AS ref, error_code, attempts,
        interruptions, result
      FROM tasks ORDER BY number`,
    );
    return {
      tasks: tasks.all() as unknown as BookedTask[],
      ledger: db.prepare('SELECT * FROM ledger ORDER BY number').all() as unknown as Entry[],
      integrity: String(db.prepare('PRAGMA integrity_check').get()?.['integrity_check']),
    };
  } finally {
    db.close();
  }
}

/** The balance and what is held, as the newest entry has them. */
export function balanceOf({ ledger }: KillLoopBooks): { balance: number; frozen: number } {
  const last = ledger.at(-1);
  return { balance: last?.balance_after ?? 0, frozen: last?.frozen_after ?? 0 };
}

/** Everything that does not add up, as sentences; none when the books are right. `granted` is in hundredths of a credit. */
export function checkKillLoopBooks(books: KillLoopBooks, granted: number): string[] {
  const { tasks, ledger, integrity } = books;
  const wrong: string[] = integrity === 'ok' ? [] : [`the database is damaged: ${integrity}`];
  const entries = Map.groupBy(ledger, (entry) => entry.task_id);
  let [balance, frozen] = [0, 0];
  for (const entry of ledger) {
    balance += entry.balance_change;
    frozen += entry.frozen_change;
    if (balance === entry.balance_after && frozen === entry.frozen_after) continue;
    wrong.push(
      `entry ${entry.number} says ${entry.balance_after}/${entry.frozen_after}, the sum is ${balance}/${frozen}`,
    );
  }
  const unfinished = tasks.filter(({ status }) => !FINISHED.includes(status));
  const held = unfinished.reduce((sum, { price }) => sum + price, 0);
  if (held !== frozen) wrong.push(`${frozen} are held, unfinished tasks cost ${held}`);
  const spent = tasks.reduce((sum, { status, price }) => sum + (status === 'success' ? price : 0), 0);
  if (balance + held + spent !== granted) wrong.push(`${balance} + ${held} + ${spent} is not ${granted}`);
  for (const task of tasks) {
    const kinds = (entries.get(task.id) ?? []).map(({ kind }) => kind).join(' ');
    const close = task.status === 'success' ? ' settle' : FINISHED.includes(task.status) ? ' refund' : '';
    if (kinds !== `hold${close}`) wrong.push(`task ${task.id} is ${task.status} and has the entries “${kinds}”`);
    if (task.attempts > MAX_ATTEMPTS) wrong.push(`task ${task.id} was started ${task.attempts} times`);
  }
  for (const [id, rows] of entries) {
    if (id !== null && !tasks.some((task) => task.id === id)) wrong.push(`${rows.length} entries for no task: ${id}`);
  }
  return wrong;
}

/** Half files of a data folder that nobody works on: `.part` everywhere, except drafts of unfinished tasks. */
export function findLeftovers(dataDir: string, { tasks }: KillLoopBooks): string[] {
  const drafts = new Set(tasks.filter(({ status }) => !FINISHED.includes(status)).map(({ id }) => `.${id}.part`));
  return readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((file) => path.basename(file).endsWith('.part') && !drafts.has(path.basename(file)))
    .map((file) => `leftover: ${file}`);
}

/** Uploads that were answered and are not there whole. */
export function findLostUploads(dataDir: string, uploads: ReadonlyMap<string, number>): string[] {
  return [...uploads].flatMap(([token, bytes]) => {
    const file = path.join(dataDir, 'uploads', token);
    const found = existsSync(file) ? statSync(file).size : 0;
    return found === bytes ? [] : [`upload ${token} has ${found} bytes instead of ${bytes}`];
  });
}
