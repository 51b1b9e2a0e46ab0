import { z } from 'zod';
import { errorInfoSchema } from '../../base/error-info-schema.ts';
import { MESH_FORMATS } from '../../formats/formats.ts';
import { VIEW_SLOTS } from '../../formats/source-kind.ts';
import { jobMarks } from '../../jobs/job-marks.ts';
import { job } from '../../jobs/job.ts';
import { PRIORITIES } from '../../jobs/priority.ts';
import { queuePause } from '../views/money-view.ts';
import { agreed, batch, id, ids, nothing } from './call-schemas.ts';

/** A task at the service that belongs to no job. */
const orphanTask = z.object({
  taskId: z.string(),
  operation: z.string(),
  status: z.string(),
  /** As the service formats it. */
  createdAt: z.string().nullable(),
  serviceKind: z.enum(['local', 'cloud']),
});

/** End position of one slice of the queue. */
const queueCursor = z.object({ group: z.int(), position: z.number() });

/** End position of one slice of the queue. */
export type QueueCursor = Readonly<z.infer<typeof queueCursor>>;

/** Calls about jobs and the queue: channel → [input, output]. */
export const queueCalls = {
  /**
   * A slice of the queue in display order. `after`: the cursor that the previous slice returned; null starts at the top.
   * Changes in between are pushed. `hasOlder`: true if there are finished jobs that only `queue:older` returns.
   */
  'queue:list': [
    queueCursor.nullable(),
    z.object({ jobs: z.array(job), after: queueCursor.nullable(), hasOlder: z.boolean() }),
  ],
  /**
   * Finished jobs that `queue:list` leaves out, from the newest. `before`: what the previous reply returned; null starts with
   * the newest. A reply of null: no more follow.
   */
  'queue:older': [
    z.object({ before: z.number().nullable() }),
    z.object({ jobs: z.array(job), before: z.number().nullable() }),
  ],
  /** Jobs by their ids, in the order of the queue; unknown ones are left out. */
  'queue:jobs': [z.object({ ids }), z.array(job)],
  /** The source of a job beyond its name: the sides of its views, or its prompt. */
  'queue:source': [z.object({ id }), z.object({ views: z.array(z.enum(VIEW_SLOTS)), prompt: z.string().nullable() })],
  /**
   * `agreed`: the total the person confirmed. Fails with `needs_yes`, and adds nothing, if confirmation is required and it
   * is missing or lower than the current total.
   */
  'queue:add': [batch.extend({ agreed }), z.array(job)],
  'queue:retry': [z.object({ ids }), nothing],
  /**
   * Stops jobs before the next charge. `cancelled`: those that could be cancelled; `sent`: number of these whose task was
   * sent, which is downloaded before they stop.
   */
  'queue:cancel': [z.object({ ids }), z.object({ cancelled: ids, sent: z.int() })],
  /** Puts cancelled jobs back as they were; nothing is sent twice. Returns the ids of those put back. */
  'queue:uncancel': [z.object({ ids }), ids],
  /** Starts the jobs among these that wait for confirmation; `agreed` as in `queue:add`. Other jobs are skipped. */
  'queue:confirm': [z.object({ ids: ids.min(1), agreed }), nothing],
  /** Creates thumbnails for the visible unconfirmed jobs, one by one; replaces the previous request. */
  'queue:thumbnails': [z.object({ ids }), nothing],
  /** Moves jobs that do not continue automatically to the trash, see `library:trash`; returns the ids of those moved. */
  'queue:remove': [z.object({ ids }), ids],
  /**
   * Exports finished jobs in one more format; `agreed` as in `queue:add`, for all of them. `existing`: jobs whose file exists,
   * which are not exported again. `refused`: why others are left out; fails if all are.
   */
  'queue:export': [
    z.object({ ids: ids.min(1), format: z.enum(MESH_FORMATS), agreed }),
    z.object({ existing: z.array(z.object({ id, artifactId: id })), refused: z.array(errorInfoSchema) }),
  ],
  /** Settles a job whose outcome is unknown: check again, send again, or give up. */
  'queue:resolve': [z.object({ id, by: z.enum(['look', 'send_again', 'give_up']) }), nothing],
  /**
   * Adds a job like another, with the same seeds or new ones; `agreed` as in `queue:add`. With a generator, or `built-in`, it
   * runs on this computer.
   */
  'queue:repeat': [
    z.object({ id, seeds: z.enum(['same', 'new']), generator: z.string().min(1).max(100).optional(), agreed }),
    job,
  ],
  /** Pauses these jobs; without ids the whole queue. */
  'queue:pause': [z.object({ ids: ids.optional() }), nothing],
  'queue:resume': [z.object({ ids: ids.optional() }), nothing],
  'queue:paused': [nothing, queuePause],
  'queue:move': [z.union([z.object({ ids, before: id }), z.object({ ids, after: id })]), nothing],
  'queue:priority': [z.object({ ids, priority: z.enum(PRIORITIES) }), nothing],
  /** Sets names, favorites, tags, collections, and whether jobs are hidden from the queue. */
  'queue:mark': [z.object({ ids, marks: jobMarks }), nothing],
  /** Paid tasks at the service that belong to no job; with `look` its history is read now. */
  'queue:found': [z.object({ look: z.boolean() }), z.array(orphanTask)],
  /** Adds jobs that download the results of these orphan tasks; returns the jobs. */
  'queue:import': [z.object({ taskIds: ids }), z.array(job)],
  /** Ignores these orphan tasks from now on. */
  'queue:dismiss': [z.object({ taskIds: ids }), nothing],
} as const;
