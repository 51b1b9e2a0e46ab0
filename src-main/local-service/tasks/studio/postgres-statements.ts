import { statement } from '../../storage/postgres/postgres.ts';

/** Locks the account for the rest of the transaction. */
export const LOCK_ACCOUNT = statement('lock-account', 'SELECT balance, frozen FROM account FOR UPDATE');

/** Adds the rows of categories that this version is the first to know. */
export const ADD_POOLS = statement(
  'add-pools',
  'INSERT INTO pools (category) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
);

/** The slots and turns of categories; the lock of the account keeps them as they are. */
export const FIND_POOLS = statement('find-pools', 'SELECT category, taken, turn FROM pools WHERE category = ANY ($1)');

/** The last turns of keys in categories, for each priority. */
export const FIND_TURNS = statement(
  'find-turns',
  'SELECT key_id, category, priority, turn FROM priority_turns WHERE key_id = ANY ($1) AND category = ANY ($2)',
);

/** The rules of keys, and what their tasks have cost this day and month. */
export const FIND_KEYS = statement(
  'find-key-rules',
  `SELECT id, may_create, operations, day_budget, month_budget,
     coalesce(sum(credits) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0)::bigint,
     coalesce(sum(credits), 0)::bigint
   FROM api_keys LEFT JOIN key_spending
     ON key_id = id AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
   WHERE id = ANY ($1) GROUP BY id`,
);

/** The tasks of client references. */
export const FIND_REFS = statement(
  'find-refs',
  'SELECT key_id, ref, task_id::text FROM client_refs WHERE key_id = ANY ($1) AND ref = ANY ($2)',
);

/** Inserts tasks with their ledger entries, slots, turns and client references. */
export const INSERT_TASKS = statement(
  'insert-tasks',
  `WITH new AS (
     SELECT * FROM json_to_recordset($1) AS new (
       id uuid, "keyId" text, type text, category text, priority int, input text, job text, price bigint,
       "clientRef" text, balance bigint, frozen bigint, turn bigint
     )
   ), rows AS (
     INSERT INTO tasks (id, key_id, type, category, input, job, price)
     SELECT id, "keyId", type, category, input, job, price FROM new
   ), refs AS (
     INSERT INTO client_refs (key_id, ref, task_id)
     SELECT "keyId", "clientRef", id FROM new WHERE "clientRef" IS NOT NULL
   ), entries AS (
     INSERT INTO ledger (kind, task_id, balance_change, frozen_change, balance_after, frozen_after)
     SELECT 'hold', id, -price, price, balance, frozen FROM new
   ), slots AS (
     UPDATE pools SET taken = taken + added.count
     FROM (SELECT category, count(*) AS count FROM new GROUP BY category) AS added
     WHERE pools.category = added.category
   ), spending AS (
     INSERT INTO key_spending (key_id, day, tasks, credits)
     SELECT "keyId", (now() AT TIME ZONE 'UTC')::date, count(*), sum(price) FROM new GROUP BY 1
     ON CONFLICT (key_id, day) DO UPDATE
       SET tasks = key_spending.tasks + excluded.tasks, credits = key_spending.credits + excluded.credits
   ), turns AS (
     INSERT INTO priority_turns (key_id, category, priority, turn)
     SELECT "keyId", category, priority, max(turn) FROM new GROUP BY 1, 2, 3
     ON CONFLICT (key_id, category, priority) DO UPDATE SET turn = excluded.turn
   )
   UPDATE account SET balance = balance - spent.price, frozen = frozen + spent.price
   FROM (SELECT sum(price)::bigint AS price FROM new) AS spent`,
);

/** Categories with unfinished tasks. */
export const FIND_CATEGORIES = statement('find-categories', 'SELECT category FROM pools WHERE taken > 0');

