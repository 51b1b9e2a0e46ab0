import { toRoute } from '../../workers/work-route.ts';
import { readPriority } from '../read-priority.ts';
import type { NewTask } from '../task-record.ts';

/** A new task of a key. */
export interface KeyTask extends NewTask {
  readonly keyId: string;
  /** 1 to 3; higher ones run first (spec 4.1). */
  readonly priority: number;
  /** The stored form of its reference, see `client-ref.ts`; a second task of the key with it gets the first. */
  readonly clientRef: string | null;
  /** Where it may run; see `work-route.ts`. */
  readonly route: string;
  /** `input` and `job` as they are stored: JSON. */
  readonly texts: { readonly input: string; readonly job: string };
}

/** Prepares a task of a key for the transaction that creates it, which keeps others waiting. */
export function toKeyTask(task: NewTask, keyId: string, clientRef: string | null): KeyTask {
  const texts = { input: JSON.stringify(task.input), job: JSON.stringify(task.job) };
  const { type, job } = task;
  return { ...task, keyId, clientRef, texts, priority: readPriority(job.values), route: toRoute(type, job.values) };
}
