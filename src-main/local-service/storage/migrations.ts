/**
 * The schema, step by step; a released step never changes. Amounts are whole hundredths of a credit, times are epoch ms.
 * Ledger rows are only added: triggers refuse updates and deletion, CHECKs refuse debt, a unique index allows closing a task
 * once. `*_after` are running totals, so that a balance is one row, whatever the length of the history; `slots` counts the
 * unfinished tasks of a category, so that the cost of a creation does not depend on the number of waiting tasks.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE tasks (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'success', 'failed', 'cancelled')),
    input TEXT NOT NULL,
    job TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    created_at INTEGER NOT NULL,
    completed_at INTEGER,
    result TEXT,
    error_code INTEGER,
    error_message TEXT
  ) STRICT;
  CREATE INDEX tasks_unfinished ON tasks (number) WHERE status IN ('queued', 'running');

  CREATE TABLE ledger (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'settle', 'refund')),
    task_id TEXT REFERENCES tasks (id),
    balance_change INTEGER NOT NULL,
    frozen_change INTEGER NOT NULL,
    balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
    frozen_after INTEGER NOT NULL CHECK (frozen_after >= 0),
    at INTEGER NOT NULL,
    CHECK ((kind = 'grant') = (task_id IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX ledger_held_once ON ledger (task_id) WHERE kind = 'hold';
  CREATE UNIQUE INDEX ledger_closed_once ON ledger (task_id) WHERE kind IN ('settle', 'refund');
  CREATE TRIGGER ledger_keeps_rows BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger rows stay'); END;
  CREATE TRIGGER ledger_keeps_words BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'ledger rows stay'); END;
  `,
  `
  CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    secret TEXT NOT NULL,
    configured INTEGER NOT NULL CHECK (configured IN (0, 1)),
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE events (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    task_id TEXT REFERENCES tasks (id),
    data TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((task_id IS NULL) <> (data IS NULL))
  ) STRICT;
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    delivered_at INTEGER,
    outcome TEXT,
    UNIQUE (webhook_id, event_id)
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX deliveries_of_event ON deliveries (event_id);
  CREATE TABLE balance_alert (only INTEGER PRIMARY KEY CHECK (only = 1), is_low INTEGER NOT NULL) STRICT;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    ending TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE top_ups (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    amount INTEGER NOT NULL CHECK (amount > 0),
    at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE tasks ADD COLUMN category TEXT NOT NULL DEFAULT '';
  ALTER TABLE tasks ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX tasks_taking_a_slot ON tasks (category) WHERE status IN ('queued', 'running');
  `,
  `
  CREATE TABLE slots (category TEXT PRIMARY KEY, taken INTEGER NOT NULL CHECK (taken >= 0)) STRICT;
  INSERT INTO slots
    SELECT category, count(*) FROM tasks WHERE status IN ('queued', 'running') GROUP BY category;
  CREATE TRIGGER slot_taken AFTER INSERT ON tasks WHEN new.status IN ('queued', 'running') BEGIN
    INSERT INTO slots (category, taken) VALUES (new.category, 1)
      ON CONFLICT (category) DO UPDATE SET taken = taken + 1;
  END;
  CREATE TRIGGER slot_left AFTER UPDATE OF status ON tasks
  WHEN old.status IN ('queued', 'running') AND new.status NOT IN ('queued', 'running') BEGIN
    UPDATE slots SET taken = taken - 1 WHERE category = new.category;
  END;
  DROP INDEX tasks_taking_a_slot;
  `,
  `
  ALTER TABLE tasks ADD COLUMN error_detail TEXT;
  `,
  `
  ALTER TABLE tasks RENAME COLUMN crashes TO attempts;
  `,
  `
  ALTER TABLE tasks ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;
  `,
];
