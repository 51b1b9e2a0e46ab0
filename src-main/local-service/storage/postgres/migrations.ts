/** A step of the schema. */
export interface Migration {
  readonly sql: string;
  /**
   * The version that ended with this step still works after this one: it goes on, and may be started again. A step that
   * only adds tables, indexes and columns that may be left out has that of the step before; any other its own number.
   */
  readonly oldest: number;
}

/**
 * The schema of a studio, step by step; a released step never changes. Amounts are whole hundredths of a credit, times
 * are the database's own, because the clocks of its clients differ. Ledger rows are only added, CHECKs refuse debt, and
 * unique indexes allow holding and closing a task once. `*_after` are running totals: whoever adds a row has locked the
 * account. Rows that every creation writes have room on their page for the next version. Processes of the version before
 * work on during an update: a step adds, and what it adds has a default.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    oldest: 1,
    sql: `
  CREATE TABLE account (
    one int PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
    frozen bigint NOT NULL DEFAULT 0 CHECK (frozen >= 0),
    granted bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
  INSERT INTO account DEFAULT VALUES;

  CREATE TABLE api_keys (
    id text PRIMARY KEY,
    name text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    ending text NOT NULL,
    may_create boolean NOT NULL DEFAULT true,
    operations text[],
    day_budget bigint CHECK (day_budget >= 0),
    month_budget bigint CHECK (month_budget >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
  );

  -- What the tasks that a key created on a day (UTC) have cost, without those that were refunded.
  CREATE TABLE key_spending (
    key_id text NOT NULL,
    day date NOT NULL,
    tasks int NOT NULL,
    credits bigint NOT NULL,
    PRIMARY KEY (key_id, day)
  ) WITH (fillfactor = 50);

  -- Unfinished tasks of a category (spec part 8), and the turn of the job of it that was taken last.
  CREATE TABLE pools (
    category text PRIMARY KEY,
    taken int NOT NULL DEFAULT 0 CHECK (taken >= 0),
    turn bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

  -- The last turn that a key got in a category: keys that ask for more wait longer.
  CREATE TABLE key_turns (
    key_id text NOT NULL,
    category text NOT NULL,
    turn bigint NOT NULL,
    PRIMARY KEY (key_id, category)
  ) WITH (fillfactor = 10);

  CREATE TABLE tasks (
    id uuid PRIMARY KEY,
    key_id text NOT NULL,
    type text NOT NULL,
    category text NOT NULL,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'success', 'failed', 'cancelled')),
    -- JSON as it was written: the type would refuse some texts that JSON allows.
    input text NOT NULL,
    job text NOT NULL,
    price bigint NOT NULL CHECK (price >= 0),
    attempt int NOT NULL DEFAULT 0,
    progress real NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    result text,
    error_code int,
    error_message text,
    error_detail text
  ) WITH (fillfactor = 80);
  CREATE INDEX tasks_newest ON tasks (created_at DESC, id DESC);
  CREATE INDEX tasks_unfinished ON tasks (id) WHERE status IN ('queued', 'running');

  CREATE TABLE client_refs (
    key_id text NOT NULL,
    ref text NOT NULL,
    task_id uuid NOT NULL,
    PRIMARY KEY (key_id, ref)
  );

  CREATE TABLE ledger (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('grant', 'hold', 'settle', 'refund')),
    task_id uuid,
    balance_change bigint NOT NULL,
    frozen_change bigint NOT NULL,
    balance_after bigint NOT NULL CHECK (balance_after >= 0),
    frozen_after bigint NOT NULL CHECK (frozen_after >= 0),
    at timestamptz NOT NULL DEFAULT now(),
    CHECK ((kind = 'grant') = (task_id IS NULL))
  );
  CREATE UNIQUE INDEX ledger_held_once ON ledger (task_id) WHERE kind = 'hold';
  CREATE UNIQUE INDEX ledger_closed_once ON ledger (task_id) WHERE kind IN ('settle', 'refund');
  CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'ledger rows stay'; END $$;
  CREATE TRIGGER ledger_keeps_rows BEFORE UPDATE OR DELETE ON ledger EXECUTE FUNCTION keep_ledger();
  CREATE TABLE top_ups (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    amount bigint NOT NULL CHECK (amount > 0),
    at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE webhooks (
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    id text PRIMARY KEY,
    url text NOT NULL UNIQUE,
    secret text NOT NULL,
    configured boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE events (
    id text PRIMARY KEY,
    type text NOT NULL,
    task_id uuid,
    data text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((task_id IS NULL) <> (data IS NULL))
  );
  CREATE TABLE deliveries (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
    attempts int NOT NULL DEFAULT 0,
    due_at timestamptz,
    delivered_at timestamptz,
    outcome text,
    UNIQUE (webhook_id, event_id)
  );
  CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX deliveries_of_event ON deliveries (event_id);
  CREATE TABLE balance_alert (one int PRIMARY KEY DEFAULT 1 CHECK (one = 1), is_low boolean NOT NULL);

  CREATE UNLOGGED TABLE rate_windows (
    key_id text NOT NULL,
    class text NOT NULL,
    ends_at timestamptz NOT NULL,
    count int NOT NULL,
    PRIMARY KEY (key_id, class)
  ) WITH (fillfactor = 10);
  `,
  },
  {
    oldest: 1,
    sql: `
  ALTER TABLE api_keys ADD COLUMN project text NOT NULL DEFAULT '';
  ALTER TABLE api_keys ADD COLUMN is_admin boolean NOT NULL DEFAULT false;

  CREATE INDEX tasks_failed ON tasks (created_at DESC, id DESC) WHERE status = 'failed';

  -- Workers that run, and those that were lost a while ago.
  CREATE TABLE workers (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    host text NOT NULL,
    version text NOT NULL,
    seats int NOT NULL,
    running int NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    beat_at timestamptz NOT NULL DEFAULT now()
  ) WITH (fillfactor = 50);

  CREATE TABLE console_sessions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    hash bytea NOT NULL UNIQUE,
    -- Who signed in: an e-mail address, or the name of a key.
    name text NOT NULL,
    -- The admin key that it began with; it ends with the key.
    key_id text REFERENCES api_keys,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now()
  );
  `,
  },
  {
    oldest: 1,
    sql: `
  -- JSON with which a later attempt finds the work of the one before at another service; null: there is none.
  ALTER TABLE tasks ADD COLUMN handle text;
  `,
  },
  {
    oldest: 1,
    sql: `
  -- The last turn that a key got in a category, for each priority; the version before uses key_turns.
  CREATE TABLE priority_turns (
    key_id text NOT NULL,
    category text NOT NULL,
    priority int NOT NULL,
    turn bigint NOT NULL,
    PRIMARY KEY (key_id, category, priority)
  ) WITH (fillfactor = 10);
  INSERT INTO priority_turns
    SELECT key_id, category, priority, turn FROM key_turns, generate_series(1, 3) AS priority;
  `,
  },
];
