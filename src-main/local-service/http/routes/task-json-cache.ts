import type { TaskRecord } from '../../tasks/task-record.ts';
import type { ServiceContext } from '../service-context.ts';
import { outputWindow, presentTask } from './present-task.ts';

/** Responses to task queries (spec 4.5) as serialized JSON. */
export interface TaskJsonCache {
  /** The complete response for one task; null if it does not exist. */
  getTask(id: string): Promise<string | null>;
  /** The complete response to a batch query, in the order of the ids, without repetitions. */
  getTasks(ids: readonly string[]): Promise<Buffer>;
}

interface TaskJson {
  /** The response for this task alone: a short text is sent together with the headers. */
  readonly answer: string;
  /** Its member of a batch response after a comma, with its id; as bytes, because joining them is faster than encoding. */
  readonly member: Buffer;
}

/** Maximum total size of cached members, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Longer members are not cached. */
const MAX_TASK_BYTES = 128 * 1024;

const BATCH_START = Buffer.from('{"code":0,"status":"success","data":{"tasks":{');

/**
 * Responses that describe tasks at the time of the call. The JSON of a task is cached until
 * signed URLs get a later expiry, or any task changes.
 */
export function createTaskJsonCache(
  context: Pick<ServiceContext, 'tasks' | 'now' | 'queue' | 'urls' | 'lifetimes'>,
): TaskJsonCache {
  const { tasks } = context;
  const kept = new Map<string, TaskJson>();
  let bytes = 0;
  let expiry = 0;
  let revision = -1;

  /** Returns the revision before the next read of tasks. */
  async function dropOutdated(): Promise<number> {
    const [newExpiry, newRevision] = [outputWindow(context).until, await tasks.revision()];
    if (newExpiry === expiry && newRevision === revision && bytes < MAX_BYTES) return newRevision;
    kept.clear();
    [bytes, expiry, revision] = [0, newExpiry, newRevision];
    return newRevision;
  }

  function toJson(task: TaskRecord, readAt: number): TaskJson {
    const text = JSON.stringify(presentTask(task, context));
    const json = {
      answer: `{"code":0,"status":"success","data":${text}}`,
      member: Buffer.from(`,${JSON.stringify(task.id)}:${text}`),
    };
    // The progress of a running task changes without a new revision. An older read may be outdated.
    if (readAt === revision && task.status !== 'running' && json.member.length <= MAX_TASK_BYTES) {
      kept.set(task.id, json);
      bytes += json.member.length;
    }
    return json;
  }

  return {
    async getTask(id) {
      const readAt = await dropOutdated();
      const json = kept.get(id);
      if (json) return json.answer;
      const task = await tasks.find(id);
      return task && toJson(task, readAt).answer;
    },
    async getTasks(ids) {
      const readAt = await dropOutdated();
      const found = new Map<string, TaskJson | null>();
      const others: string[] = [];
      for (const id of ids) {
        const json = kept.get(id) ?? null;
        if (json === null) others.push(id);
        found.set(id, json);
      }
      if (others.length > 0) for (const task of await tasks.findMany(others)) found.set(task.id, toJson(task, readAt));
      const pieces: Buffer[] = [BATCH_START];
      const missed: string[] = [];
      for (const [id, json] of found) {
        if (json) pieces.push(json.member);
        else missed.push(id);
      }
      // Members begin with a comma; the first one follows a brace.
      if (pieces[1]) pieces[1] = pieces[1].subarray(1);
      pieces.push(Buffer.from(`},"missed":${JSON.stringify(missed)}}}`));
      return Buffer.concat(pieces);
    },
  };
}
