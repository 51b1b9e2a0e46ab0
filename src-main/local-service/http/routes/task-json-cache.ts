import type { TaskRecord } from '../../tasks/task-record.ts';
import type { ServiceContext } from '../service-context.ts';
import { outputWindow, presentTask } from './present-task.ts';

/** A response; one with requests above `MAX_INLINE_INPUT` has pieces, which are read when they are sent. */
export type TaskResponse = string | Buffer | AsyncIterable<Buffer>;

/** Responses to task queries (spec 4.5) as serialized JSON. */
export interface TaskJsonCache {
  /** The complete response for one task; null if it does not exist. */
  getTask(id: string): Promise<TaskResponse | null>;
  /** The complete response to a batch query, each task once, those with long requests last. */
  getTasks(ids: readonly string[]): Promise<TaskResponse>;
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

  function toJson(task: TaskRecord, input: string, readAt: number): TaskJson {
    const text = `${openJson(task)}${input}}`;
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

  /** The JSON of a task up to its input. */
  const openJson = (task: TaskRecord): string => `${JSON.stringify(presentTask(task, context)).slice(0, -1)},"input":`;

  /** The JSON of a task whose request is long. */
  async function* readLong(task: TaskRecord): AsyncGenerator<Buffer> {
    yield Buffer.from(openJson(task));
    const input = (await tasks.readInput(task.id)) ?? '{}';
    yield Buffer.from(input);
    yield Buffer.from('}');
  }

  async function* readLongAnswer(task: TaskRecord): AsyncGenerator<Buffer> {
    yield Buffer.from('{"code":0,"status":"success","data":');
    yield* readLong(task);
    yield Buffer.from('}');
  }

  async function* readLongBatch(start: Buffer, long: readonly TaskRecord[], end: Buffer): AsyncGenerator<Buffer> {
    yield start;
    for (const [index, task] of long.entries()) {
      const comma = index === 0 && start.length === BATCH_START.length ? '' : ',';
      yield Buffer.from(`${comma}${JSON.stringify(task.id)}:`);
      yield* readLong(task);
    }
    yield end;
  }

  return {
    async getTask(id) {
      const readAt = await dropOutdated();
      const json = kept.get(id);
      if (json) return json.answer;
      const task = await tasks.find(id);
      if (!task) return null;
      return task.input === null ? readLongAnswer(task) : toJson(task, task.input, readAt).answer;
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
      const long = new Map<string, TaskRecord>();
      if (others.length > 0) {
        for (const task of await tasks.findMany(others)) {
          if (task.input === null) long.set(task.id, task);
          else found.set(task.id, toJson(task, task.input, readAt));
        }
      }
      const pieces: Buffer[] = [BATCH_START];
      const missed: string[] = [];
      for (const [id, json] of found) {
        if (json) pieces.push(json.member);
        else if (!long.has(id)) missed.push(id);
      }
      // Members begin with a comma; the first one follows a brace.
      if (pieces[1]) pieces[1] = pieces[1].subarray(1);
      const end = Buffer.from(`},"missed":${JSON.stringify(missed)}}}`);
      if (long.size === 0) return Buffer.concat([...pieces, end]);
      return readLongBatch(Buffer.concat(pieces), [...long.values()], end);
    },
  };
}
