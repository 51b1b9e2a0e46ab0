import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { SYSTEM, type System } from '../../base/system.ts';
import { isUuid } from '../../../src-shared/api/protocol/task.ts';
import type { Intent, IntentStore } from '../../pipeline/intent.ts';

/**
 * Spending intents on disk. Opening it changes every `sending` to `ambiguous`: the process that sent it is gone, so
 * its response was lost.
 */
export function createIntentStore(database: DatabaseSync, { clock, random }: System = SYSTEM): IntentStore {
  database.exec(`update intents set state = 'ambiguous' where state = 'sending'`);
  const byId = database.prepare('select * from intents where id = ?');
  const standing = database.prepare(
    `select * from intents where job_id = ? and step = ? and state not in ('rejected', 'abandoned')
     order by created_at desc limit 1`,
  );
  const lost = database.prepare(
    `select * from intents where job_id = ? and step = ? and state = 'abandoned' and task_id is not null
     order by created_at desc limit 1`,
  );
  const insert = database.prepare(
    `insert into intents (id, job_id, step, service_id, operation, body, body_sha256, state, created_at)
     values (?, ?, ?, ?, ?, ?, ?, 'prepared', ?)`,
  );
  const send = database.prepare(
    `update intents set state = 'sending', attempt = attempt + 1, sent_at = ?, request_id = ? where id = ?`,
  );
  const unsend = database.prepare(
    `update intents set state = 'prepared', attempt = ?, sent_at = ?, request_id = ? where id = ?`,
  );
  const bind = database.prepare(`update intents set state = 'bound', task_id = ? where id = ?`);
  const mark = database.prepare(
    `update intents set state = iif(?1 = 'abandoned' and state = 'prepared', 'rejected', ?1) where id = ?2`,
  );
  const noteLost = database.prepare(`update intents set state = 'abandoned', task_id = ? where id = ?`);
  const owner = database.prepare(
    `select 1 from intents where task_id in (?1, ?2, ?3) and state <> 'abandoned'
     union all select 1 from dismissed_tasks where task_id in (?1, ?2, ?3)`,
  );
  const taken = database.prepare(
    `select 1 from intents where task_id in (?1, ?2, ?3)
     union all select 1 from dismissed_tasks where task_id in (?1, ?2, ?3)`,
  );
  const insertBound = database.prepare(
    `insert into intents (id, job_id, step, service_id, operation, body, body_sha256, state, task_id, created_at)
     values (?, ?, ?, ?, ?, '{}', '', 'bound', ?, ?)
     on conflict (task_id) do update set job_id = excluded.job_id, step = excluded.step, state = 'bound'
     where state = 'abandoned'
     on conflict (id) do update set job_id = excluded.job_id, step = excluded.step, state = 'bound', task_id = excluded.task_id
     where state in ('ambiguous', 'abandoned') and task_id is null
     returning *`,
  );
  const ambiguous = database.prepare(
    `select * from intents where service_id = ? and state in ('sending', 'ambiguous') order by created_at`,
  );
  const dismiss = database.prepare('insert or ignore into dismissed_tasks (task_id) values (?)');
  const addEcho = database.prepare('insert or ignore into echoes (service_id, operation) values (?, ?)');
  const echo = database.prepare('select 1 from echoes where service_id = ? and operation = ?');
  const echoes = new Set<string>();

  const get = (id: string): Intent => {
    const row = byId.get(id);
    if (!row) throw new Error(`No intent ${id}`);
    return toIntent(row);
  };
  return {
    findStanding: (jobId, step) => {
      const row = standing.get(jobId, step);
      return row ? toIntent(row) : null;
    },
    find: (id) => {
      const row = byId.get(id);
      return row ? toIntent(row) : null;
    },
    findLost: (jobId, step) => {
      const row = lost.get(jobId, step);
      return row ? toIntent(row) : null;
    },
    prepare: ({ id, jobId, step, serviceId, operation, body }) => {
      const sha256 = createHash('sha256').update(body).digest('hex');
      insert.run(id, jobId, step, serviceId, operation, body, sha256, clock.now());
      return get(id);
    },
    markSending: (id, serverTime) => {
      send.run(serverTime, random.uuid(), id);
      return get(id);
    },
    unmarkSending: ({ id, attempt, sentAt, requestId }) => void unsend.run(attempt, sentAt, requestId, id),
    bind: (id, taskId) => {
      bind.run(taskId, id);
      return get(id);
    },
    mark: (id, state) => {
      mark.run(state, id);
      return get(id);
    },
    noteLostTask: (id, taskId) => void noteLost.run(taskId, id),
    adopt: ({ id, jobId, step, serviceId, operation }, taskId) => {
      const row = insertBound.get(id, jobId, step, serviceId, operation, taskId, clock.now());
      return row ? toIntent(row) : null;
    },
    listAmbiguous: (serviceId) => ambiguous.all(serviceId).map(toIntent),
    knowsTask: (taskId) => owner.get(...spellingsOf(taskId)) !== undefined,
    isTaken: (taskId) => taken.get(...spellingsOf(taskId)) !== undefined,
    dismissTask: (taskId) => void dismiss.run(taskId),
    noteEcho: (serviceId, operation) => {
      const key = `${serviceId} ${operation}`;
      if (!echoes.has(key)) addEcho.run(serviceId, operation);
      echoes.add(key);
    },
    hasEcho: (serviceId, operation) => echo.get(serviceId, operation) !== undefined,
  };
}

/** The spellings under which a task may be stored: services write UUIDs in either case. */
function spellingsOf(taskId: string): [string, string, string] {
  if (!isUuid(taskId)) return [taskId, taskId, taskId];
  return [taskId, taskId.toLowerCase(), taskId.toUpperCase()];
}

function toIntent(row: Record<string, unknown>): Intent {
  return {
    id: row['id'] as string,
    jobId: row['job_id'] as string,
    step: row['step'] as number,
    serviceId: row['service_id'] as string,
    operation: row['operation'] as string,
    body: row['body'] as string,
    state: row['state'] as Intent['state'],
    attempt: row['attempt'] as number,
    sentAt: row['sent_at'] as number | null,
    requestId: row['request_id'] as string | null,
    taskId: row['task_id'] as string | null,
  };
}
