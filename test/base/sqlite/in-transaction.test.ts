import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { inSavepoint } from '../../../src-main/base/sqlite/in-savepoint.ts';
import { inTransaction } from '../../../src-main/base/sqlite/in-transaction.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const LARGE = 'x'.repeat(100_000);
const FULL: unknown = expect.objectContaining({ errcode: 13 });

/** A database with one row and no room for another page. */
function openFull() {
  const db = new DatabaseSync(path.join(makeTempFolder(), 'full.db'));
  onTestFinished(() => db.close());
  db.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('first'); PRAGMA max_page_count = 1",
  );
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  const rows = (): unknown[] =>
    db
      .prepare('SELECT x FROM t')
      .all()
      .map(({ x }) => x);
  return { db, rows, insert: (x: string) => void insert.run(x) };
}

test('a transaction keeps everything or nothing', () => {
  const { db, rows, insert } = openFull();
  expect(inTransaction(db, () => 7)).toBe(7);
  const broken = () => {
    insert('second');
    throw new Error('broken');
  };
  expect(() => inTransaction(db, broken)).toThrow('broken');
  expect(rows()).toEqual(['first']);
});

test('a full disk, where SQLite rolls back itself, reaches the caller as SQLite’s error', () => {
  const { db, rows, insert } = openFull();
  expect(() => inTransaction(db, () => insert(LARGE))).toThrow(FULL);
  expect(db.isTransaction).toBe(false);
  inTransaction(db, () => insert('second'));
  expect(rows()).toEqual(['first', 'second']);
});

test('a full disk inside a savepoint ends the transaction around it with the same error', () => {
  const { db, rows, insert } = openFull();
  const nested = () => {
    insert('second');
    const failure = inSavepoint(db, () => insert(LARGE));
    if (failure) throw failure;
  };
  expect(() => inTransaction(db, nested)).toThrow(FULL);
  expect(rows()).toEqual(['first']);
  inTransaction(db, () => insert('third'));
  expect(rows()).toEqual(['first', 'third']);
});