/** Locks a task that nobody has begun for so many seconds; one that is being begun is passed over. */
export const LOCK_LATE = statement(
  'lock-late',
  `SELECT id::text FROM tasks
   WHERE status = 'queued' AND created_at < now() - $1::double precision * interval '1 second'
   LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

/** Starts an attempt of a task; returns the time since its creation, ms. */
export const START_TASK = statement(
  'start-task',
  `UPDATE tasks SET status = 'running', attempt = $2, progress = 0
   WHERE id = $1 AND (status = 'queued' OR status = 'running' AND attempt < $2)
   RETURNING extract(epoch FROM now() - created_at)::double precision * 1000`,
);

/** Notes the turn of a job that was taken: keys begin after it if no task of their priority waits. */
export const PASS_TURN = statement('pass-turn', 'UPDATE pools SET turn = $2 WHERE category = $1 AND turn < $2');

/** Writes the progress of running attempts. */
export const SET_PROGRESS = statement(
  'set-progress',
  `UPDATE tasks SET progress = new.progress
   FROM json_to_recordset($1) AS new ("taskId" uuid, attempt int, progress real)
   WHERE tasks.id = new."taskId" AND tasks.attempt = new.attempt AND status = 'running'`,
);

/** The handle of a task; null: there is none. */
export const READ_HANDLE = statement('read-handle', 'SELECT handle FROM tasks WHERE id = $1');

/** Keeps a handle, if that attempt of the task runs. */
export const KEEP_HANDLE = statement(
  'keep-handle',
  `UPDATE tasks SET handle = $3 WHERE id = $1 AND attempt = $2 AND status = 'running'`,
);

/** Locks a name until the end of the transaction; false if another one has locked it. */
export const LOCK_NAME = statement('lock-name', 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))');

/** A transaction that waits for a request outside of the database may be idle for so long: a request takes up to 70 s. */
export const WAIT_LONGER = statement('wait-longer', `SET LOCAL idle_in_transaction_session_timeout = '90s'`);

/**
 * Ends a task with its ledger entry, slot, event and deliveries: id, attempt (null: any), status, result, code, text and
 * detail of the failure. Returns its category, its price, the balance, and the number of deliveries.
 */
export const END_TASK = statement(
  'end-task',
  `WITH ended AS (
     UPDATE tasks SET status = $3, completed_at = now(), result = $4, error_code = $5, error_message = $6,
       error_detail = $7, handle = NULL
     WHERE id = $1 AND status IN ('queued', 'running')
       AND ($2::int IS NULL OR status = 'running' AND attempt = $2)
     RETURNING id, key_id, (created_at AT TIME ZONE 'UTC')::date AS day, category, price,
       CASE WHEN $3 = 'success' THEN 0 ELSE price END AS refund
   ), money AS (
     UPDATE account SET balance = balance + ended.refund, frozen = frozen - ended.price FROM ended
     RETURNING account.balance, account.frozen
   ), entry AS (
     INSERT INTO ledger (kind, task_id, balance_change, frozen_change, balance_after, frozen_after)
     SELECT CASE WHEN $3 = 'success' THEN 'settle' ELSE 'refund' END, id, refund, -price, balance, frozen
     FROM ended, money
   ), spending AS (
     UPDATE key_spending SET credits = credits - ended.refund
     FROM ended WHERE key_spending.key_id = ended.key_id AND key_spending.day = ended.day AND ended.refund > 0
   ), slot AS (
     UPDATE pools SET taken = taken - 1 FROM ended WHERE pools.category = ended.category
   ), event AS (
     INSERT INTO events (id, type, task_id)
     SELECT id || '.' || type, type, id FROM ended,
       (SELECT CASE WHEN $3 = 'success' THEN 'task.completed' ELSE 'task.failed' END AS type) AS named
     WHERE EXISTS (SELECT FROM webhooks)
     RETURNING id, created_at
   ), sent AS (
     INSERT INTO deliveries (webhook_id, event_id, due_at)
     SELECT webhooks.id, event.id, event.created_at FROM webhooks, event
     RETURNING id
   )
   SELECT category, price, balance, (SELECT count(*) FROM sent) FROM ended, money`,
);

/** Tells other processes; heard when the transaction commits. */
export const NOTIFY = statement('notify', 'SELECT pg_notify($1, $2)');
