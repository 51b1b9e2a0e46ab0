import type { TaskRecord } from '../../tasks/task-record.ts';
import { outputExpiry, presentTask } from '../routes/present-task.ts';
import type { ServiceContext } from '../service-context.ts';

/** A JSON answer with its length in bytes. */
export interface SerializedResponse {
  readonly content: string | Buffer;
  readonly bytes: number;
}

/** Answers to task queries as they go over the wire (spec 4.5). */
export interface TaskResponseCache {
  /** The whole answer about one task; null when there is no such task. */
  one(id: string): SerializedResponse | null;
  /**
   * The whole answer to a batch query, in the order of the ids; each counts once. `question` is any text that stands for the same ids
   * whenever it comes; they are read only when its answer is not known yet. Null: they cannot be read.
   */
  many(question: Buffer, readIds: () => readonly string[] | null): SerializedResponse | null;
}

interface TaskText {
  readonly answer: SerializedResponse;
  /** Its member of a batch answer, with its id before it. */
  readonly member: Buffer;
}

interface Batch {
  readonly question: Buffer;
  readonly answer: SerializedResponse;
}

/**
 * Questions are looked up by the end of their last id, before `"]}`, then compared as a whole: a hash over all would take
 * longer.
 */
const NAME_BYTES = 6;
const AFTER_NAME_BYTES = 3;

/** Most bytes kept. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A text of more bytes is not kept. */
const LARGEST_BYTES = 256 * 1024;

const OPENING = Buffer.from('{"code":0,"status":"success","data":{"tasks":{');
const SEPARATOR = Buffer.from(',');

/**
 * Answers over the tasks as they are at the moment of the call. Texts are kept for as long as they would be made the same
 * again: until signed URLs get a later expiry, or any task moves.
 */
export function createTaskResponseCache(
  parts: Pick<ServiceContext, 'tasks' | 'now' | 'runner' | 'signer' | 'baseUrl' | 'lifetimes'>,
): TaskResponseCache {
  const { tasks } = parts;
  const texts = new Map<string, TaskText>();
  const batches = new Map<number, Batch>();
  let keptBytes = 0;
  let expiry = 0;
  let second = 0;
  let madeAfter = -1;

  function dropOld(): void {
    const secondNow = Math.floor(parts.now() / 1000);
    const moves = tasks.moves();
    if (secondNow === second && moves === madeAfter && keptBytes < MOST_BYTES) return;
    second = secondNow;
    const expiryNow = outputExpiry(parts);
    if (expiryNow === expiry && moves === madeAfter && keptBytes < MOST_BYTES) return;
    texts.clear();
    batches.clear();
    keptBytes = 0;
    expiry = expiryNow;
    madeAfter = moves;
  }

  function keep<K, T>(kept: Map<K, T>, name: K, text: T, bytes: number): void {
    if (bytes > LARGEST_BYTES) return;
    kept.set(name, text);
    keptBytes += bytes;
  }

  function make(task: TaskRecord): TaskText {
    const json = JSON.stringify(presentTask(task, parts));
    const bytes = Buffer.from(`{"code":0,"status":"success","data":${json}}`);
    const member = Buffer.from(`${JSON.stringify(task.id)}:${json}`);
    // Short ones go out fastest as one flat string, together with the head.
    const text = { answer: { content: bytes.toString(), bytes: bytes.length }, member };
    // A running task tells its progress, which is no move.
    if (task.status !== 'running') keep(texts, task.id, text, 2 * member.length);
    return text;
  }

  function answerBatch(ids: ReadonlySet<string>): { answer: SerializedResponse; lasts: boolean } {
    const found = new Map<string, TaskText>();
    const others: string[] = [];
    for (const id of ids) {
      const text = texts.get(id);
      if (text) found.set(id, text);
      else others.push(id);
    }
    const read = others.length === 0 ? [] : tasks.findMany(others);
    for (const task of read) found.set(task.id, make(task));

    const pieces: Buffer[] = [OPENING];
    const missed: string[] = [];
    for (const id of ids) {
      const text = found.get(id);
      if (!text) missed.push(id);
      else if (pieces.length === 1) pieces.push(text.member);
      else pieces.push(SEPARATOR, text.member);
    }
    pieces.push(Buffer.from(`},"missed":${JSON.stringify(missed)}}}`));
    const content = Buffer.concat(pieces);
    // A task that is missed today may come without a move.
    const lasts = missed.length === 0 && read.every(({ status }) => status !== 'running');
    return { answer: { content, bytes: content.length }, lasts };
  }

  return {
    one(id) {
      dropOld();
      const text = texts.get(id);
      if (text) return text.answer;
      const task = tasks.find(id);
      return task && make(task).answer;
    },
    many(question, readIds) {
      dropOld();
      const nameAt = question.length - NAME_BYTES - AFTER_NAME_BYTES;
      const name = nameAt < 0 ? 0 : question.readUIntLE(nameAt, NAME_BYTES);
      const known = batches.get(name);
      if (known?.question.equals(question)) return known.answer;
      const ids = readIds();
      if (!ids) return null;
      const { answer, lasts } = answerBatch(new Set(ids));
      // A copy: what was received lies in a larger piece of memory.
      if (lasts) keep(batches, name, { question: Buffer.from(question), answer }, answer.bytes + question.length);
      return answer;
    },
  };
}
